import { expect, it } from 'vitest';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { sampleLine } from '#suites/sample/tables/sample-line.ts';
import { user as people } from '#suites/sys/tables/user.ts';
import { fieldsToFill, formOf, rowFormOf, rowTaken, sectionsOf } from './circumstances.ts';
import { startingValues } from './starting.ts';

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

it('SUB-02 what the state of a row asks of it is asked of the row as it lies, and of none that is not saved', () => {
  const user = { id: 1, key_name: '甲', domain: { id: 3, key_name: '乙', currency: '元', currency_en: 'CNY' } };
  const filler = { user, today: '2026-11-26' };
  const def = { uid: 's', key_name: '行', key_name_en: 'Rows', table_name: 'sample_line', parent_field: 'sample_entity', inline: 1 };
  const offers = [
    { op: 'Modify', where: 'qty<5' },
    { op: 'Delete', valid_state: '7' },
  ];
  const sub = { def: { ...def, offers }, table: sampleLine } as never;
  const taken = (id: number | undefined, qty: number) =>
    rowTaken(sub, formOf(sampleLine, 'Modify', 1, { id: 1 }, filler), { id, loaded: { id, qty } }, filler);
  expect([taken(4, 3), taken(4, 9)].map(({ Modify, Delete }) => [Modify, Delete])).toEqual([
    [true, false],
    [false, false],
  ]);
  expect(taken(undefined, 9)).toEqual({ Modify: true, Delete: true });
});

it('B5 what the server alone knows whether it is shown is there where it came with the record, and on a new one', () => {
  const user = { id: 1, key_name: '甲', domain: { id: 3, key_name: '乙', currency: '元', currency_en: 'CNY' } };
  const filler = { user, today: '2026-11-26' };
  const fields = ['name', 'why'].map((field_name) => ({
    ...{ uid: field_name, field_name, key_name: field_name, key_name_en: field_name, data_type: 'text' as const },
    ...(field_name === 'why' ? { veiled: 1 as const } : {}),
  }));
  const table: LoadedTable = { uid: 't', table_name: 't', key_name: 't', key_name_en: 't', states: [], fields };
  const drawn = (values: Record<string, unknown>, op: 'Add' | 'Modify' = 'Modify') => {
    const form = formOf(table, op, 1, values, filler);
    const filled = fieldsToFill(table, form).map(({ field_name }) => field_name);
    expect(sectionsOf(table, form).flatMap((section) => section.fields.map(({ field_name }) => field_name))).toEqual(filled);
    return filled;
  };
  expect(drawn({ id: 7, name: '甲' })).toEqual(['name']);
  expect(drawn({ id: 7, name: '甲', why: null })).toEqual(['name', 'why']);
  expect(drawn({ name: '甲' }, 'Add')).toEqual(['name', 'why']);
  const sub = { def: { uid: 's', key_name: '行', key_name_en: 'Rows', table_name: 't', parent_field: 'up_entity' }, table };
  const row = (id: number | undefined, values: Record<string, unknown>) =>
    fieldsToFill(table, rowFormOf(sub as never, formOf(table, 'Modify', 1, { id: 1 }, filler), { ...(id ? { id } : {}), values }, filler))
      .length;
  expect([row(4, { name: '一' }), row(4, { name: '一', why: '二' }), row(undefined, {})]).toEqual([1, 2, 2]);
});
