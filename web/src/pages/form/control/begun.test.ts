import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { begunFor } from '../../list/state/use-list-page.ts';
import { fieldsBegun } from './use-begun.ts';

const field = (field_name: string, data_type: FieldDef['data_type'], more: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: field_name, field_name, key_name: field_name, key_name_en: field_name, data_type },
  ...more,
});
const items = [
  { id: 0, key_name: '否', key_name_en: 'No' },
  { id: 1, key_name: '旧', key_name_en: 'Old', hidden: 1 as const },
];
const FIELDS = [
  field('part', 'entity', { source: 'part' }),
  field('roles', 'entities', { source: 'role' }),
  field('kind', 'radio', { items }),
  field('name', 'text'),
  field('fixed', 'entity', { source: 'part', readonly: 1 }),
  field('hid', 'entity', { source: 'part', hidden: 1 }),
  field('sum', 'int', { calc: 'part*2' }),
];
const table = (locked: string[] = []) => ({ fields: FIELDS, states: [], locked: { Add: locked } }) as unknown as LoadedTable;
const begun = (query: Record<string, string>, locked?: string[]) =>
  fieldsBegun(table(locked), query).map(({ field: { field_name }, id }) => [field_name, id]);

describe('PAGES-04 a record that is added from a group begins with it', () => {
  it.each([
    ['a field that is none', { ghost: '1', constructor: '1' }],
    ['what is no id', { part: '1 or 1=1', roles: ',1,', kind: '' }],
    ['no record', { part: '0' }],
    ['a choice that is offered no more, or never was', { kind: '1' }],
    ['another one', { kind: '7' }],
    ['what is typed', { name: '5' }],
    ['what nobody fills in', { fixed: '5', hid: '5', sum: '5' }],
  ])('an address fills in nothing of %s', (_, query) => expect(begun(query as Record<string, string>)).toEqual([]));
  it('nor what rights lock', () => expect(begun({ part: '5', kind: '0' }, ['part'])).toEqual([['kind', 0]]));
  it('a record, one of several, a choice', () => {
    expect(begun({ part: '5', roles: '6', kind: '0' })).toEqual([
      ['part', 5],
      ['roles', 6],
      ['kind', 0],
    ]);
  });
  it('a list says the value, or the node of the branch, that it is narrowed to', () => {
    expect(begunFor({ part: 5, kind: '0' })).toEqual({ part: '5', kind: '0' });
    expect(begunFor({ part: { op: 'below', value: 5 } })).toEqual({ part: '5' });
    expect(begunFor({ part: { op: 'empty' }, roles: { op: 'in', value: [1, 2] }, name: null, of: [1, 2] })).toEqual({});
  });
});
