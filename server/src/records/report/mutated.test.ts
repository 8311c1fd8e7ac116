import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSuites } from '#protocol/check/check.ts';
import { Refusal } from '#protocol/codes.ts';
import { type ReportDef, reportDef } from '#protocol/meta/report.ts';
import { testSuite } from '#protocol/meta/testing-suite.ts';
import { reportIndexOp } from '#protocol/ops/report.ts';
import { sys } from '#suites/sys/suite.ts';
import { putRows } from '../read/testing-rows.ts';
import { type Lab, openLab } from '../testing.ts';
import { lab as suite } from '../testing-suite.ts';
import { putMany, reportsOf } from './testing-report.ts';

let lab: Lab;
let reports: ReturnType<typeof reportsOf>;
beforeAll(async () => {
  lab = await openLab();
  await putMany(lab, (await putRows(lab)).vault.one);
  reports = reportsOf(lab);
});
afterAll(() => lab.close());

const LABEL = { key_name: '甲', key_name_en: 'A' };
const DEFS: readonly ReportDef[] = [
  {
    ...{ uid: 'lab.r.m', report_name: 'm', ...LABEL },
    sources: [{ name: 'p', cloud: 'plan', where: 'type in (1,2)&amount>0' }],
    searchs: {
      fields: [
        { name: 'unit', fields: 'department_entity', op: 'below' },
        { name: 'band', fields: 'amount', op: 'range' },
      ],
    },
    targets: [
      { name: 'type', fields: 'type', sub: 1 },
      { name: 'band', fields: 'amount', type: 'BAND', bands: ['0', '10.5', '100'] },
    ],
    indexs: [
      { name: 'num', of: 'count', where: 'code is not empty' },
      { name: 'sum', of: 'sum', field: 'amount' },
      { name: 'rate', calc: 'sum/num', ...LABEL },
      { name: 'part', share: 'sum', percent: 1, ...LABEL },
    ],
    order: '-sum',
  },
  {
    ...{ uid: 'lab.r.m', report_name: 'm', ...LABEL },
    sources: [
      { name: 'p', cloud: 'plan' },
      { name: 'q', cloud: 'request' },
    ],
    targets: [
      {
        name: 'when',
        fields: { p: 'create_time', q: 'create_time' },
        type: 'DATE',
        periods: ['MONTH', 'DAILY', 'QUARTER', 'YEAR'],
        fill: 1,
        value: 'now',
      },
    ],
    indexs: [
      { name: 'num', of: 'count', source: 'p' },
      { name: 'asked', of: 'sum', source: 'q', field: 'amount' },
      { name: 'run', run: 'num', until: 'as_of', ...LABEL },
      { name: 'rate', calc: 'asked/run', percent: 1, ...LABEL },
    ],
    compare: ['last', 'year'],
  },
  {
    ...{ uid: 'lab.r.m', report_name: 'm', ...LABEL, type: 'REPORT' },
    sources: [{ name: 'p', cloud: 'plan_item' }],
    targets: [
      { name: 'type', fields: 'plan_entity', sub: 1 },
      { name: 'unit', fields: 'plan_entity.department_entity' },
    ],
    indexs: [{ name: 'num', of: 'count' }],
    drill: { path: ['type', 'unit'] },
    chart: { kind: 'map', place: { row: 'num', col: 'num', short: 'code' } },
  },
];

/** What stands in the place of something of a definition or a request. */
const STRANGE: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    'plan',
    'request',
    'vault',
    'user',
    'type',
    'amount',
    'department_entity',
    'owner_entity.department_entity',
    'begin_date',
    'due_time',
    'memo',
    'tags',
    'site_entity',
  ),
  fc.constantFrom<unknown>(
    'p',
    'q',
    'num',
    'sum',
    'rate',
    '-rate',
    'when',
    'VALUE',
    'DATE',
    'BAND',
    'count',
    'sum',
    'min',
    'distinct',
    'below',
    'range',
    'in',
    'now',
  ),
  fc.constantFrom<unknown>(
    '',
    '0',
    '-1',
    '1e400',
    '__proto__',
    'toString',
    'then',
    "x'; drop table app.plan; --",
    '=cmd|',
    '‮',
    'a'.repeat(2000),
    0,
    1,
    -1,
    1e9,
    null,
    [],
    {},
  ),
  fc.constantFrom<unknown>(
    undefined,
    ['0', '1'],
    ['99999999999999999999', '99999999999999999999.1'],
    { p: 'type', q: 'review_state' },
    'type=1|type=2',
    'num/0',
    'num-num',
    '(num',
    'amount>0',
  ),
);
type Steps = readonly (readonly [number, unknown])[];
const steps = fc.array(fc.tuple(fc.nat(1000), STRANGE), { minLength: 1, maxLength: 4 });

/** Somewhere inside something else stands. */
function mutated<T>(of: T, all: Steps): unknown {
  const copy = structuredClone(of) as unknown;
  for (const [at, value] of all) {
    const places: [Record<string, unknown>, string][] = [];
    const walk = (one: unknown): void => {
      if (typeof one !== 'object' || one === null) return;
      for (const key of Object.keys(one)) {
        places.push([one as Record<string, unknown>, key]);
        walk((one as Record<string, unknown>)[key]);
      }
    };
    walk(copy);
    const [holder, key] = places[at % places.length] ?? [];
    if (holder && !['uid', 'report_name'].includes(key!)) {
      if (value === undefined) delete holder[key!];
      else holder[key!] = structuredClone(value);
    }
  }
  return copy;
}

const ASKS: readonly Record<string, unknown>[] = [
  { filters: { fields: { unit: 32, band: [null, 50] } }, targets: 'type', sort: '-num', page: 1, rows: 20 },
  { period: 'MONTH', value: '2026', compare: 'year', sort: 'num', page: 1, rows: 50 },
  { period: 'DAILY', value: '2026-01-31,2026-03-31', compare: 'last', page: 2, rows: 10 },
  { within: { type: 20_001 }, targets: 'type', page: 1, rows: 10 },
  { period: 'QUARTER', value: '2025-Q1,2026-Q4', compare: 'last', targets: '', page: 1, rows: 10 },
];
const EXPECTED = new Set([312, 314, 316, 317, 341]);

describe('PAGES-07 mutated reports and requests (Q12)', () => {
  it.each(['own', 'dept', 'all'])('what the check takes is answered or refused, never broken, for %s', async (login) => {
    let taken = 0;
    const answers = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...DEFS),
        fc.oneof(fc.constant([]), steps),
        fc.constantFrom(...ASKS),
        fc.oneof(fc.constant([]), steps),
        async (base, change, asked, other) => {
          const raw = mutated(base, change) as ReportDef;
          const { errors } = checkSuites([sys, suite, testSuite([], { requires: ['sys', 'lab'], reports: [raw] })]);
          if (errors.length > 0) return;
          taken += 1;
          reports.put(reportDef.parse(raw));
          const request = reportIndexOp.request.safeParse(wired({ cloud: 'm', ...(mutated(asked, other) as object) }));
          if (!request.success) return;
          const code = await reports.ask(login, 'm', request.data).then(
            () => 200,
            (error: unknown) => {
              if (error instanceof Refusal && EXPECTED.has(error.code)) return error.code;
              throw error;
            },
          );
          answers.set(code, (answers.get(code) ?? 0) + 1);
        },
      ),
      { numRuns: 250, seed: 17 },
    );
    expect(taken).toBeGreaterThan(100);
    expect(answers.get(200)).toBeGreaterThan(20);
    expect(answers.get(317)).toBeGreaterThan(5);
  });
});

/** As a form sends it: texts, and JSON where there is structure. */
const wired = (request: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(request).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]));
