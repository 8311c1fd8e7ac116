import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSuites } from '#protocol/check/check.ts';
import type { ReportDef, ReportMeasureDef, ReportTargetDef } from '#protocol/meta/report.ts';
import { testSuite } from '#protocol/meta/testing-suite.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import type { Db } from '#server/db/db.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { sys } from '#suites/sys/suite.ts';
import { putRows } from '../read/testing-rows.ts';
import { type Lab, openLab } from '../testing.ts';
import { lab as suite } from '../testing-suite.ts';
import { putMany, reportsOf } from './testing-report.ts';

/** The same definitions without a summary. */
const plain = { ...suite, tables: suite.tables.map(({ summaries: _, ...table }) => table) };

let lab: Lab;
let said: string[];
let reports: ReturnType<typeof reportsOf>;
let byRows: ReturnType<typeof reportsOf>;
beforeAll(async () => {
  lab = await openLab();
  await putMany(lab, (await putRows(lab)).vault.one);
  const catalogue = loadCatalogue([sys, plain]);
  said = [];
  const { db } = lab.house;
  // reports are read in a transaction of one instant
  const tx: Db['tx'] = (work, options) =>
    db.tx((at) => work({ query: (text, values) => at.query(said[said.push(text) - 1]!, values) }), options);
  reports = reportsOf({ ...lab, house: { ...lab.house, db: { ...db, tx } } });
  byRows = reportsOf({ ...lab, house: { ...lab.house, catalogueOf: () => catalogue } });
});
afterAll(() => lab.close());

const READERS = ['own', 'dept', 'all', 'mixed', 'nodept', 'root'];
const TARGETS: readonly ReportTargetDef[] = [
  { name: 'type', fields: 'type' },
  { name: 'unit', fields: 'department_entity' },
  { name: 'owner', fields: 'owner_entity' },
  { name: 'day', fields: 'begin_date', type: 'DATE', periods: ['DAILY'] },
  { name: 'month', fields: 'begin_date', type: 'DATE', periods: ['MONTH'] },
  { name: 'quarter', fields: 'begin_date', type: 'DATE', periods: ['QUARTER'] },
  { name: 'year', fields: 'begin_date', type: 'DATE', periods: ['YEAR'] },
  { name: 'five', fields: 'num', type: 'BAND', bands: ['5'] },
  { name: 'head', fields: 'owner_entity.department_entity' },
  { name: 'code', fields: 'code' },
  { name: 'top', fields: 'department_entity', type: 'TIER', tier: 1 },
  { name: 'next', fields: 'department_entity', type: 'TIER', tier: 2 },
];
const MEASURES: readonly ReportMeasureDef[] = [
  { name: 'num', of: 'count' },
  { name: 'total', of: 'sum', field: 'amount' },
  { name: 'hidden', of: 'sum', field: 'secret' },
  { name: 'most', of: 'max', field: 'amount' },
  { name: 'worth', of: 'sum', field: 'amount', times: 'num', key_name: '积', key_name_en: 'Product' },
];
const WHERES = [undefined, undefined, undefined, 'type=1', 'department_entity is empty', 'num>3', 'amount>0', 'begin_date>=2025-01-01'];
const ASKS: readonly Record<string, FieldFilter>[] = [
  {},
  { type: { op: 'in', value: [1, 3] } },
  { unit: 32 },
  { when: ['2024-01-01', '2025-12-31'] },
  { when: ['2024-02-01', null] },
  { when: [null, '2024-02-29'] },
  { when: ['2024-02-02', '2025-12-30'], unit: 31 },
  { when: { op: 'empty' } },
  { amount: { op: '>', value: '3' } },
];
const at = <T>(list: readonly T[]) => fc.constantFrom(...list);
const cases = fc.record({
  ask: at(ASKS),
  def: fc
    .record({
      targets: fc.uniqueArray(at(TARGETS), { maxLength: 3 }),
      sub: fc.boolean(),
      /** its last target stands across, where there are two */
      crossed: fc.boolean(),
      // most of them such that a summary may serve
      measures: fc.array(fc.tuple(fc.oneof({ weight: 9, arbitrary: at(MEASURES.slice(0, 3)) }, at(MEASURES)), at(WHERES)), {
        minLength: 1,
        maxLength: 4,
      }),
      where: at(WHERES.slice(0, 5)),
      balance: fc.boolean(),
    })
    .map(({ targets, sub, crossed: asked, measures, where, balance }): ReportDef => {
      const isDated = balance && targets.some(({ type }) => type === 'DATE');
      const crossed = asked && targets.length > 1;
      const last = targets.length - 1;
      return {
        ...{ uid: 'lab.r.summed', report_name: 'summed', key_name: '汇总', key_name_en: 'Summed' },
        ...(crossed ? { type: 'PIVOT' as const } : {}),
        sources: [{ name: 'p', cloud: 'plan', ...(where ? { where } : {}) }],
        searchs: {
          fields: [
            { name: 'type', fields: 'type', op: 'in' },
            { name: 'unit', fields: 'department_entity', op: 'below' },
            { name: 'when', fields: 'begin_date', op: 'range' },
            { name: 'amount', fields: 'amount' },
          ],
        },
        targets: targets.map((target, nth) => ({
          ...target,
          ...(crossed && nth === last ? { axis: 'column' as const } : {}),
          ...(sub && nth < last - Number(crossed) ? { sub: 1 as const } : {}),
        })),
        indexs: measures.map(([measure, of], nth) => ({
          ...measure,
          name: `m${nth}`,
          ...(isDated && measure.of !== 'max' ? { last: 1 as const } : {}),
          ...(of ? { where: of } : {}),
        })),
      };
    }),
});

/** What reports read since: `day`, `month` of summaries, or the rows. */
const readSince = (from: number): string[] =>
  said
    .slice(from)
    .filter((text) => /^with (b1\(|r1 )/.test(text))
    .map((text) => /from sum\."plan\.(\w+)"/.exec(text)?.[1] ?? 'rows');

describe.each(READERS)('PAGES-07 a report of summaries as %s has it', (login) => {
  it('is the same to the letter as of the rows, between writes, the bin and folds (Q6)', async () => {
    const from = said.length;
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(cases, async ({ def, ask }) => {
        turn += 1;
        await lab.base.db.query(WRITES[turn % WRITES.length]!);
        expect(checkSuites([sys, suite, testSuite([], { requires: ['sys', 'lab'], reports: [def] })]).errors).toEqual([]);
        reports.put(def);
        byRows.put(def);
        const asked = { filters: { fields: ask }, rows: 1000 };
        const told = (of: typeof reports) => of.ask(login, 'summed', asked).catch(({ code }: { code: number }) => code);
        expect(await told(reports)).toEqual(await told(byRows));
      }),
      { numRuns: 60, seed: 21 },
    );
    const read = readSince(from);
    expect(read).toContain('rows');
    // whose rows are said by who made them has no summary
    expect(new Set(read)).toEqual(new Set(['own', 'mixed'].includes(login) ? ['rows'] : ['day', 'month', 'rows']));
  });
});

const WRITES = [
  'update app.plan set amount = amount + 1 where id % 3 = 0',
  'select sum.fold()',
  'update app.plan set deleted_time = now() where id % 7 = 0',
  `update app.plan set begin_date = begin_date + 31, type = 1 + id % 3 where id % 5 = 0`,
  'select 1',
  'update app.plan set deleted_time = null, amount = null where deleted_time is not null',
];

const REPORT: ReportDef = {
  ...{ uid: 'lab.r.one', report_name: 'one', key_name: '一', key_name_en: 'One' },
  sources: [{ name: 'p', cloud: 'plan' }],
  searchs: { fields: [{ name: 'when', fields: 'begin_date', op: 'range' }] },
  targets: [{ name: 'owner', fields: 'owner_entity' }],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'total', of: 'sum', field: 'amount' },
  ],
};

describe('PAGES-07 what a report reads', () => {
  it.each<[string, string, Partial<ReportDef>, Record<string, FieldFilter>, string]>([
    ['a target, count and sum of it', 'all', {}, {}, 'month'],
    ['whole months of days that it has by month', 'all', {}, { when: ['2024-02-01', '2024-02-29'] }, 'month'],
    ['days that begin within a month', 'all', {}, { when: ['2024-02-02', '2024-02-29'] }, 'rows'],
    ['days that end within a month', 'all', {}, { when: ['2024-02-01', '2024-02-28'] }, 'rows'],
    ['no day of the calendar', 'all', {}, { when: [null, '2024-02-31'] }, 'rows'],
    ['the days themselves', 'all', { targets: [TARGETS[3]!] }, { when: ['2024-02-02', '2024-02-29'] }, 'day'],
    ['nodes of a tree at a depth', 'all', { targets: [{ name: 'unit', fields: 'department_entity', type: 'TIER', tier: 2 }] }, {}, 'day'],
    ['a tree', 'all', { type: 'TREE', targets: [{ name: 'unit', fields: 'department_entity' }] }, {}, 'day'],
    [
      'a tree of some months',
      'all',
      { type: 'TREE', targets: [{ name: 'unit', fields: 'department_entity' }] },
      { when: ['2024-02-01', '2024-02-29'] },
      'day',
    ],
    [
      'a tree of what none has',
      'all',
      { targets: [{ name: 'unit', fields: 'owner_entity.department_entity', type: 'TIER', tier: 1 }] },
      {},
      'month',
    ],
    ['a column that none has', 'all', { targets: [{ name: 'code', fields: 'code' }] }, {}, 'rows'],
    ['a condition on what is added up', 'all', { indexs: [{ name: 'num', of: 'count', where: 'amount>0' }] }, {}, 'rows'],
    ['the largest', 'all', { indexs: [{ name: 'most', of: 'max', field: 'amount' }] }, {}, 'rows'],
    [
      'a variant with its condition',
      'all',
      { sources: [{ name: 'p', cloud: 'plan[big]' }], targets: [], searchs: { fields: [] } },
      {},
      'rows',
    ],
    ['what a department may see', 'dept', {}, {}, 'month'],
    ['what he made himself', 'own', {}, {}, 'rows'],
  ])('%s, by %s', async (_, login, more, ask, read) => {
    const def = { ...REPORT, ...more };
    reports.put(def);
    byRows.put(def);
    const from = said.length;
    const asked = { filters: { fields: ask } };
    const told = await reports.ask(login, 'one', asked).catch(({ code }: { code: number }) => code);
    const of = await byRows.ask(login, 'one', asked).catch(({ code }: { code: number }) => code);
    expect(told).toEqual(of);
    if (typeof told === 'object') expect(readSince(from)).toEqual([read]);
  });
});
