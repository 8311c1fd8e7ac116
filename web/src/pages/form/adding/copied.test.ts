import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { copied, copiedValues, copyOf } from './copied.ts';

const field = (field_name: string, more: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: field_name, field_name, key_name: field_name, key_name_en: field_name, data_type: 'text' },
  ...more,
});
const tableOf = (fields: FieldDef[], more: Partial<LoadedTable> = {}): LoadedTable => ({
  ...{ uid: 't', table_name: 't', key_name: 't', key_name_en: 't', fields, states: [] },
  ...more,
});

describe('FORM-02 what a copy of a record begins with', () => {
  it('what may be written into a new one, and is not the record’s own', () => {
    const table = tableOf(
      [
        ...[field('key_name'), field('code', { auto_fill: 1 }), field('serial', { unique: 1 }), field('inner', { hidden: 1 })],
        ...[field('papers', { data_type: 'file' }), field('pass', { data_type: 'password' }), field('kept'), field('empty')],
        ...[field('who', { data_type: 'entity', source: 'user' }), field('people', { data_type: 'entities', source: 'user' })],
      ],
      { locked: { Add: ['kept'] } },
    );
    const record = {
      ...{
        id: 7,
        version: 3,
        review_state: 2,
        key_name: 'n',
        code: 'c',
        serial: 's',
        inner: 'i',
        papers: [{ id: 1 }],
        pass: '********',
        kept: 'k',
      },
      ...{ empty: null, who: { id: 4, key_name: '', unauthorized: 1 }, people: [{ id: 5, key_name: 'p' }] },
    };
    expect(copiedValues(table, record)).toEqual({ key_name: 'n', people: [{ id: 5, key_name: 'p' }] });
  });

  it('nothing that only the system or a later step writes; what a choice brings comes with it', () => {
    const table = tableOf([
      ...[field('key_name'), field('spent', { readonly: 1 }), field('found', { edit_state: '2,3' }), field('first', { edit_state: '0,1' })],
      ...[
        field('total', { calc: 'a+b' }),
        field('who', { data_type: 'entity', source: 'user', fetch: 'phone=mobile&given=code' }),
        field('given', { auto_fill: 1 }),
        field('crew', { data_type: 'entities', source: 'user' }),
        field('phone', { readonly: 1 }),
      ],
    ]);
    const record = {
      key_name: 'n',
      spent: '5',
      found: 'f',
      first: '1',
      total: 3,
      who: { id: 4, key_name: 'w' },
      phone: '138',
      given: 'G',
      crew: [
        { id: 5, key_name: 'p' },
        { id: 6, key_name: '', unauthorized: 1 },
      ],
    };
    expect(copiedValues(table, record)).toEqual({ key_name: 'n', first: '1', who: { id: 4, key_name: 'w' }, phone: '138' });
  });

  it('with the rows that belong to it as new ones, not with what is bound to it', () => {
    const row = tableOf([field('item'), field('order_entity', { data_type: 'entity', source: 't' })]);
    const own = { uid: 'o', key_name: 'o', key_name_en: 'o', table_name: 'line', parent_field: 'order_entity', inline: 1 } as const;
    const bound = { ...own, uid: 'b', table_name: 'letter', inherit: 0 } as const;
    const told = { ...own, uid: 'r', table_name: 'log', readonly: 1 } as const;
    const table = tableOf([field('key_name')], { subtables: [own, bound, told] });
    const line = { id: 9, version: 1, item: 'oil', order_entity: { id: 7, key_name: 'n' } };
    const record = {
      key_name: 'n',
      _subtables: { 'line.order_entity': [line], 'letter.order_entity': [line], 'log.order_entity': [line] },
    };
    const all = { table, rows: [row, row, row] };
    expect(copied(all, record)).toEqual({ key_name: 'n', _subtables: { 'line.order_entity': [{ item: 'oil' }] } });
    // of a record without rows nothing is said: the rows that a new one needs stand there
    expect(copied(all, { key_name: 'n', _subtables: { 'line.order_entity': [] } })).toEqual({ key_name: 'n' });
  });

  it('an address names the record by a number, or none', () => {
    const table = tableOf([field('key_name')]);
    expect(['12', '0', '', 'x', '-1', '1.5', '9'.repeat(16)].map((said) => copyOf({ copy_of: said }, table))).toEqual([
      12, 0, 0, 0, 0, 0, 0,
    ]);
    expect(copyOf(undefined, table)).toBe(0);
    expect(copyOf({ copy_of: '12' }, tableOf([field('copy_of')]))).toBe(0);
  });
});
