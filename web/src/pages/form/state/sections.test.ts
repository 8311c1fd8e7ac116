import { expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { formOf, partOf, sectionsOf } from './circumstances.ts';
import type { SubtableForm } from './subtable-form.ts';

const field = (field_name: string, data_type: FieldDef['data_type'] = 'text', rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: field_name, field_name, key_name: field_name, key_name_en: field_name, data_type },
  ...rest,
});
const TABLE = {
  ...{ uid: 't', table_name: 't', key_name: 't', key_name_en: 't', states: [] },
  fields: [
    ...[field('a'), field('first', 'title'), field('b'), field('money', 'title'), field('sum', 'text', { view_where: 'a=1' })],
    ...[field('empty', 'title'), field('files', 'title'), field('c')],
  ],
} as TableDef;
const rows = (table_name: string, under?: string): SubtableForm => ({
  def: { uid: table_name, key_name: table_name, key_name_en: table_name, table_name, parent_field: 't', ...(under ? { under } : {}) },
  table: { ...TABLE, table_name },
});
const sections = (a: string) => {
  const form = formOf(TABLE, 'Modify', 1, { a }, { user: { id: 1, key_name: '甲' }, today: '2026-11-21' });
  const subs = [rows('fund', 'money'), rows('plan', 'money'), rows('other')];
  return sectionsOf(TABLE, form, { except: new Set(['c']), subs }).map((section) => [
    section.heading?.field_name ?? null,
    section.fields.map((each) => each.field_name).join(),
    section.subs.map((sub) => sub.table.table_name).join(),
  ]);
};

it('FORM-03 rows stand in the section of the heading that they name, others last; a heading with nothing under it goes', () => {
  expect(sections('1')).toEqual([
    [null, 'a', ''],
    ['first', 'b', ''],
    ['money', 'sum', 'fund,plan'],
    [null, '', 'other'],
  ]);
  expect(sections('2')[2]).toEqual(['money', '', 'fund,plan']);
});

it('FORM-03 of 24 parts a field takes as many as the columns of its table leave it, three columns where nothing is said', () => {
  expect(partOf({})).toBe(8);
  expect([1, 2, 3, 4, 5, 6].map((form_column) => partOf({ form_column }))).toEqual([24, 12, 8, 6, 4, 4]);
});
