import { expect, it } from 'vitest';
import { user as people } from '#suites/sys/tables/user.ts';
import { startingValues } from './circumstances.ts';

it('FORM-08 FRAME-11 where one works stands in a new record in both languages, as the wire would show it', () => {
  const domain = { id: 3, key_name: '远山集团', key_name_en: 'Yuanshan Group', currency: '万元', currency_en: 'CNY 10,000' };
  const starting = (of: typeof domain) => startingValues(people, { user: { id: 1, key_name: '甲', domain: of }, today: '2026-11-26' });
  expect(starting(domain).domain_entities).toEqual([{ id: 3, key_name: '远山集团', key_name_en: 'Yuanshan Group' }]);
  expect(starting({ ...domain, key_name_en: '' }).domain_entities).toEqual([{ id: 3, key_name: '远山集团' }]);
});
