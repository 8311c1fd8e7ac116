import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSuites } from '#protocol/check/check.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import { drillOf, type Key } from '#protocol/rules/report/drill.ts';
import { keyIn } from '#protocol/rules/report/said.ts';
import type { StoredRow } from '#server/access/testing-oracle.ts';
import { sys } from '#suites/sys/suite.ts';
import type { Lab } from '../testing.ts';
import { lab as labSuite } from '../testing-suite.ts';
import { reportsOf, type Told, type ToldLine } from './testing-report.ts';
import { base, type Leaf, type Login, type Node, openWood, PEOPLE, plant, type Sight, sightOf, wayTo, wood } from './testing-wood.ts';

let lab: Lab;
let reports: ReturnType<typeof reportsOf>;
beforeAll(async () => {
  lab = await openWood();
  reports = reportsOf(lab);
});
afterAll(() => lab.close());

const MOST = 14;
const PERSON = fc.constantFrom(...Object.values(PEOPLE));
const UNIT = fc.constantFrom(31, 32, 33, 34);
const place = fc.option(fc.nat(MOST - 1), { nil: null, freq: 5 });
/** Mostly below one that stands before it; now and then anywhere, so that there are circles. */
const nodes: fc.Arbitrary<Node[]> = fc
  .array(fc.record({ up: place, by: PERSON, unit: UNIT, gone: fc.integer({ min: 0, max: 9 }).map((one) => one === 0) }), {
    minLength: MOST,
    maxLength: MOST,
  })
  .chain((all) =>
    fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: MOST, maxLength: MOST })
      .map((odd) => all.map((one, at) => ({ ...one, up: one.up === null || at === 0 ? null : odd[at] === 0 ? one.up : one.up % at }))),
  );
const leaves: fc.Arbitrary<Leaf[]> = fc.array(
  fc.record({
    ...{ node: place, over: fc.option(fc.nat(11), { nil: null }), by: PERSON, unit: UNIT, kind: fc.nat(2) },
    ...{ amount: fc.option(fc.integer({ min: -500, max: 5000 }), { nil: null, freq: 6 }), code: fc.nat(5) },
  }),
  { minLength: 40, maxLength: 40 },
);
const LOGINS = Object.keys(PEOPLE) as Login[];
const TREES = ['wood', 'park'] as const;

const INDEXS: ReportDef['indexs'] = [
  { name: 'num', of: 'count' },
  { name: 'total', of: 'sum', field: 'amount' },
  { name: 'codes', of: 'distinct', field: 'code' },
  { name: 'least', of: 'min', field: 'amount' },
  { name: 'some', of: 'count', where: 'kind=1' },
  { name: 'mean', calc: 'total/num', key_name: '平均', key_name_en: 'Mean' },
];
/** The counted ones by arithmetic of its own. */
function figures(rows: readonly StoredRow[]): unknown[] {
  const amounts = rows.flatMap(({ amount }) => (amount === null ? [] : [Number(amount)]));
  return [
    rows.length,
    amounts.length ? amounts.reduce((sum, one) => sum + one, 0).toFixed(6) : null,
    new Set(rows.map(({ code }) => code)).size,
    amounts.length ? Math.min(...amounts).toFixed(6) : null,
    rows.filter(({ kind }) => kind === 1).length,
  ];
}
const toldFigures = (of: Record<string, unknown>) => INDEXS.slice(0, 5).map(({ name }) => of[name]);

/** The node that a leaf names, as its reader has it. */
const nodeIn = (row: StoredRow, field: string, sight: Sight): number | null => {
  const id = row[field] as number | null;
  return id !== null && (sight.isOpen || sight.named.has(id)) ? id : null;
};
function tierIn(id: number | null, tier: number, sight: Sight): Key {
  if (id === null) return null;
  const way = wayTo(id, sight);
  if (!way) return -id;
  return way.length >= tier ? way[tier - 1]! : -way.at(-1)!;
}
const add = (by: Map<string, StoredRow[]>, key: unknown, row: StoredRow) =>
  by.set(JSON.stringify(key), [...(by.get(JSON.stringify(key)) ?? []), row]);
const keysOf = (line: ToldLine): Key[] => Object.values(line.keys).map((key) => keyIn(key));
const accepted = (def: ReportDef) => expect(checkSuites([sys, labSuite, { ...wood, reports: [def] }]).errors).toEqual([]);

describe.each(LOGINS)('PAGES-07 random trees as %s has them', (login) => {
  it.each(TREES)(
    'by tiers of %s each line is what is counted of his own rows, and what its list shows; lists part the rows (Q1, Q2, Q8)',
    async (tree) => {
      await fc.assert(
        fc.asyncProperty(nodes, leaves, fc.integer({ min: 1, max: 5 }), fc.boolean(), async (all, hang, tier, isTwo) => {
          await plant(lab, all, hang);
          const path = `${tree}_entity`;
          const target = { name: 'tier', fields: path, type: 'TIER' as const, tier };
          const def = base({
            targets: isTwo
              ? [
                  { ...target, sub: 1 },
                  { name: 'two', fields: path, type: 'TIER', tier: tier + 1 },
                ]
              : [target],
            indexs: INDEXS,
          });
          accepted(def);
          reports.put(def);
          const sight = await sightOf(lab, login, tree);
          const want = new Map<string, StoredRow[]>();
          for (const row of sight.leaves) {
            const id = nodeIn(row, path, sight);
            add(want, [tierIn(id, tier, sight)], row);
            if (isTwo) add(want, [tierIn(id, tier, sight), tierIn(id, tier + 1, sight)], row);
          }
          const told = await reports.ask(login, 'wood', { rows: 1000 });
          expect(toldFigures(told.total)).toEqual(figures(sight.leaves));
          expect(told.lines.map((line) => JSON.stringify(keysOf(line))).sort()).toEqual([...want.keys()].sort());
          const ids: unknown[] = [];
          for (const line of told.lines) {
            const own = want.get(JSON.stringify(keysOf(line)))!;
            expect(toldFigures(line), JSON.stringify(line.keys)).toEqual(figures(own));
            const list = await reports.list(login, { cloud: 'leaf', filters: line.query });
            expect([...list.ids].sort()).toEqual(own.map(({ id }) => id).sort());
            if (line.depth === def.targets.length) ids.push(...list.ids);
          }
          expect(ids.sort()).toEqual(sight.leaves.map(({ id }) => id).sort());
        }),
        { numRuns: 12, seed: 31 },
      );
    },
  );

  it.each(TREES)(
    'a tree of %s has a line for each node with all below it, and for itself; each is what its list shows, parts make the whole (Q1, Q2, Q3)',
    async (tree) => {
      await fc.assert(
        fc.asyncProperty(nodes, leaves, async (all, hang) => {
          await plant(lab, all, hang);
          const path = `${tree}_entity`;
          const def = base({ type: 'TREE', targets: [{ name: 'node', fields: path }], indexs: INDEXS });
          accepted(def);
          reports.put(def);
          const sight = await sightOf(lab, login, tree);
          const want = treeOracle(sight, path);
          const told = await reports.ask(login, 'wood', { rows: 1000 });
          expect(toldFigures(told.total)).toEqual(figures(sight.leaves));
          expect(told.lines.map((line) => JSON.stringify(keysOf(line)[0])).sort()).toEqual([...want.keys()].sort());
          expect(told.count).toBe(want.size);
          for (const line of told.lines) {
            const own = want.get(JSON.stringify(keysOf(line)[0]))!;
            expect(toldFigures(line), JSON.stringify(line.keys)).toEqual(figures(own));
            const { ids, stat } = await reports.list(login, { cloud: 'leaf', filters: drillOf(def, {}, keysOf(line), INDEXS[1]).filters });
            expect([...ids].sort()).toEqual(own.map(({ id }) => id).sort());
            expect(stat.amount ?? null).toBe(line.total ?? null);
          }
          parts(told, sight);
        }),
        { numRuns: 15, seed: 37 },
      );
    },
  );
});

/** The rows of each line: of a node in its place all below it, and alone where something stands below that has rows; of one without place its own. */
function treeOracle(sight: Sight, path: string): Map<string, StoredRow[]> {
  const [below, alone] = [new Map<string, StoredRow[]>(), new Map<string, StoredRow[]>()];
  for (const row of sight.leaves) {
    const id = nodeIn(row, path, sight);
    const way = id === null ? undefined : wayTo(id, sight);
    for (const node of way ?? [id === null ? null : -id]) add(below, node, row);
    if (way) add(alone, -id!, row);
  }
  const above = new Set([...below.keys()].flatMap((key) => wayTo(Number(JSON.parse(key)), sight)?.slice(0, -1) ?? []));
  for (const [key, rows] of alone) if (above.has(-Number(JSON.parse(key)))) below.set(key, rows);
  return below;
}

/** Each line stands below the one above it, and those directly below a line come to it. */
function parts({ lines, total }: Told, sight: Sight): void {
  const sums = new Map<number, number>();
  const over: number[] = [];
  for (const [at, line] of lines.entries()) {
    over.length = line.depth - 1;
    over[line.depth - 1] = at;
    const up = line.depth > 1 ? over[line.depth - 2]! : -1;
    sums.set(up, (sums.get(up) ?? 0) + (line.num as number));
    const key = keysOf(line)[0]!;
    const way = key === null ? undefined : wayTo(Math.abs(Number(key)), sight);
    expect(line.depth).toBe(key === null || !way ? 1 : Number(key) < 0 ? way.length + 1 : way.length);
    if (line.depth > 1) expect(keysOf(lines[up]!)[0]).toBe(Number(key) < 0 ? -Number(key) : way!.at(-2));
  }
  expect(sums.get(-1) ?? 0).toBe(total.num);
  for (const [at, sum] of sums) if (at >= 0) expect(sum).toBe(lines[at]!.num);
}
