import { describe, expect, it } from 'vitest';
import type { SummaryDef } from '#protocol/meta/report/summary.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from './check.ts';

const FIELDS = [
  ...[field('unit', { data_type: 'entity', source: 'fund' }), field('day', { data_type: 'date' }), field('at', { data_type: 'datetime' })],
  ...[field('price', { data_type: 'numeric' }), field('pieces', { data_type: 'int' }), field('note', { data_type: 'text' })],
];
const SUMMARY = { uid: 's', name: 'month', by: ['unit', 'day:MONTH'], sum: ['price'] };
const fund = (more: Partial<SummaryDef> = {}, rest: Partial<TableDef> = {}) =>
  testTable('fund', { fields: FIELDS, summaries: [{ ...SUMMARY, ...more }], ...rest });
const wrong = (one: TableDef) =>
  checkSuites([testSuite([one])]).errors.map(({ file, path, reason, mend }) => `${file} ${path}: ${reason}; ${mend}`);

describe('META-01 a summary of a table', () => {
  it('stands by references, choices, whole numbers and days, over numbers', () => {
    expect(wrong(fund())).toEqual([]);
    expect(wrong(fund({ by: ['pieces', 'day'], sum: [] }))).toEqual([]);
  });
  it.each<[string, TableDef, string]>([
    ['by a field that there is not', fund({ by: ['untl'] }), 'summaries[month].by: untl is no field of this table’s own'],
    ['by a column that every table has', fund({ by: ['create_entity'] }), 'create_entity is no field of this table’s own'],
    ['by a text', fund({ by: ['note'] }), 'rows are not put together by note, a text'],
    ['by a moment', fund({ by: ['at'] }), 'rows are not put together by at, a datetime'],
    ['by months of what is no day', fund({ by: ['pieces:MONTH'] }), 'pieces, a int, is no day'],
    ['over a text', fund({ sum: ['note'] }), 'summaries[month].sum: note, a text, does not add up'],
    ['over what it is by', fund({ by: ['unit', 'pieces'], sum: ['pieces'] }), 'pieces stands twice'],
    ['by one field twice', fund({ by: ['day', 'day:YEAR'] }), 'day stands twice'],
    ['by another word than a period', fund({ by: ['day:WEEK'] }), 'a field, or field:MONTH, :QUARTER, :YEAR'],
    ['by nothing', fund({ by: [] }), 'summaries'],
    ['under a name too long for the database', fund({ name: 'm'.repeat(51) }), 'is too long for what stands in the database'],
    ['twice under one name', fund({}, { summaries: [SUMMARY, { ...SUMMARY, uid: 't', name: 'MONTH' }] }), 'MONTH stands twice'],
    ['twice under one uid', fund({}, { summaries: [SUMMARY, { ...SUMMARY, name: 'year' }] }), 'summary uid s stands twice'],
    ['of a view', fund({}, { storage: 'view' }), 'a view has no rows of its own'],
  ])('does not stand %s', (_, one, said) => {
    const found = wrong(one);
    expect(found.join('\n')).toContain(said.replace('’', "'"));
    expect(found.every((line) => /fund/.test(line))).toBe(true);
  });
});
