import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSuites } from '#protocol/check/check.ts';
import type { Period } from '#protocol/meta/report/periods.ts';
import type { ReportDef, ReportTargetDef } from '#protocol/meta/report.ts';
import { testSuite } from '#protocol/meta/testing-suite.ts';
import { drillOf, type Key } from '#protocol/rules/report/drill.ts';
import { expected, type Person, type StoredRow } from '#server/access/testing-oracle.ts';
import { sys } from '#suites/sys/suite.ts';
import { putRows } from '../read/testing-rows.ts';
import { type Lab, openLab } from '../testing.ts';
import { lab as suite } from '../testing-suite.ts';
import { MEASURES } from './testing-random.ts';
import { putMany, reportsOf, storedPlans, type Told } from './testing-report.ts';

let lab: Lab;
let reports: ReturnType<typeof reportsOf>;
let stored: readonly StoredRow[];
beforeAll(async () => {
  lab = await openLab();
  await putMany(lab, (await putRows(lab)).vault.one);
  reports = reportsOf(lab);
  stored = await storedPlans(lab);
});
afterAll(() => lab.close());

/** On which the laboratory looks. */
const TODAY = '2026-11-21';
const PEOPLE: Readonly<Record<string, number>> = { own: 2, dept: 3, all: 4 };
async function rowsOf(login: string): Promise<readonly StoredRow[]> {
  const { departments } = await lab.as(login);
  const person: Person = { id: PEOPLE[login]!, company: 1, domain: 11, departments, roles: [login], root: false };
  const plan = suite.tables.find((table) => table.table_name === 'plan')!;
  const seen = expected({ suites: [suite], rows: new Map([['plan', stored]]) }, person, plan, 'Page') as ReadonlySet<number>;
  return stored.filter((row) => seen.has(row.id));
}

const LONGEST: readonly Period[] = ['YEAR', 'QUARTER', 'MONTH', 'DAILY'];
/** How a day is written in a period. */
const WRITTEN: Readonly<Record<Period, (day: string) => string>> = {
  YEAR: (day) => day.slice(0, 4),
  QUARTER: (day) => `${day.slice(0, 4)}-Q${Math.floor((Number(day.slice(5, 7)) + 2) / 3)}`,
  MONTH: (day) => day.slice(0, 7),
  DAILY: (day) => day,
};
/** All days that a row of the laboratory may have, and more. */
const DAYS = Array.from({ length: 4000 }, (_, at) => new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10));

/** What has been asked: a range of days, as each period writes it. */
const RANGES: readonly Case['range'][] = [
  null,
  ['2025-01-01', '2025-12-31'],
  ['2026-01-01', '2026-12-31'],
  ['2027-01-01', '2027-12-31'],
  ['2024-07-01', '2026-06-30'],
];
/** From the first to the last day of the buckets in which these lie. */
function wholly(period: Period, [from, to]: readonly [string, string]): readonly [string, string] {
  const of = WRITTEN[period];
  return [DAYS.find((day) => of(day) === of(from))!, DAYS.findLast((day) => of(day) === of(to))!];
}
interface Case {
  def: ReportDef;
  measures: readonly number[];
  period: Period;
  range: readonly [string, string] | null;
}
const ADDED = MEASURES.flatMap(([{ of }], at) => (of === 'count' || of === 'sum' ? [at] : []));
const TYPE: ReportTargetDef = { name: 'type', fields: 'type' };
const cases: fc.Arbitrary<Case> = fc
  .record({
    periods: fc.subarray([...LONGEST], { minLength: 1 }),
    /** a second target of the same days, always a year */
    year: fc.boolean(),
    place: fc.constantFrom('first', 'last', 'none'),
    sub: fc.boolean(),
    across: fc.boolean(),
    measures: fc.uniqueArray(fc.constantFrom(...ADDED), { minLength: 1, maxLength: 4 }),
    isLast: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    range: fc.constantFrom(...RANGES),
    nth: fc.nat(),
  })
  .map(({ periods, year, place, sub, across, measures, isLast, range, nth }) => {
    const when: ReportTargetDef = { name: 'when', fields: 'begin_date', type: 'DATE', periods };
    const dates = year ? [when, { name: 'year', fields: 'begin_date', type: 'DATE' as const, periods: ['YEAR' as const] }] : [when];
    const down = place === 'first' ? [TYPE, ...dates] : place === 'last' ? [...dates, TYPE] : dates;
    // columns are of the days, lines of the type
    const crossed = across && place === 'first';
    const targets = down.map((target, at) => ({
      ...target,
      ...(sub && at < down.length - 1 && !(crossed && at === 0) ? { sub: 1 as const } : {}),
      ...(crossed && at > 0 ? { axis: 'column' as const } : {}),
    }));
    const period = periods[nth % periods.length]!;
    return {
      ...{ measures, period, range: range && wholly(period, range) },
      def: {
        ...{ uid: 'lab.r.balance', report_name: 'balance', key_name: '余额', key_name_en: 'Balances' },
        ...(crossed ? { type: 'PIVOT' as const } : {}),
        sources: [{ name: 'p', cloud: 'plan' }],
        targets,
        indexs: measures.map((at, place) => ({
          ...MEASURES[at]![0],
          name: `m${place}`,
          ...(isLast[place] || place === 0 ? { last: 1 as const } : {}),
        })),
      },
    };
  });
const rangeOf = ({ period, range }: Case): string | undefined => range?.map((day) => WRITTEN[period](day)).join(',');
const askOf = (one: Case) => ({ period: one.period, ...(one.range ? { value: rangeOf(one)! } : {}) });

/** The days of one line, oldest first: of its buckets, of what was asked. */
function daysUnder(one: Case, keys: readonly Key[], targets: readonly ReportTargetDef[]): readonly string[] | undefined {
  const { range } = one;
  const along = keys.flatMap((key, at) => (targets[at]!.type === 'DATE' ? [[targets[at]!, key] as const] : []));
  if (along.length === 0 && !range) return undefined;
  const isIn = (day: string): boolean =>
    along.every(([{ name }, key]) => WRITTEN[name === 'year' ? 'YEAR' : one.period](day) === key) &&
    (!range || (day >= range[0] && day <= range[1]));
  return DAYS.filter(isIn);
}
/** The period of which a line tells: that of today where it is among its days, else that of the last of them. */
function lastUnder(one: Case, keys: readonly Key[], targets: readonly ReportTargetDef[]): string {
  const days = daysUnder(one, keys, targets);
  const grain = LONGEST.findLast((period) => one.def.targets.some(({ periods = [] }) => periods.includes(period)))!;
  const day = !days || days.includes(TODAY) ? TODAY : days.at(-1)!;
  return WRITTEN[grain](day);
}
function isOfLast(one: Case, keys: readonly Key[], targets: readonly ReportTargetDef[]): (row: StoredRow) => boolean {
  if (keys.some((key, at) => key === null && targets[at]!.type === 'DATE')) return () => true;
  const last = lastUnder(one, keys, targets);
  const grain = LONGEST.findLast((period) => one.def.targets.some(({ periods = [] }) => periods.includes(period)))!;
  return ({ begin_date: day }) => day !== null && WRITTEN[grain](String(day)) === last;
}
const keyIn = (one: Case, { name }: ReportTargetDef, row: StoredRow): Key => {
  if (name === 'type') return row.type as Key;
  const day = row.begin_date as string | null;
  return day && WRITTEN[name === 'year' ? 'YEAR' : one.period](day);
};

/** Under these keys the figures of the rows, each of all or of those of the last period. */
function figuresOf(one: Case, rows: readonly StoredRow[], keys: readonly Key[], targets: readonly ReportTargetDef[], hidden: boolean) {
  const isLast = isOfLast(one, keys, targets);
  const isAsked = ({ begin_date: day }: StoredRow): boolean =>
    !one.range || (day !== null && String(day) >= one.range[0] && String(day) <= one.range[1]);
  const under = rows.filter((row) => isAsked(row) && targets.every((target, at) => keyIn(one, target, row) === keys[at]));
  return one.measures.map((at, place) => {
    const [, count, field] = MEASURES[at]!;
    if (field !== undefined && hidden) return undefined;
    return count(one.def.indexs[place]!.last === 1 ? under.filter(isLast) : under);
  });
}

type Cell = Record<string, unknown> | null;
type Head = { keys: Record<string, { id: Key }> };
const idsOf = ({ keys }: Head): Key[] => Object.values(keys).map(({ id }) => id);
interface Place {
  readonly down: readonly Key[];
  readonly across: readonly Key[];
  readonly figures: readonly unknown[];
}
/** All figures that are told, with the keys of their lines and columns. */
function placesIn(told: Told, { indexs }: ReportDef): Place[] {
  const lines = [{ keys: {}, cells: told.data.cells, ...told.total }, ...told.lines] as unknown as (Head &
    Record<string, unknown> & { cells?: Cell[] })[];
  const columns = (told.data.columns ?? []) as Head[];
  const own = (of: Record<string, unknown>) => indexs.map(({ name }) => of[name]);
  return lines.flatMap((line) => [
    { down: idsOf(line), across: [], figures: own(line) },
    ...(line.cells ?? []).flatMap((cell, at) => (cell ? [{ down: idsOf(line), across: idsOf(columns[at]!), figures: own(cell) }] : [])),
  ]);
}
const targetsOf = ({ targets }: ReportDef, { down, across }: Place): ReportTargetDef[] => {
  const [rows, columns] = [targets.filter(({ axis }) => axis !== 'column'), targets.filter(({ axis }) => axis === 'column')];
  return [...rows.slice(0, down.length), ...columns.slice(0, across.length)];
};
/** Days stand across in more columns than anybody is told. */
const isMuch = ({ def, period }: Case): boolean => def.type === 'PIVOT' && period === 'DAILY';

describe.each(Object.keys(PEOPLE))('PAGES-07 random balances as %s has them', (login) => {
  it('along time each period tells its own, what stands above it the last one, text for text (Q1, Q3, Q12)', async () => {
    const own = await rowsOf(login);
    expect(own.length).toBeGreaterThan(20);
    let figures = 0;
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        if (isMuch(one)) return;
        expect(checkSuites([sys, suite, testSuite([], { requires: ['sys', 'lab'], reports: [one.def] })]).errors).toEqual([]);
        reports.put(one.def);
        const told = await reports.ask(login, 'balance', { rows: 1000, ...askOf(one) });
        for (const place of placesIn(told, one.def)) {
          const [keys, targets] = [[...place.down, ...place.across], targetsOf(one.def, place)];
          expect(place.figures, JSON.stringify(keys)).toEqual(figuresOf(one, own, keys, targets, login === 'dept'));
          figures += place.figures.filter((figure) => figure !== null && figure !== 0).length;
        }
      }),
      { numRuns: 60, seed: 23 },
    );
    expect(figures).toBeGreaterThan(500);
  });

  it('each is the number, and the sum, of the list that it leads to (Q2)', async () => {
    await fc.assert(
      fc.asyncProperty(cases, fc.nat(), async (one, nth) => {
        if (isMuch(one)) return;
        reports.put(one.def);
        const all = placesIn(await reports.ask(login, 'balance', { rows: 1000, ...askOf(one) }), one.def);
        for (const step of [0, 1, 2]) {
          const { down, across, figures } = all[step === 0 ? 0 : (nth + step * 7) % all.length]!;
          for (const [at, measure] of one.def.indexs.entries()) {
            if (figures[at] === undefined) continue;
            const { ids } = await reports.list(login, drillOf(one.def, { ...askOf(one), today: TODAY }, down, measure, false, across));
            const listed = MEASURES[one.measures[at]!]![1](stored.filter(({ id }) => ids.includes(id)));
            expect(listed, JSON.stringify([measure, down, across])).toEqual(figures[at]);
          }
        }
      }),
      { numRuns: 40, seed: 29 },
    );
  });
});

const STOCK: ReportDef = {
  ...{ uid: 'lab.r.stock', report_name: 'stock', key_name: '库存', key_name_en: 'Stock' },
  sources: [{ name: 'p', cloud: 'plan', past: 'period' }],
  targets: [{ name: 'when', fields: 'begin_date', type: 'DATE', periods: ['MONTH', 'QUARTER', 'YEAR'], fill: 1 }],
  indexs: [
    { name: 'stock', of: 'sum', field: 'amount', last: 1 },
    { name: 'num', of: 'count', last: 1 },
    { name: 'moved', of: 'sum', field: 'amount' },
    { name: 'per', calc: 'stock/num', key_name: '均', key_name_en: 'Per plan' },
  ],
  compare: ['last', 'year'],
};
const inMonth = async (month: string, day = '31'): Promise<string | null> => {
  const [row] = await lab.base.db.query<{ n: string | null }>(
    `select sum(amount)::text as n from app.plan where company_id = 1 and subcompany_id = 11 and deleted_time is null
      and to_char(begin_date, 'YYYY-MM') = $1 and to_char(begin_date, 'DD') <= $2`,
    [month, day],
  );
  return row!.n;
};
type Of = { name: string; kind: string; period?: string };
const head = (told: Told, name: string) => (told.data.indexs as Of[]).find((one) => one.name === name);

describe('PAGES-07 a balance', () => {
  it('tells of which period its whole is: that which has come, of a year that is over its last', async () => {
    reports.put(STOCK);
    const now = await reports.ask('all', 'stock', { value: '2026' });
    expect(head(now, 'stock')).toMatchObject({ kind: 'last', period: '2026-11' });
    expect(now.total.stock).toBe(await inMonth('2026-11'));
    expect(head(now, 'moved')?.period).toBeUndefined();
    const then = await reports.ask('all', 'stock', { value: '2025', period: 'QUARTER' });
    expect([head(then, 'stock')?.period, then.total.stock]).toEqual(['2025-12', await inMonth('2025-12')]);
    expect(then.lines.map(({ stock }) => stock)).toEqual(
      await Promise.all(['03', '06', '09', '12'].map((month) => inMonth(`2025-${month}`))),
    );
    expect(head(await reports.ask('all', 'stock', { value: '2029' }), 'stock')?.period).toBe('2029-12');
    expect(head(await reports.ask('all', 'stock', { targets: '' }), 'stock')?.period).toBe('2026-11');
  });
  it('of a month of the past it is that month’s, rows being known by their period', async () => {
    const { total, data } = await reports.ask('all', 'stock', { value: '2025', as_of: '2025-05' });
    expect([total.stock, (data.indexs as Of[])[0]!.period]).toEqual([await inMonth('2025-05'), '2025-05']);
    const { ids } = await reports.list(
      'all',
      drillOf(STOCK, { value: '2025', as_of: '2025-05', today: '2025-05-31' }, [], STOCK.indexs[0]),
    );
    const days = stored.filter(({ id }) => ids.includes(id)).map(({ begin_date }) => String(begin_date).slice(0, 7));
    expect([...new Set(days)]).toEqual(['2025-05']);
  });
  it('a period that nobody wrote down has none and counts none; there is no rest of a list that is cut', async () => {
    const { lines } = await reports.ask('all', 'stock', { value: '2029' });
    expect(lines).toHaveLength(12);
    expect(lines.map(({ stock, num, moved }) => [stock, num, moved])).toEqual(Array(12).fill([null, 0, '0']));
    reports.put({ ...STOCK, report_name: 'cut', top: 2 });
    const cut = await reports.ask('all', 'cut', { value: '2025' });
    expect(cut.lines.at(-1)).toMatchObject({ rest: 1, stock: null, num: null });
    expect(cut.lines.at(-1)!.moved).not.toBeNull();
  });
  it('is laid beside the balance of a year earlier, and differs by the same stretch of both (Q9)', async () => {
    const now = await reports.ask('all', 'stock', { value: '2026', compare: 'year' });
    expect([now.total.stock_c, now.total.num_c]).toEqual([await inMonth('2025-12'), expect.any(Number)]);
    const [one, other] = [Number(await inMonth('2026-11', '21')), Number(await inMonth('2025-11', '21'))];
    expect(Number(now.total.stock_d)).toBeCloseTo(one - other, 6);
    for (const { keys, stock_c } of now.lines)
      expect(stock_c, String(keys.when!.id)).toBe(await inMonth(`2025-${String(keys.when!.id).slice(5)}`));
    const quarters = await reports.ask('all', 'stock', { value: '2026', period: 'QUARTER', compare: 'year' });
    const fourth = quarters.lines.find(({ keys }) => keys.when!.id === '2026-Q4')!;
    expect([fourth.stock, fourth.stock_c]).toEqual([await inMonth('2026-11'), await inMonth('2025-12')]);
    expect(Number(fourth.stock_d)).toBeCloseTo(one - other, 6);
  });
  it('days of a longer month that fall on the last of a shorter are not added up', async () => {
    reports.put({ ...STOCK, report_name: 'days', targets: [{ ...STOCK.targets[0]!, periods: ['DAILY'] }] });
    await lab.base.db.query(`insert into app.plan (company_id, subcompany_id, id, key_name, amount, begin_date, create_entity)
      select 1, 11, 90000 + n, 'day', n, date '2023-01-27' + n, 4 from generate_series(1, 4) n`);
    const { lines } = await reports.ask('all', 'days', { value: '2023-02', compare: 'last' });
    const last = lines.find(({ keys }) => keys.when!.id === '2023-02-28')!;
    expect(last).toMatchObject({ stock_c: '4.000000', moved_c: '10.000000' });
    const ask = { value: '2023-02', compare: 'last', today: TODAY } as const;
    const def = { ...STOCK, targets: [{ ...STOCK.targets[0]!, periods: ['DAILY' as const] }] };
    const { stat } = await reports.list('all', drillOf(def, ask, ['2023-02-28'], STOCK.indexs[0], true));
    expect(stat.amount).toBe('4.000000');
    await lab.base.db.query('delete from app.plan where id between 90001 and 90004');
  });
  it('B23 whoever does not see of which period rows are has none; a product of a hidden field is left out', async () => {
    reports.put({
      ...{ ...STOCK, report_name: 'unseen', sources: [{ name: 'p', cloud: 'plan[big]' }], compare: undefined },
      indexs: [
        { name: 'stock', of: 'sum', field: 'amount', last: 1 },
        { name: 'num', of: 'count' },
      ],
    } as ReportDef);
    const told = (await reports.load('all', 'unseen')) as { left_out: string[]; targets: unknown[] };
    expect([told.left_out, told.targets]).toEqual([['stock'], []]);
    reports.put({
      ...STOCK,
      report_name: 'product',
      indexs: [
        { name: 'num', of: 'count' },
        { name: 'worth', of: 'sum', field: 'amount', times: 'secret', key_name: '积', key_name_en: 'Worth' },
      ],
    });
    expect(((await reports.load('dept', 'product')) as { left_out: string[] }).left_out).toEqual(['worth']);
    expect(JSON.stringify((await reports.ask('dept', 'product')).lines)).not.toContain('worth');
  });
});
