import { describe, expect, it } from 'vitest';
import type { DictDef } from '#protocol/meta/suite.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from '../check.ts';

const named = (uid: string) => ({ uid, key_name: '名', key_name_en: 'Name' });
const sub = (rest: Partial<SubtableDef>): SubtableDef => ({ ...named('s'), table_name: 'part', parent_field: 'job', inline: 1, ...rest });
const uses: DictDef = {
  ...{ uid: 'uses', code: 'uses', key_name: '用途', key_name_en: 'Uses' },
  items: [
    { id: 3, key_name: '备用', key_name_en: 'Spare' },
    { id: 4, key_name: '停用', key_name_en: 'Out of use', hidden: 1 },
  ],
};
const errors = (query: string, rest: Partial<SubtableDef> = {}, table: Partial<TableDef> = {}) =>
  checkSuites([testSuite(tablesOf(query, rest, table), { dicts: [uses] })]).errors;
const tablesOf = (query: string, rest: Partial<SubtableDef>, table: Partial<TableDef>): TableDef[] => [
  testTable('job', { fields: [field('kind', { data_type: 'int' })], subtables: [sub({ query, ...rest })], ...table }),
  testTable('part', {
    fields: [
      field('class', { data_type: 'select', items: 'uses' }),
      field('job', { data_type: 'entity', source: 'job' }),
      field('other', { data_type: 'entity', source: 'job' }),
      field('kind', { data_type: 'select', items: [{ id: 1, key_name: '一', key_name_en: 'One' }] }),
      field('use', { data_type: 'text', length: 5 }),
      field('nth', { data_type: 'int' }),
      field('twice', { data_type: 'int', calc: 'nth*2' }),
      field('day', { data_type: 'date' }),
      field('count', { data_type: 'int', onchange: 'stage=count' }),
      field('stage', { data_type: 'int' }),
      field('twin', { data_type: 'entity', source: 'part', fetch: 'copied=nth' }),
      field('copied', { data_type: 'int' }),
    ],
  }),
];

describe('META-01 query of a sub-table is found out before anybody opens it', () => {
  it('is sound with a choice, a number, a short text, blanks beside them; in a tab with a choice or a number', () => {
    expect(errors('kind=1&use=现场 & nth=-7')).toEqual([]);
    expect(errors('kind=1&nth=0', { inline: 0 }, { tabs: 1 })).toEqual([]);
    // a choice of a dictionary, though it is offered no more: rows of before have it
    for (const query of ['class=3', 'class=4']) {
      expect(errors(query)).toEqual([]);
      expect(errors(query, { inherit: 0 })).toEqual([]);
      expect(errors(query, { inline: 0 }, { tabs: 1 })).toEqual([]);
    }
    expect(errors('', {}, { subtables: [sub({ query: 'kind=1' }), sub({ uid: 's2', parent_field: 'other' })] })).toEqual([]);
    for (const query of ['kind=1', 'nth={kind}', 'twice=2', 'day={today}']) expect(errors(query, { inherit: 0 })).toEqual([]);
  });

  it.each<[string, string, Partial<SubtableDef>, Partial<TableDef>, RegExp]>([
    ['nothing', ' & ', {}, {}, /it narrows nothing/],
    ['a field that there is not', 'kint=1', {}, {}, /unknown field kint/],
    ['a field twice', 'nth=1&nth=2', {}, {}, /nth stands twice/],
    ['the record', 'job=1', {}, {}, /job names the record already/],
    ['what is calculated', 'twice=2', {}, {}, /twice is filled in by itself/],
    ['what follows from another', 'stage=1', {}, {}, /stage is written by what follows or is copied there/],
    ['what a choice copies', 'copied=1', {}, {}, /copied is written by what follows or is copied there/],
    ['a day', 'day=2026-01-01', {}, {}, /day, a date, says no kind of rows/],
    ['a reference', 'other=1', {}, {}, /other, a entity, says no kind of rows/],
    ['a choice that there is not', 'kind=2', {}, {}, /kind has no choice 2/],
    ['a choice that the dictionary has not', 'class=1', {}, {}, /class has no choice 1/],
    ['a choice that the dictionary has not, of what is bound', 'class=1', { inherit: 0 }, {}, /class of part cannot be 1/],
    ['no number', 'nth=01', {}, {}, /01 is no value of nth/],
    ['no text', 'use=', {}, {}, /nothing is no value of use/],
    ['a text too long', 'use=123456', {}, {}, /123456 is no value of use/],
    ['a field of the record', 'nth={kind}', {}, {}, /nth=\{kind\} follows a field of the record/],
    ['a text in a tab', 'use=现场', { inline: 0 }, { tabs: 1 }, /looks for a text inside of others/],
    ['a bound field that there is not', 'kint=1', { inherit: 0 }, {}, /part has no field kint/],
    ['a bound choice that there is not', 'kind=2', { inherit: 0 }, {}, /kind of part cannot be 2/],
    ['no field of the record, of what is bound', 'nth={kint}', { inherit: 0 }, {}, /unknown field \{kint\}/],
    ['another type, of what is bound', 'day={kind}', { inherit: 0 }, {}, /cannot be compared with \{kind\}/],
    ['no query, of what is bound', '', { inherit: 0 }, {}, /nothing is no query/],
  ])('%s is refused', (_, query, rest, table, reason) => {
    const found = errors(query, rest, table);
    expect(found.map((one) => one.reason).join('\n')).toMatch(reason);
    expect(found.every((one) => one.file === 'suites/test/tables/job.ts' && one.path === 'subtables[part].query' && one.mend)).toBe(true);
  });
});

describe('META-01 one table twice below a record', () => {
  const both = (one: Partial<SubtableDef>, other: Partial<SubtableDef>, table: Partial<TableDef> = {}) =>
    errors(
      '',
      {},
      {
        subtables: [sub({ name: 'planned', query: 'nth=1', ...one }), sub({ uid: 's2', name: 'done', query: 'nth=2', ...other })],
        ...table,
      },
    );
  const told = (found: ReturnType<typeof both>) => found.map(({ path, reason, mend }) => `${path}: ${reason}; ${mend}`).join('\n');

  it('is sound where each has a name, and some field another value; expressions, lists and write-backs speak of them by it', () => {
    const total = (calc: string) => field('total', { data_type: 'int', calc });
    expect(both({ query: 'kind=1&nth=1' }, { query: 'use=一&nth=2' })).toEqual([]);
    expect(both({}, {}, { fields: [total('sum(planned.count)-sum(done.count)')] })).toEqual([]);
    expect(both({ onchange: 'most=sum(planned.count)' }, {}, { fields: [field('most', { data_type: 'int' })] })).toEqual([]);
    for (const calc of ['sum(part.count)', 'sum(planed.count)', 'sum(done.cout)'])
      expect(told(both({}, {}, { fields: [total(calc)] }))).toMatch(/fields\[total\]\.calc: .*unknown/);
  });

  it.each<[string, Partial<SubtableDef>, Partial<SubtableDef>, RegExp]>([
    ['no name', {}, { name: undefined }, /subtables\[part\]\.name: subtable part\.job stands twice.*give each of them a name/],
    ['one name for both', {}, { name: 'planned' }, /subtables\[planned\]\.name: planned stands twice/],
    ['names that only capitals tell apart', {}, { name: 'Planned' }, /subtables\[Planned\]\.name: Planned stands twice/],
    ['the name of a table', {}, { name: 'part' }, /subtables\[part\]\.name: part is a table/],
    ['the name of a field', {}, { name: 'kind' }, /subtables\[kind\]\.name: kind is a field of job/],
    ['a name of every object', {}, { name: 'constructor' }, /constructor is a name that every object has/],
    ['the same rows', {}, { query: 'nth=1' }, /subtables\[done\]\.query: a row may stand in both/],
    ['fields of which each names one', { query: 'kind=1' }, {}, /a row may stand in both/],
    ['all rows in one', {}, { query: undefined }, /a row may stand in both/],
    ['bound rows', { inherit: 0 }, {}, /subtables\[done\]\.inherit: rows that are bound by job would stand in both/],
  ])('%s: refused', (_, one, other, reason) => {
    expect(told(both(one, other))).toMatch(reason);
  });
});
