import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSuites } from '#protocol/check/check.ts';
import type { ReportDef, ReportMeasureDef, ReportTargetDef } from '#protocol/meta/report.ts';
import { testSuite } from '#protocol/meta/testing-suite.ts';
import { drillOf, type Key } from '#protocol/rules/report/drill.ts';
import { sys } from '#suites/sys/suite.ts';
import { putRows } from '../read/testing-rows.ts';
import { type Lab, openLab } from '../testing.ts';
import { lab as suite } from '../testing-suite.ts';
import { putMany, reportsOf, type ToldLine } from './testing-report.ts';

type Row = Readonly<Record<string, string | number | null>> & { id: number };
type Cloud = 'plan' | 'request';

let lab: Lab;
let reports: ReturnType<typeof reportsOf>;
let stored: Record<Cloud, readonly Row[]>;
beforeAll(async () => {
  lab = await openLab();
  await putMany(lab, (await putRows(lab)).vault.one);
  await lab.base.db.query(
    `insert into app.request (company_id, id, subcompany_id, key_name, amount, bonus, department_entity, review_state, create_entity, create_time)
     select 1, 50000 + n, 11, 'request ' || n, case when n % 7 <> 0 then (n - 30) * 2.5 end, 'CANARY-bonus', nullif(31 + n % 5, 35), case n % 3 when 0 then 1 else 90 end,
       2 + n % 3, timestamptz '2025-11-20Z' + n * interval '31 hours' from generate_series(1, 90) n`,
  );
  reports = reportsOf(lab);
  const read = (cloud: Cloud) =>
    lab.base.db.query<Row>(
      `select id, department_entity, create_entity, amount::text, to_char(create_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as made from app.${cloud}`,
    );
  stored = { plan: await read('plan'), request: await read('request') };
});
afterAll(() => lab.close());

/** What the lists of a table show somebody; no report has part in it. */
async function listed(login: string, cloud: Cloud): Promise<readonly Row[]> {
  const ids = new Set((await reports.list(login, { cloud, filters: { fields: {} } })).ids);
  return stored[cloud].filter(({ id }) => ids.has(id));
}

const TARGETS: readonly [ReportTargetDef, (row: Row) => Key][] = [
  [{ name: 'unit', fields: 'department_entity' }, (row) => row.department_entity ?? null],
  [{ name: 'who', fields: { p: 'create_entity', q: 'create_entity' } }, (row) => row.create_entity ?? null],
  [{ name: 'made', fields: 'create_time', type: 'DATE', periods: ['MONTH'] }, (row) => String(row.made).slice(0, 7)],
];
const WHERES: readonly [string | undefined, (row: Row) => boolean][] = [
  [undefined, () => true],
  ['amount>0', (row) => Number(row.amount ?? 0) > 0],
  ['amount is empty', (row) => row.amount === null],
];
const SOURCES: Readonly<Record<'p' | 'q', Cloud>> = { p: 'plan', q: 'request' };
const MEASURES: readonly [ReportMeasureDef, (rows: readonly Row[]) => unknown][] = [
  [{ name: 'num', of: 'count' }, (rows) => rows.length],
  [{ name: 'sum', of: 'sum', field: 'amount' }, (rows) => sum(rows)],
  [
    { name: 'units', of: 'distinct', field: 'department_entity' },
    (rows) => new Set(rows.flatMap((row) => row.department_entity ?? [])).size,
  ],
];
/** Millionths, added as whole numbers; both tables keep six places. */
function sum(rows: readonly Row[]): string | null {
  const all = rows.flatMap(({ amount }) => (amount === null ? [] : [BigInt(String(amount).replace('.', ''))]));
  if (all.length === 0) return null;
  const whole = all.reduce((one, other) => one + other, 0n);
  const text = String(whole < 0n ? -whole : whole).padStart(7, '0');
  return `${whole < 0n ? '-' : ''}${text.slice(0, -6)}.${text.slice(-6)}`;
}

interface Case {
  def: ReportDef;
  targets: readonly number[];
  wheres: readonly [number, number];
  measures: readonly { of: number; source: 'p' | 'q'; where: number }[];
  below: boolean;
}
const where = (at: number) => (WHERES[at]![0] ? { where: WHERES[at]![0] } : {});
const cases: fc.Arbitrary<Case> = fc
  .record({
    targets: fc.uniqueArray(fc.nat(TARGETS.length - 1), { maxLength: 3 }),
    sub: fc.boolean(),
    wheres: fc.tuple(fc.nat(2), fc.nat(2)),
    measures: fc.array(
      fc.record({ of: fc.nat(MEASURES.length - 1), source: fc.constantFrom('p' as const, 'q' as const), where: fc.nat(2) }),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
    below: fc.boolean(),
  })
  .map((one) => ({
    ...one,
    def: {
      ...{ uid: 'lab.r.two', report_name: 'two', key_name: '二', key_name_en: 'Two' },
      sources: [
        { name: 'p', cloud: 'plan', ...where(one.wheres[0]) },
        { name: 'q', cloud: 'request', ...where(one.wheres[1]) },
      ],
      searchs: { fields: [{ name: 'unit', fields: 'department_entity', op: 'below' as const }] },
      targets: one.targets.map((at, place) => ({
        ...TARGETS[at]![0],
        ...(one.sub && place < one.targets.length - 1 ? { sub: 1 as const } : {}),
      })),
      indexs: one.measures.map(({ of, source, where: only }, at) => ({ ...MEASURES[of]![0], name: `m${at}`, source, ...where(only) })),
    },
  }));

/** Each source grouped for itself, then laid beside each other: by maps, without a statement. */
function oracle(
  { def, targets, wheres, measures, below }: Case,
  rows: Readonly<Record<'p' | 'q', readonly Row[]>>,
): Map<string, unknown[]> {
  const own = (source: 'p' | 'q') =>
    rows[source].filter(
      (row) => WHERES[wheres[source === 'p' ? 0 : 1]]![1](row) && (!below || row.department_entity === 32 || row.department_entity === 33),
    );
  const levels = new Set([0, ...def.targets.flatMap(({ sub }, at) => (sub === 1 ? [at + 1] : [])), targets.length]);
  const found = new Map<string, unknown[]>();
  for (const level of levels) {
    const keyOf = (row: Row) => JSON.stringify(targets.slice(0, level).map((at) => TARGETS[at]![1](row)));
    for (const key of new Set([...(level === 0 ? ['[]'] : []), ...own('p').map(keyOf), ...own('q').map(keyOf)]))
      found.set(
        key,
        measures.map(({ of, source, where: only }) =>
          MEASURES[of]![1](own(source).filter((row) => keyOf(row) === key && WHERES[only]![1](row))),
        ),
      );
  }
  return found;
}

const keysOf = (line: Pick<ToldLine, 'keys'>): Key[] => Object.values(line.keys).map(({ id }) => id);

describe.each(['own', 'dept', 'all'])('PAGES-07 two sources as %s has them', (login) => {
  it('each source is counted for itself, and a line has what both have under its keys (Q1, Q3)', async () => {
    const rows = { p: await listed(login, 'plan'), q: await listed(login, 'request') };
    expect(Math.min(rows.p.length, rows.q.length)).toBeGreaterThan(10);
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        expect(checkSuites([sys, suite, testSuite([], { requires: ['sys', 'lab'], reports: [one.def] })]).errors).toEqual([]);
        reports.put(one.def);
        const told = await reports.ask(login, 'two', { rows: 1000, ...(one.below ? { filters: { fields: { unit: 32 } } } : {}) });
        const got = new Map(
          [{ keys: {}, ...told.total } as unknown as ToldLine, ...told.lines].map((line) => [
            JSON.stringify(keysOf(line)),
            one.def.indexs.map(({ name }) => line[name]),
          ]),
        );
        const want = oracle(one, rows);
        expect([...got.keys()].sort()).toEqual([...want.keys()].sort());
        for (const [key, figures] of want) expect(got.get(key), key).toEqual(figures);
        expect(JSON.stringify(told)).not.toContain('CANARY');
      }),
      { numRuns: 50, seed: 5 },
    );
  });
  it('each figure is the number of the list of its own source (Q2)', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        reports.put(one.def);
        const ask: Record<string, number> = one.below ? { unit: 32 } : {};
        const told = await reports.ask(login, 'two', { rows: 1000, filters: { fields: ask } });
        const line = told.lines[(one.measures.length * 7) % Math.max(1, told.lines.length)];
        for (const [at, figures] of [[[], told.total], ...(line ? [[keysOf(line), line] as const] : [])] as const)
          for (const measure of one.def.indexs.filter(({ of }) => of === 'count')) {
            const list = drillOf(one.def, { fields: ask }, at, measure);
            expect(list.cloud).toBe(SOURCES[measure.source as 'p']);
            expect((await reports.list(login, list)).total, JSON.stringify([measure, at])).toBe(figures[measure.name]);
          }
      }),
      { numRuns: 20, seed: 9 },
    );
  });
});

const BOTH: ReportDef = {
  ...{ uid: 'lab.r.both', report_name: 'both', key_name: '二', key_name_en: 'Both' },
  sources: [
    { name: 'p', cloud: 'plan' },
    { name: 'q', cloud: 'request' },
  ],
  searchs: {
    fields: [
      { name: 'unit', fields: 'department_entity', op: 'below' },
      { name: 'what', fields: { p: 'secret', q: 'amount' } },
    ],
  },
  targets: [{ name: 'unit', fields: 'department_entity' }],
  indexs: [
    { name: 'plans', of: 'sum', source: 'p', field: 'amount' },
    { name: 'secret', of: 'sum', source: 'p', field: 'secret' },
    { name: 'requests', of: 'count', source: 'q' },
    { name: 'per', calc: 'plans/requests', key_name: '均', key_name_en: 'Per request' },
  ],
};

describe('PAGES-07 sources are laid beside each other, never joined', () => {
  it('a hundred requests of a unit leave the sum of its plans as it is', async () => {
    reports.put({ ...BOTH, sources: BOTH.sources.slice(0, 1), searchs: { fields: [] }, indexs: BOTH.indexs.slice(0, 1) });
    const alone = await reports.ask('all', 'both', { rows: 1000 });
    reports.put(BOTH);
    const told = await reports.ask('all', 'both', { rows: 1000 });
    expect(Number(told.total.requests)).toBeGreaterThan(80);
    expect(told.total.plans).toBe(alone.total.plans);
    const plans = (lines: readonly ToldLine[]) => new Map(lines.map((line) => [JSON.stringify(keysOf(line)), line.plans]));
    for (const [key, figure] of plans(alone.lines)) expect(plans(told.lines).get(key), key).toBe(figure);
  });
  it('B2 B23 whoever may not list one of them has no such report; what he does not see of one is left out, searches too', async () => {
    reports.put({ ...BOTH, sources: [BOTH.sources[0]!, { name: 'q', cloud: 'vault' }] });
    await expect(reports.ask('all', 'both')).rejects.toMatchObject({ code: 312, data: {} });
    reports.put(BOTH);
    await expect(reports.ask('none', 'both')).rejects.toMatchObject({ code: 312, data: {} });
    const told = await reports.ask('dept', 'both');
    expect(told.data.left_out).toEqual(['secret']);
    expect(Object.keys(told.total)).toEqual(['plans', 'requests', 'per']);
    const loaded = await reports.load('dept', 'both');
    expect(JSON.stringify(loaded)).not.toContain('secret,');
    expect((loaded.searchs as { fields: { name: string }[] }).fields.map(({ name }) => name)).toEqual(['unit']);
    expect((loaded.sources as { key_name: string }[]).map(({ key_name }) => key_name)).toEqual(['plan', 'request']);
    await expect(reports.ask('dept', 'both', { filters: { fields: { what: 1 } } })).rejects.toMatchObject({ code: 317 });
    reports.put({ ...BOTH, targets: [{ name: 'unit', fields: { p: 'secret', q: 'amount' }, type: 'BAND', bands: ['0'] }] });
    await expect(reports.ask('dept', 'both')).rejects.toMatchObject({ code: 312 });
    reports.put({ ...BOTH, sources: [BOTH.sources[0]!, { name: 'q', cloud: 'request', where: 'bonus is empty' }] });
    expect((await reports.ask('all', 'both')).total.requests).toBeGreaterThanOrEqual(0);
  });
  it('of a report without targets there is the total alone, of one whose figures are all hidden its lines', async () => {
    reports.put({ ...BOTH, targets: [], indexs: BOTH.indexs.slice(1, 2) });
    expect(await reports.ask('dept', 'both')).toMatchObject({ count: 0, total: {}, lines: [] });
    reports.put({ ...BOTH, indexs: BOTH.indexs.slice(1, 2) });
    expect((await reports.ask('dept', 'both')).count).toBeGreaterThan(1);
  });
  it('a period in which one of them has no rows is 0 of it where periods are filled', async () => {
    reports.put({
      ...BOTH,
      searchs: { fields: [] },
      targets: [{ name: 'made', fields: 'create_time', type: 'DATE', periods: ['MONTH'], fill: 1 }],
      indexs: [
        { name: 'plans', of: 'sum', source: 'p', field: 'amount' },
        { name: 'asked', of: 'sum', source: 'q', field: 'amount' },
      ],
    });
    const { lines } = await reports.ask('all', 'both', { value: '2026', rows: 100 });
    expect(lines).toHaveLength(12);
    expect(lines.map(({ asked }) => asked === null)).not.toContain(true);
    expect(lines.map(({ asked, plans }) => [asked, plans])).toContainEqual(['0', '0']);
  });
});
