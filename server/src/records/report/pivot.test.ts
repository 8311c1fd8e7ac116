import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSuites } from '#protocol/check/check.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import { testSuite } from '#protocol/meta/testing-suite.ts';
import { drillOf, type Key } from '#protocol/rules/report/drill.ts';
import { expected, type Person, type StoredRow } from '#server/access/testing-oracle.ts';
import { sys } from '#suites/sys/suite.ts';
import { putRows } from '../read/testing-rows.ts';
import { type Lab, openLab } from '../testing.ts';
import { lab as suite } from '../testing-suite.ts';
import { MEASURES, TARGETS, type Told1, WHERES } from './testing-random.ts';
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

const PEOPLE: Readonly<Record<string, { id: number; hides: readonly string[] }>> = {
  own: { id: 2, hides: [] },
  dept: { id: 3, hides: ['secret', 'memo'] },
  all: { id: 4, hides: [] },
};

/** The rows of one reader, worked out from roles and stored rows alone. */
async function rowsOf(login: string): Promise<readonly StoredRow[]> {
  const { departments } = await lab.as(login);
  const person: Person = { id: PEOPLE[login]!.id, company: 1, domain: 11, departments, roles: [login], root: false };
  const plan = suite.tables.find((table) => table.table_name === 'plan')!;
  const seen = expected({ suites: [suite], rows: new Map([['plan', stored]]) }, person, plan, 'Page') as ReadonlySet<number>;
  return stored.filter((row) => seen.has(row.id));
}

interface Case {
  def: ReportDef;
  targets: readonly number[];
  /** how many of them stand down */
  down: number;
  measures: readonly [measure: number, where: number][];
}
const base = (name: string): Pick<ReportDef, 'uid' | 'report_name' | 'key_name' | 'key_name_en' | 'type' | 'sources'> => ({
  ...{ uid: `lab.r.${name}`, report_name: name, key_name: '交叉', key_name_en: 'Crossed', type: 'PIVOT' },
  sources: [{ name: 'p', cloud: 'plan' }],
});
/** Days alone make more columns than are told: they stand down. */
const ACROSS = TARGETS.flatMap(([{ name }], at) => (name === 'day' ? [] : [at]));
const cases: fc.Arbitrary<Case> = fc
  .record({
    targets: fc.shuffledSubarray(ACROSS, { minLength: 2, maxLength: 4 }),
    cut: fc.nat(2),
    sub: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    measures: fc.array(fc.tuple(fc.nat(MEASURES.length - 1), fc.nat(WHERES.length - 1)), { minLength: 1, maxLength: 4 }),
  })
  .map(({ targets, cut, sub, measures }) => {
    const down = 1 + (cut % (targets.length - 1));
    const isLast = (place: number): boolean => place === down - 1 || place === targets.length - 1;
    return {
      ...{ targets, down, measures },
      def: {
        ...base('random'),
        targets: targets.map((at, place) => ({
          ...TARGETS[at]![0],
          ...(place < down ? {} : { axis: 'column' as const }),
          ...(sub[place] && !isLast(place) ? { sub: 1 as const } : {}),
        })),
        indexs: measures.map(([at, where], place) => ({
          ...MEASURES[at]![0],
          name: `m${place}`,
          ...(WHERES[where]![0] ? { where: WHERES[where]![0] } : {}),
        })),
      },
    };
  });

const levels = (def: ReportDef, from: number, to: number): number[] => [
  ...new Set([0, ...def.targets.slice(from, to).flatMap(({ sub }, at) => (sub === 1 ? [at + 1] : [])), to - from]),
];
/** What should stand under each pair of keys of lines and columns, counted of the rows for itself. */
function oracle({ def, targets, down, measures }: Case, own: readonly StoredRow[], hides: readonly string[]): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const depth of levels(def, 0, down))
    for (const across of levels(def, down, targets.length)) {
      const by = new Map<string, StoredRow[]>(depth + across === 0 ? [['[[],[]]', []]] : []);
      for (const row of own) {
        const keys = (from: number, many: number): Told1[] => targets.slice(from, from + many).map((at) => TARGETS[at]![1](row));
        const key = JSON.stringify([keys(0, depth), keys(down, across)]);
        by.set(key, [...(by.get(key) ?? []), row]);
      }
      for (const [key, under] of by)
        found.set(
          key,
          measures.map(([at, where]) => {
            const [, count, field] = MEASURES[at]!;
            const isHidden = [field, WHERES[where]![2]].some((name) => name !== undefined && hides.includes(name));
            return isHidden ? undefined : count(under.filter(WHERES[where]![1]));
          }),
        );
    }
  return found;
}

/** More of them than anybody is told: 200 columns, subtotals among them, 10,000 times lines and columns of all keys. */
function isTooMuch({ targets, down }: Case, figures: Map<string, unknown[]>): boolean {
  const keys = [...figures.keys()].map((key) => JSON.parse(key) as [Key[], Key[]]);
  const columns = keys.filter(([line, column]) => line.length === 0 && column.length > 0);
  const whole = columns.filter(([, column]) => column.length === targets.length - down);
  return (
    columns.length > 200 || whole.length * keys.filter(([line, column]) => line.length === down && column.length === 0).length > 10_000
  );
}

type Cell = Record<string, unknown> | null;
type Head = { keys: Record<string, { id: Key }> };
const idsOf = (keys: unknown): Key[] => Object.values(keys as Head['keys']).map(({ id }) => id);
const columnsOf = ({ data }: Told): readonly Head[] => (data.columns ?? []) as Head[];
/** All figures that are told, by the keys of their lines and columns. */
function figuresOf(told: Told, def: ReportDef): Map<string, unknown[]> {
  const lines = [{ keys: {}, cells: told.data.cells, ...told.total }, ...told.lines] as (Record<string, unknown> & { cells: Cell[] })[];
  const figures = (of: Record<string, unknown>) => def.indexs.map(({ name }) => of[name]);
  return new Map(
    lines.flatMap((line) => [
      [JSON.stringify([idsOf(line.keys), []]), figures(line)] as const,
      ...line.cells.flatMap((cell, at) =>
        cell ? [[JSON.stringify([idsOf(line.keys), idsOf(columnsOf(told)[at]!.keys)]), figures(cell)] as const] : [],
      ),
    ]),
  );
}

describe.each(Object.keys(PEOPLE))('PAGES-07 random pivots as %s has them', (login) => {
  it('every cell, subtotal and total of both axes is what is counted of his own rows, text for text (Q1, Q3, Q12)', async () => {
    const own = await rowsOf(login);
    expect(own.length).toBeGreaterThan(20);
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        expect(checkSuites([sys, suite, testSuite([], { requires: ['sys', 'lab'], reports: [one.def] })]).errors).toEqual([]);
        reports.put(one.def);
        const want = oracle(one, own, PEOPLE[login]!.hides);
        if (isTooMuch(one, want)) {
          await expect(reports.ask(login, 'random')).rejects.toMatchObject({ code: 341 });
          return;
        }
        const told = await reports.ask(login, 'random', { rows: 1000 });
        const got = figuresOf(told, one.def);
        expect([...got.keys()].sort()).toEqual([...want.keys()].sort());
        for (const [key, figures] of want) expect(got.get(key), key).toEqual(figures);
        expect(JSON.stringify(told)).not.toContain('CANARY');
      }),
      { numRuns: 50, seed: 17 },
    );
  });

  it('each figure is the number, and the sum, of the list that it leads to: cell, subtotal and total (Q2)', async () => {
    const own = await rowsOf(login);
    await fc.assert(
      fc.asyncProperty(cases, fc.nat(), async (one, nth) => {
        if (isTooMuch(one, oracle(one, own, []))) return;
        reports.put(one.def);
        const all = [...figuresOf(await reports.ask(login, 'random', { rows: 1000 }), one.def)];
        for (const step of [0, 1, 2, 3]) {
          const [key, figures] = all[(nth + step * 7) % all.length]!;
          const [down, across] = JSON.parse(key) as [Key[], Key[]];
          for (const [at, measure] of one.def.indexs.entries()) {
            if (figures[at] === undefined || !['count', 'sum'].includes(measure.of!)) continue;
            const { total, stat, ids } = await reports.list(login, drillOf(one.def, {}, down, measure, false, across));
            const product = () => MEASURES[one.measures[at]![0]]![1](stored.filter(({ id }) => ids.includes(id)));
            const told = measure.of === 'count' ? total : measure.times ? product() : stat[measure.field!];
            expect(told, JSON.stringify([measure, key])).toEqual(figures[at]);
          }
        }
      }),
      { numRuns: 20, seed: 19 },
    );
  });
});

const fixed = (rest: Partial<ReportDef>): ReportDef => ({
  ...base('one'),
  targets: [
    { name: 'type', fields: 'type', sub: 1 },
    { name: 'unit', fields: 'department_entity' },
    { name: 'year', fields: 'begin_date', type: 'DATE', periods: ['YEAR', 'MONTH'], axis: 'column' },
  ],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'total', of: 'sum', field: 'amount' },
    { name: 'codes', of: 'distinct', field: 'code' },
    { name: 'mean', calc: 'total/num', key_name: '平均', key_name_en: 'Mean' },
  ],
  ...rest,
});

describe('PAGES-07 WIRE-05 a pivot', () => {
  it('B2 unknown, not his, by what he does not see, or by no target of it: refused', async () => {
    reports.put(fixed({}));
    await expect(reports.ask('none', 'one')).rejects.toMatchObject({ code: 312 });
    await expect(reports.ask('all', 'one', { targets: 'type,secret' })).rejects.toMatchObject({ code: 312 });
    await expect(reports.ask('all', 'one', { targets: 'year,year' })).rejects.toMatchObject({ code: 317 });
    await expect(reports.ask('all', 'one', { sort: 'yaer' })).rejects.toMatchObject({ code: 317 });
    reports.put(
      fixed({
        targets: [
          { name: 'type', fields: 'type' },
          { name: 'memo', fields: 'memo', axis: 'column' },
        ],
      }),
    );
    await expect(reports.ask('dept', 'one')).rejects.toMatchObject({ code: 312 });
  });

  it('more than 200 columns, or 10,000 cells, are 341; narrowed to what is told they are told', async () => {
    const names = { name: 'name', fields: 'key_name' };
    reports.put(
      fixed({
        targets: [
          { name: 'type', fields: 'type' },
          { ...names, axis: 'column' },
        ],
      }),
    );
    await expect(reports.ask('all', 'one')).rejects.toMatchObject({ code: 341 });
    expect(columnsOf(await reports.ask('all', 'one', { targets: 'type' }))).toEqual([]);
    reports.put(
      fixed({ targets: [names, { ...TARGETS[5]![0], axis: 'column' }], searchs: { fields: [{ name: 'type', fields: 'type', op: 'in' }] } }),
    );
    await expect(reports.ask('all', 'one')).rejects.toMatchObject({ code: 341 });
    expect((await reports.ask('all', 'one', { filters: { fields: { type: ',3,' } }, rows: 1000 })).lines.length).toBeGreaterThan(40);
  });

  it('of rows that nobody has it is empty; asked by one axis it tells that one', async () => {
    reports.put(fixed({ sources: [{ name: 'p', cloud: 'plan', where: 'num>100000' }] }));
    const none = await reports.ask('all', 'one');
    expect(none).toMatchObject({ lines: [], count: 0, total: { num: 0, total: null }, data: { columns: [], cells: [] } });
    reports.put(fixed({}));
    const [whole, across, down] = await Promise.all(['', 'year', 'type'].map((targets) => reports.ask('all', 'one', { targets })));
    expect(across!.lines).toEqual([]);
    expect(across!.total).toEqual(whole!.total);
    const cells = across!.data.cells as { num: number }[];
    expect(cells.reduce((all, { num }) => all + num, 0)).toBe(whole!.total.num);
    expect(down!.lines.reduce((all, { num }) => all + (num as number), 0)).toBe(whole!.total.num);
  });

  it('only what adds up adds up: parts of a count and a sum make their subtotals, those of different codes do not', async () => {
    reports.put(fixed({}));
    const told = await reports.ask('all', 'one', { rows: 1000 });
    const years = columnsOf(told).length;
    expect(years).toBeGreaterThan(2);
    let apart = 0;
    for (const sub of told.lines.filter(({ depth }) => depth === 1)) {
      const below = told.lines.filter(({ depth, keys }) => depth === 2 && keys.type!.id === sub.keys.type!.id);
      for (let at = 0; at < years; at += 1) {
        const cell = (line: object): Record<string, unknown> => (line as { cells: Cell[] }).cells[at] ?? {};
        const sum = (name: string): number => below.reduce((all, line) => all + Number(cell(line)[name] ?? 0), 0);
        expect(sum('num')).toBe(cell(sub).num ?? 0);
        expect(sum('total')).toBeCloseTo(Number(cell(sub).total ?? 0), 6);
        if (sum('codes') !== (cell(sub).codes ?? 0)) apart += 1;
      }
    }
    expect(apart).toBeGreaterThan(0);
  });

  it('figures of two sources stand beside each other in each cell, each as its own source alone tells it', async () => {
    const at = (name: string, type: number) => ({ name, cloud: 'plan', where: `type=${type}` });
    const measure = (source: string) => ({ name: `sum_${source}`, of: 'sum' as const, source, field: 'amount' });
    const targets = [{ name: 'code', fields: 'code' }, fixed({}).targets[2]!];
    const figures = async (sources: string[]) => {
      const def = fixed({ targets, sources: sources.map((name) => at(name, Number(name.slice(1)))), indexs: sources.map(measure) });
      reports.put(def);
      return figuresOf(await reports.ask('all', 'one', { rows: 1000 }), def);
    };
    const [both, one, two] = [await figures(['p1', 'p2']), await figures(['p1']), await figures(['p2'])];
    expect([...both.keys()].sort()).toEqual([...new Set([...one.keys(), ...two.keys()])].sort());
    for (const [key, told] of both)
      expect(
        told.map((value) => value ?? null),
        key,
      ).toEqual([one.get(key)?.[0] ?? null, two.get(key)?.[0] ?? null]);
    expect([...both.values()].some(([a, b]) => a !== null && b !== null)).toBe(true);
  });

  it('lines are sorted by the figures of all columns, columns turned by their target, periods switched', async () => {
    reports.put(fixed({}));
    const { lines } = await reports.ask('all', 'one', { sort: '-num', rows: 1000 });
    const nums = lines.filter(({ depth }) => depth === 1).map(({ num }) => num as number);
    expect(nums).toEqual(nums.toSorted((a, b) => b - a));
    const years = columnsOf(await reports.ask('all', 'one')).map(({ keys }) => keys.year!.id);
    const turned = columnsOf(await reports.ask('all', 'one', { sort: '-year' })).map(({ keys }) => keys.year!.id);
    expect(turned).toEqual([...years.slice(0, -1).toReversed(), null]);
    const months = columnsOf(await reports.ask('all', 'one', { period: 'MONTH', value: '2025' })).map(({ keys }) => keys.year!.id);
    expect(months.length).toBeGreaterThan(6);
    expect(months.every((month) => String(month).startsWith('2025-'))).toBe(true);
  });
});
