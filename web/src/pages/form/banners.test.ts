import { expect, it } from 'vitest';
import { addTexts } from '#web/i18n/catalogue.ts';
import { FORM_EN, FORM_ZH } from '#web/i18n/parts/form.ts';
import { textsIn } from '#web/i18n/use-text.ts';
import { staleWords } from './Banners.tsx';

it('FORM-08 who saved the record in another window of his own is not told of himself by his name', () => {
  addTexts(FORM_ZH, FORM_EN);
  const saved = { who: { id: 7, key_name: '孙浩然', key_name_en: 'Sun Haoran' }, when: '2026-11-29 07:20:31' };
  expect(staleWords(saved, textsIn('zh_CN'), 8)).toBe('孙浩然 于 2026-11-29 07:20 保存了此记录，您填写的内容仍在这里。');
  expect(staleWords(saved, textsIn('zh_CN'), 7)).toBe('您于 2026-11-29 07:20 在另一窗口保存了此记录，这里填写的内容仍在。');
  expect(staleWords(saved, textsIn('en_US'), 7)).not.toContain('Sun');
});
