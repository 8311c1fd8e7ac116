import { expect, it } from 'vitest';
import { sampleLine } from '#suites/sample/tables/sample-line.ts';
import { user as people } from '#suites/sys/tables/user.ts';
import { formOf, rowFormOf, startingValues } from './circumstances.ts';

it('FORM-08 FRAME-11 where one works stands in a new record in both languages, as the wire would show it', () => {
  const domain = { id: 3, key_name: '远山集团', key_name_en: 'Yuanshan Group', currency: '万元', currency_en: 'CNY 10,000' };
  const starting = (of: typeof domain) => startingValues(people, { user: { id: 1, key_name: '甲', domain: of }, today: '2026-11-26' });
  expect(starting(domain).domain_entities).toEqual([{ id: 3, key_name: '远山集团', key_name_en: 'Yuanshan Group' }]);
  expect(starting({ ...domain, key_name_en: '' }).domain_entities).toEqual([{ id: 3, key_name: '远山集团' }]);
});

it('SUB-03 conditions of a row are asked of what stands in the row', () => {
  const filler = {
    user: { id: 1, key_name: '甲', domain: { id: 3, key_name: '乙', currency: '元', currency_en: 'CNY' } },
    today: '2026-11-26',
  };
  const sub = {
    def: { uid: 's', key_name: '行', key_name_en: 'Rows', table_name: 'sample_line', parent_field: 'sample_entity' },
    table: sampleLine,
  };
  const row = { values: { qty: '2', price: '0' } };
  const form = rowFormOf(sub as never, formOf(sampleLine, 'Add', 1, {}, filler), row, filler);
  expect([form.holds('qty=2'), form.holds('price>0|qty=1', 'uncontradicted')]).toEqual([true, false]);
});
