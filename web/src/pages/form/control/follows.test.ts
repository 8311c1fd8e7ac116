import { expect, it } from 'vitest';
import { FORM_ZH } from '#web/i18n/parts/form.ts';
import { textsIn } from '#web/i18n/use-text.ts';
import { NOTHING_FOLLOWS, warningsOf } from './use-duties.ts';

it('ADMIN-03 who has no role at all is not told of these roles', () => {
  const said = (roleless: boolean) =>
    warningsOf(textsIn('zh_CN'), { ...NOTHING_FOLLOWS, modules: 0, roleless }).flatMap(({ words }) => words);
  expect([said(true), said(false)]).toEqual([[FORM_ZH.form.noRole], [FORM_ZH.form.noModule]]);
  expect(warningsOf(textsIn('zh_CN'), { ...NOTHING_FOLLOWS, modules: 2, roleless: true })).toEqual([]);
});
