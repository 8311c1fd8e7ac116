import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { askedFields, detailFields, moved, offField } from './pick-row.ts';
import { latest } from './recent.ts';
import { given, halfOf, taken } from './use-transfer.ts';

const field = (field_name: string, rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: field_name, field_name, key_name: field_name, key_name_en: field_name, data_type: 'text' },
  ...rest,
});
const unit = field('unit_entity', { data_type: 'entity', source: 'unit' });
const status = field('status', { data_type: 'radio' });
const table: TableDef = {
  ...{ uid: 't', table_name: 't', key_name: '人', key_name_en: 'People', states: [], english_name: 'name_en', group: 'unit_entity' },
  fields: [field('key_name'), field('name_en'), field('login', { unique: 1 }), field('title'), unit, status],
  styles: [
    { uid: 's', field: 'status', value: '2,3', style: 'off', target: 'ROW' },
    { uid: 'c', field: 'title', value: 'x', style: 'off', target: 'Cell' },
  ],
};
const row = (id: number, rest: Partial<WireRow> = {}): WireRow => ({ id, key_name: `人${id}`, ...rest });
const ids = (rows: readonly WireRow[]) => rows.map(({ id }) => id);

describe('PAGES-06 a line of a picker', () => {
  it('says beside the name the first plain text and the group, and asks for what its styles look at', () => {
    expect(detailFields(table, unit).map((each) => each.field_name)).toEqual(['title', 'unit_entity']);
    expect(detailFields(table, undefined).map((each) => each.field_name)).toEqual(['title']);
    expect(askedFields(table, detailFields(table, unit))).toBe('key_name,title,unit_entity,status');
  });
  it('is off where a style says so of the whole row, and by which field', () => {
    expect(offField(table, row(1, { status: { id: 2, key_name: '停用' } }))).toBe(status);
    expect(offField(table, row(1, { status: { id: 1, key_name: '启用' } }))).toBeUndefined();
    expect(offField(table, row(1, { title: 'x' }))).toBeUndefined();
  });
  it('moves to another place, and nowhere beyond the ends', () => {
    expect(moved([1, 2, 3], 0, 2)).toEqual([2, 3, 1]);
    expect(moved([1, 2, 3], 2, 0)).toEqual([3, 1, 2]);
    for (const to of [-1, 3]) expect(moved([1, 2, 3], 1, to)).toEqual([1, 2, 3]);
  });
});

describe('PAGES-05 the transfer picker', () => {
  const blind = row(0, { unauthorized: 1 });
  it('takes what may be ticked, in its order, behind what was chosen', () => {
    expect(ids(taken([row(9)], [row(1), row(2), row(3)], new Set([3, 1, 7])))).toEqual([9, 1, 3]);
  });
  it('gives back what is ticked; what one may not see stays', () => {
    expect(ids(given([blind, row(1), row(2)], new Set([0, 1])))).toEqual([0, 2]);
  });
  it('ticks all that may be, then none; what is not there is not ticked', () => {
    let ticked: ReadonlySet<number> = new Set([1, 99]);
    const half = () =>
      halfOf([row(1), row(2), row(3)], [row(1), row(3)], ticked, (next) => {
        ticked = next;
      });
    expect([...half().checked]).toEqual([1]);
    half().toggleAll();
    expect([...ticked]).toEqual([1, 3]);
    half().toggleAll();
    expect([...ticked]).toEqual([]);
    half().toggle(3);
    half().toggle(1);
    half().toggle(3);
    expect([...ticked]).toEqual([1]);
  });
});

describe('PAGES-06 who was chosen last', () => {
  it('stands first, each once, eight at most', () => {
    expect(latest([], [4, 7])).toEqual([7, 4]);
    expect(latest([7, 4, 9], [4])).toEqual([4, 7, 9]);
    expect(latest([1, 2, 3, 4, 5, 6, 7, 8], [9, 3])).toEqual([3, 9, 1, 2, 4, 5, 6, 7]);
  });
});
