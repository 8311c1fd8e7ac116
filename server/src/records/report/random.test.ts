import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSuites } from '#protocol/check/check.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import { testSuite } from '#protocol/meta/testing-suite.ts';
import { drillOf, type Key } from '#protocol/rules/report/drill.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
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

const PEOPLE: Readonly<Record<string, { roles: readonly string[]; id: number; hides: readonly string[] }>> = {
  own: { id: 2, roles: ['own'], hides: [] },
  dept: { id: 3, roles: ['dept'], hides: ['secret', 'memo'] },
  all: { id: 4, roles: ['all'], hides: [] },
};

/** The rows of one reader, worked out from roles and stored rows alone. */
async function rowsOf(login: string): Promise<readonly StoredRow[]> {
  const { id, roles } = PEOPLE[login]!;
  const { departments } = await lab.as(login);
  const person: Person = { id, company: 1, domain: 11, departments, roles, root: false };
  const plan = suite.tables.find((table) => table.table_name === 'plan')!;
  const seen = expected({ suites: [suite], rows: new Map([['plan', stored]]) }, person, plan, 'Page') as ReadonlySet<number>;
  return stored.filter((row) => seen.has(row.id));
}

interface Case {
  def: ReportDef;
  targets: readonly number[];
  measures: readonly [measure: number, where: number][];
  source: number;
  ask: Record<string, FieldFilter>;
}
const ASKS: readonly [Record<string, FieldFilter>, (row: StoredRow) => boolean][] = [
  [{}, () => true],
  [{ type: { op: 'in', value: [1, 3] } }, (row) => row.type === 1 || row.type === 3],
  [{ unit: 32 }, (row) => row.department_entity === 32 || row.department_entity === 33],
  [
    { when: ['2024-02-29', '2026-12-31'], type: 2 },
    (row) => row.type === 2 && String(row.begin_date ?? '') >= '2024-02-29' && String(row.begin_date) <= '2026-12-31',
  ],
  [
    {
      amount: {
        all: [
          { op: '>=', value: '0' },
          { op: '<', value: '50.5' },
        ],
      },
    },
    ({ amount }) => amount !== null && Number(amount) >= 0 && Number(amount) < 50.5,
  ],
];
const cases: fc.Arbitrary<Case> = fc
  .record({
    targets: fc.uniqueArray(fc.nat(TARGETS.length - 1), { maxLength: 3 }),
    sub: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    measures: fc.array(fc.tuple(fc.nat(MEASURES.length - 1), fc.nat(WHERES.length - 1)), { minLength: 1, maxLength: 5 }),
    source: fc.nat(WHERES.length - 2),
    ask: fc.nat(ASKS.length - 1),
  })
  .map(({ targets, sub, measures, source, ask }) => ({
    targets,
    measures,
    source,
    ask: ASKS[ask]![0],
    def: {
      ...{ uid: 'lab.r.random', report_name: 'random', key_name: '随机', key_name_en: 'Random' },
      sources: [{ name: 'p', cloud: 'plan', ...(WHERES[source]![0] ? { where: WHERES[source]![0] } : {}) }],
      searchs: {
        fields: [
          { name: 'type', fields: 'type', op: 'in' as const },
          { name: 'unit', fields: 'department_entity', op: 'below' as const },
          { name: 'when', fields: 'begin_date', op: 'range' as const },
          { name: 'amount', fields: 'amount' },
        ],
      },
      targets: targets.map((at, place) => ({
        ...TARGETS[at]![0],
        ...(sub[place] && place < targets.length - 1 ? { sub: 1 as const } : {}),
      })),
      indexs: measures.map(([at, where], place) => ({
        ...MEASURES[at]![0],
        name: `m${place}`,
        ...(WHERES[where]![0] ? { where: WHERES[where]![0] } : {}),
      })),
    },
  }));

const keyText = (keys: readonly Told1[]): string => JSON.stringify(keys);
/** What each line of each level should say. */
function oracle(
  { def, targets, measures, source, ask }: Case,
  own: readonly StoredRow[],
  hides: readonly string[],
): Map<string, unknown[]> {
  const asked = ASKS.find(([one]) => one === ask)![1];
  const rows = own.filter((row) => WHERES[source]![1](row) && asked(row));
  const levels = [0, ...def.targets.flatMap(({ sub }, at) => (sub === 1 ? [at + 1] : [])), targets.length];
  const found = new Map<string, unknown[]>();
  for (const level of new Set(levels)) {
    const by = new Map<string, StoredRow[]>(level === 0 ? [['[]', []]] : []);
    for (const row of rows) {
      const key = keyText(targets.slice(0, level).map((at) => TARGETS[at]![1](row)));
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

const linesOf = ({ lines, total }: Told, { def }: Case): Map<string, unknown[]> =>
  new Map(
    [{ keys: {}, ...total }, ...lines].map((line) => [
      keyText(Object.values(line.keys as Record<string, { id: Told1 }>).map(({ id }) => id)),
      def.indexs.map(({ name }) => (line as Record<string, unknown>)[name]),
    ]),
  );

describe.each(Object.keys(PEOPLE))('PAGES-07 random reports as %s has them', (login) => {
  it('every line of every level is what is counted of his own rows, text for text (Q1, Q3, Q12)', async () => {
    const own = await rowsOf(login);
    expect(own.length).toBeGreaterThan(20);
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        expect(checkSuites([sys, suite, testSuite([], { requires: ['sys', 'lab'], reports: [one.def] })]).errors).toEqual([]);
        reports.put(one.def);
        const told = await reports.ask(login, 'random', { filters: { fields: one.ask }, rows: 1000 });
        const want = oracle(one, own, PEOPLE[login]!.hides);
        const got = linesOf(told, one);
        expect([...got.keys()].sort()).toEqual([...want.keys()].sort());
        for (const [key, figures] of want) expect(got.get(key), key).toEqual(figures);
        expect(JSON.stringify(told)).not.toContain('CANARY');
        expect(told.count).toBe(got.size - 1);
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it('each figure is the number, and the sum, of the list that it leads to (Q2)', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        reports.put(one.def);
        const told = await reports.ask(login, 'random', { filters: { fields: one.ask }, rows: 1000 });
        const [line] = told.lines.length ? [told.lines[(one.source * 7 + one.measures.length) % told.lines.length]!] : [];
        for (const { keys, ...figures } of [...(line ? [line] : []), { keys: {}, ...told.total }] as {
          keys: Record<string, { id: Key }>;
        }[]) {
          const at = Object.values(keys).map(({ id }) => id);
          for (const [nth, measure] of one.def.indexs.entries()) {
            const figure = (figures as Record<string, unknown>)[measure.name];
            if (figure === undefined || !['count', 'sum'].includes(measure.of!)) continue;
            const { total, stat, ids } = await reports.list(login, drillOf(one.def, { fields: one.ask }, at, measure));
            const product = () => MEASURES[one.measures[nth]![0]]![1](stored.filter(({ id }) => ids.includes(id)));
            const told = measure.of === 'count' ? total : measure.times ? product() : stat[measure.field!];
            expect(told, JSON.stringify([measure, at])).toEqual(figure);
          }
        }
        const lists = told.lines.filter(({ depth }) => depth === one.targets.length).slice(0, 8);
        const ids = await Promise.all(lists.map(async ({ query }) => (await reports.list(login, { cloud: 'plan', filters: query })).ids));
        expect(new Set(ids.flat()).size).toBe(ids.flat().length);
      }),
      { numRuns: 25, seed: 11 },
    );
  });
});

it('PAGES-07 another order, other targets and other names never change the total (Q3)', async () => {
  const [one] = fc.sample(
    cases.filter(({ targets }) => targets.length === 3),
    { numRuns: 1, seed: 3 },
  );
  reports.put(one!.def);
  const { total } = await reports.ask('all', 'random');
  const names = one!.def.targets.map(({ name }) => name);
  for (const targets of ['', names[2]!, `${names[1]},${names[0]}`, names.toReversed().join(',')])
    for (const sort of [undefined, `-${one!.def.indexs[0]!.name}`])
      expect((await reports.ask('all', 'random', { targets, ...(sort ? { sort } : {}) })).total).toEqual(total);
});
