import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { startingRow } from '../starting.ts';
import type { SubtableForm } from '../subtable-form.ts';
import { rowSpecs } from './submission.ts';

const field = (field_name: string, more: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: field_name, field_name, key_name: field_name, key_name_en: field_name, data_type: 'text' },
  ...more,
});
const named = { uid: 's', key_name: '行', key_name_en: 'Line' };
const table: TableDef = {
  ...{ ...named, table_name: 'line', states: [] },
  fields: [
    field('head', { data_type: 'entity', source: 'head' }),
    field('kind', {
      data_type: 'select',
      items: [1, 2].map((id) => ({ id, key_name: `${id}`, key_name_en: `${id}` })),
      defvalue: 2,
      onchange: 'note=7',
    }),
    field('nth', { data_type: 'int' }),
    field('use'),
    field('note', { data_type: 'int' }),
    field('qty', { data_type: 'int', defvalue: 1 }),
  ],
};
const sub = (query?: string): SubtableForm => ({
  def: { ...named, table_name: 'line', parent_field: 'head', inline: 1, ...(query === undefined ? {} : { query }) },
  table,
});
const filler = { user: { id: 1, key_name: '甲' }, today: '2026-11-28' } as Parameters<typeof startingRow>[1];

describe('META-01 a new row of a sub-table with query', () => {
  it('begins with its values, of a choice as one is shown, as it does with defaults: nothing follows from them', () => {
    expect(startingRow(sub('kind=1&nth=3&use=现场'), filler)).toMatchObject({ kind: { id: 1 }, nth: 3, use: '现场', qty: 1 });
    expect(startingRow(sub('kind=1'), filler)).not.toHaveProperty('note');
    expect(startingRow(sub(), filler)).toMatchObject({ kind: { id: 2 } });
  });

  it('has no column for them and sends none, beside its record', () => {
    expect(rowSpecs(sub('kind=1&use=现场'), null).map(({ def }) => def.field_name)).toEqual(['nth', 'note', 'qty']);
    expect(rowSpecs(sub(), null).map(({ def }) => def.field_name)).toEqual(['kind', 'nth', 'use', 'note', 'qty']);
  });
});
