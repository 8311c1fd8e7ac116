import { expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import { numberFault } from './number.ts';

const items = [
  { id: 1, code: 'A', key_name: '甲', key_name_en: 'A' },
  { id: 2, code: 'B', key_name: '乙', key_name_en: 'B' },
];
const field = (field_name: string, rest: Partial<FieldDef>): FieldDef => ({
  ...{ uid: field_name, field_name, key_name: '类', key_name_en: 'Class', data_type: 'select', notnull: 1, items },
  ...rest,
});
const FIELDS = [
  field('kind', {}),
  field('loose', { notnull: 0 }),
  field('name', { data_type: 'text' }),
  field('bare', { items: items.map(({ code: _, ...item }) => item) }),
];
const fault = (rule: string) =>
  numberFault(
    rule,
    (name) => FIELDS.find((each) => each.field_name === name),
    ({ items: of }) => (typeof of === 'string' ? undefined : of),
  );

it('META-01 number: a rule of dates and of choices with a code is taken', () => {
  for (const rule of ['A-{yyyy}-{000}', '{kind}-{yy}{MM}{dd}-{0000}', 'X-{00}']) expect(fault(rule), rule).toBeNull();
});
it.each([
  ['A-{yyyy}', /no numbering rule/],
  ['{000}-{kind}', /no numbering rule/],
  ['{kind', /no numbering rule/],
  ['{unknown}-{000}', /\{unknown\} is no required choice/],
  ['{name}-{000}', /\{name\} is no required choice/],
  ['{loose}-{000}', /\{loose\} is no required choice/],
  ['{bare}-{000}', /choice 甲 of bare has no code/],
])('META-01 number: %s is refused', (rule, why) => {
  const [what, mend] = fault(rule)!;
  expect(what).toMatch(why);
  expect(mend).not.toBe('');
});

it('META-01 number: choices of a dictionary that there is not are told elsewhere', () => {
  const named = (name: string) => FIELDS.find((each) => each.field_name === name);
  expect(numberFault('{kind}-{000}', named, () => undefined, 3)).toEqual([expect.stringContaining('4 characters'), expect.any(String)]);
});
