import { expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { leftOut } from './left-out.ts';
import { bulkFields } from './values.ts';

const field = (field_name: string, rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: field_name, field_name, key_name: field_name, key_name_en: field_name, data_type: 'text' },
  ...rest,
});
const table = {
  ...{ uid: 't', table_name: 't', key_name: 't', key_name_en: 't', states: [], locked: { Modify: ['pay'] } },
  fields: [
    field('head', { data_type: 'title' }),
    field('key_name'),
    field('post', { batch: 1 }),
    field('code', { number: 'N' } as Partial<FieldDef>),
    field('pay', { batch: 1 }),
    field('login', { unique: 1 }),
    field('face', { data_type: 'image' }),
    field('pin', { data_type: 'password' }),
    field('since', { readonly: 1 }),
    field('inner', { hidden: 1 }),
    field('create_entity', { data_type: 'entity' }),
  ],
} as unknown as LoadedTable;

it('PAGES-02 what cannot be changed of several records says why, each field of the form once', () => {
  const filler = { user: { id: 1, key_name: '甲' }, today: '2026-11-29' };
  const found = leftOut(table, filler, bulkFields(table, filler));
  const names = Object.fromEntries(found.map(({ why, fields }) => [why, fields.map(({ field_name }) => field_name)]));
  expect(names).toEqual({
    ...{ notYours: ['pay'], notTyped: ['code'], notShared: ['face', 'pin'], notUnique: ['login'], notOpen: ['since'] },
    notSeveral: ['key_name'],
  });
});
