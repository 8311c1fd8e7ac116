import { describe, expect, it } from 'vitest';
import { DATA_TYPES, valueTypeOf } from '#protocol/meta/data-types.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { withRowBounds } from '#protocol/rules/form/row-bounds.ts';
import { checkSuites } from './check.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const items = [{ id: 1, ...named }];
const wrong = (...tables: TableDef[]) => checkSuites([testSuite(tables)]).errors.map(({ path, reason }) => `${path}: ${reason}`);

describe('META-01 what the wire carries of a field may be said, as it follows from its type', () => {
  it('a reference and a choice are an object, several and files a list, the rest a value', () => {
    const of = (said: string) => DATA_TYPES.filter((type) => valueTypeOf(type) === said);
    expect(of('Object')).toEqual(['entity', 'select', 'radio']);
    expect(of('List')).toEqual(['entities', 'checkbox', 'image', 'file', 'video', 'media']);
  });
  it.each([
    ['text', 'Value', {}],
    ['select', 'Object', { items }],
    ['checkbox', 'List', { items }],
  ] as const)('a %s may say %s, and nothing else', (data_type, value_type, rest) => {
    const said = (type: 'Value' | 'Object' | 'List') =>
      wrong(testTable('t', { fields: [field('f', { data_type, ...rest, value_type: type })] }));
    expect(said(value_type)).toEqual([]);
    for (const other of (['Value', 'Object', 'List'] as const).filter((one) => one !== value_type))
      expect(said(other)).toEqual([`fields[f].value_type: the wire carries ${value_type} of a ${data_type}, not ${other}`]);
  });
});

describe('SUB-03 how many rows a record has is said by the table of the rows, unless the sub-table says otherwise', () => {
  const sub = (rest: Partial<SubtableDef> = {}): SubtableDef => ({
    ...{ uid: 's', ...named, table_name: 'line', parent_field: 'bill_entity', inline: 1 },
    ...rest,
  });
  const line = (rest: Partial<TableDef>) =>
    testTable('line', { fields: [field('bill_entity', { data_type: 'entity', source: 'bill' })], ...rest });
  const bill = (rest: Partial<SubtableDef> = {}) => testTable('bill', { subtables: [sub(rest)] });
  const bounds = (rows: Partial<TableDef>, own: Partial<SubtableDef> = {}) => {
    const suites = withRowBounds([testSuite([bill(own), line(rows)])]);
    const { min, max } = suites[0]!.tables[0]!.subtables![0]!;
    expect(withRowBounds(suites)).toEqual(suites);
    return [min, max];
  };
  it('each bound by itself; 0 is a word of its own', () => {
    expect(bounds({ min: 1, max: 5 })).toEqual([1, 5]);
    expect(bounds({ min: 1, max: 5 }, { min: 0 })).toEqual([0, 5]);
    expect(bounds({ min: 1 }, { max: 9 })).toEqual([1, 9]);
    expect(bounds({})).toEqual([undefined, undefined]);
    expect(wrong(bill(), line({ min: 1, max: 5 }))).toEqual([]);
  });
  it.each<[string, TableDef, Partial<TableDef>, string]>([
    ['bounds the wrong way', bill(), { min: 3, max: 2 }, 'min: min is above max'],
    ['rows of nothing', testTable('bill', {}), { max: 2 }, 'max: line is the sub-table of no table'],
    ['more than a sub-table takes', bill({ max: 1 }), { min: 2 }, 'subtables[line].min: min is above max'],
    [
      'rows that nobody can add',
      bill({ readonly: 1 }),
      { min: 2 },
      'subtables[line].min: rows are demanded, and nobody can add one (readonly)',
    ],
  ])('%s: refused', (_, parent, rows, said) => expect(wrong(parent, line(rows))).toContain(said));
  it('rows in a tab are saved one by one: their sub-table says that none must be there', () => {
    const tabbed = (rest: Partial<SubtableDef>) => ({
      ...testTable('bill', { subtables: [{ ...sub(rest), inline: 0 as const }] }),
      tabs: 1 as const,
    });
    expect(wrong(tabbed({}), line({ min: 1 })).join()).toContain('subtables[line].min: rows in a tab are saved one by one');
    expect(wrong(tabbed({ min: 0 }), line({ min: 1, max: 4 }))).toEqual([]);
  });
});
