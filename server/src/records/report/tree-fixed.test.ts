import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportDef } from '#protocol/meta/report.ts';
import { keyIn } from '#protocol/rules/report/said.ts';
import type { Lab } from '../testing.ts';
import { reportsOf, type ToldLine } from './testing-report.ts';
import { base, idOf, type Leaf, type Node, openWood, plant } from './testing-wood.ts';

let lab: Lab;
let reports: ReturnType<typeof reportsOf>;
beforeAll(async () => {
  lab = await openWood();
  reports = reportsOf(lab);
});
afterAll(() => lab.close());

const node = (up: number | null, rest: Partial<Node> = {}): Node => ({ ...{ up, by: 63, unit: 32, gone: false }, ...rest });
const leaf = (at: number | null, rest: Partial<Leaf> = {}): Leaf => ({
  ...{ node: at, over: null, by: 63, unit: 32, kind: 0, amount: 1, code: 0 },
  ...rest,
});
const TREE = base({ type: 'TREE', targets: [{ name: 'node', fields: 'wood_entity' }] });
const tier = (n: number, rest: Partial<ReportDef> = {}) =>
  base({ targets: [{ name: 'node', fields: 'wood_entity', type: 'TIER', tier: n }], ...rest });
const ask = async (def: ReportDef, login: string, request: object = {}) => {
  reports.put(def);
  return reports.ask(login, 'wood', { rows: 1000, ...request });
};
/** `1.` with all below it, `1` alone, by the places of nodes. */
const said = ({ keys }: ToldLine): string => {
  const key = keyIn(Object.values(keys)[0]);
  return key === null ? '-' : Number(key) < 0 ? String(-Number(key) - idOf(0)!) : `${Number(key) - idOf(0)!}.`;
};
const told = async (def: ReportDef, login: string, request: object = {}) =>
  (await ask(def, login, request)).lines.map((line) => `${'  '.repeat(line.depth - 1)}${said(line)} ${line.num}`);

//  0 ─ 1 ─ 2     3 ─ 4     5 ⇄ 6 ─ 7    8 ↺
const NODES = [node(null), node(0), node(1), node(null), node(3), node(6), node(5), node(6), node(8)];
const LEAVES = [0, 1, 1, 2, 4, 5, 6, 7, 8, null].map((at) => leaf(at));

describe('PAGES-07 WIRE-05 a report of a tree', () => {
  it('B2 is refused to who may not list its source, by what it does not have, by what stands under a node, by a bad page of it', async () => {
    await plant(lab, NODES, LEAVES);
    for (const def of [TREE, tier(1)]) {
      await expect(ask(def, 'none')).rejects.toMatchObject({ code: 312 });
      await expect(ask(def, 'owner', { targets: 'kind' })).rejects.toMatchObject({ code: 312 });
      await expect(ask(def, 'owner', { sort: 'kind' })).rejects.toMatchObject({ code: 317 });
      await expect(ask(def, 'owner', { within: { node: idOf(0) } })).rejects.toMatchObject({ code: 317 });
    }
  });

  it('has a line for each node with all below it, what names a node itself first below it; a circle ends, each of it alone', async () => {
    await plant(lab, NODES, LEAVES);
    expect(await told(TREE, 'owner')).toEqual([
      ...['8 1', '7 1', '6 1', '5 1', '3. 1', '  4. 1'],
      ...['0. 4', '  0 1', '  1. 3', '    1 2', '    2. 1', '- 1'],
    ]);
    expect((await ask(TREE, 'owner')).total).toEqual({ num: 10 });
  });

  it('a tier has the node above at its depth, above it each alone, deeper than the tree all of them', async () => {
    await plant(lab, NODES, LEAVES);
    const lines = async (n: number) => (await told(tier(n), 'owner')).map((line) => line.trim()).sort();
    const circles = ['5 1', '6 1', '7 1', '8 1', '- 1'];
    expect(await lines(1)).toEqual(['0. 4', '3. 1', ...circles].sort());
    expect(await lines(2)).toEqual(['0 1', '1. 3', '4. 1', ...circles].sort());
    expect(await lines(3)).toEqual(['0 1', '1 2', '2. 1', '4 1', ...circles].sort());
    expect(await lines(32)).toEqual(['0 1', '1 2', '2 1', '4 1', ...circles].sort());
  });

  it('a node that is not named for him is the empty line, and what stands below it stands at the top', async () => {
    await plant(lab, NODES.with(1, node(0, { unit: 34 })), LEAVES);
    expect(await told(TREE, 'ranger')).toEqual(['8 1', '7 1', '6 1', '5 1', '3. 1', '  4. 1', '2. 1', '0. 1', '- 3']);
    expect(await told(tier(1), 'walker')).toEqual(['- 10']);
    expect(await told(TREE, 'walker')).toEqual(['- 10']);
    const text = JSON.stringify(await ask(TREE, 'ranger'));
    expect(text).not.toContain(String(idOf(1)));
    expect(text).not.toContain('n1');
  });

  it('its order is that of the nodes, turned, or of a figure, what names a node itself first in any', async () => {
    await plant(lab, NODES, [...LEAVES, leaf(2), leaf(2), leaf(2)]);
    const only = async (request: object) =>
      (await told(TREE, 'owner', request)).map((line) => line.trim().split(' ')[0]).filter((line) => !['5', '6', '7', '8'].includes(line!));
    expect(await only({})).toEqual(['3.', '4.', '0.', '0', '1.', '1', '2.', '-']);
    expect(await only({ sort: '-node' })).toEqual(['0.', '0', '1.', '1', '2.', '3.', '4.', '-']);
    expect(await only({ sort: '-num' })).toEqual(['0.', '0', '1.', '1', '2.', '3.', '4.', '-']);
    expect(await only({ sort: 'num' })).toEqual(['3.', '4.', '-', '0.', '0', '1.', '1', '2.']);
  });

  it('the order of nodes says nothing of a field that he does not see', async () => {
    const flat = [node(null), node(null), node(null)];
    await plant(lab, flat, [leaf(0), leaf(1), leaf(2)]);
    const open = base({ type: 'TREE', targets: [{ name: 'node', fields: 'park_entity' }] });
    expect(await told(open, 'owner')).toEqual(['2. 1', '1. 1', '0. 1']);
    // by names, as he lists none of them
    expect(await told(open, 'walker')).toEqual(['0. 1', '1. 1', '2. 1']);
    // of two units that he does not list their ranks say nothing either
    await plant(lab, [node(null, { unit: 34 }), node(null, { unit: 34 }), node(null)], [leaf(0), leaf(1), leaf(2)]);
    expect(await told(open, 'ranger')).toEqual(['2. 1', '0. 1', '1. 1']);
  });

  it('pages cut the lines; without its target it tells the total; without rows nothing', async () => {
    await plant(lab, NODES, LEAVES);
    const first = await ask(TREE, 'owner', { rows: 10 });
    const second = await ask(TREE, 'owner', { rows: 10, page: 2 });
    expect([first.count, first.lines.length, second.lines.map(said)]).toEqual([12, 10, ['2.', '-']]);
    expect(await ask(TREE, 'owner', { targets: '' })).toMatchObject({ lines: [], total: { num: 10 } });
    await plant(lab, NODES, []);
    for (const def of [TREE, tier(2)]) expect(await ask(def, 'owner')).toMatchObject({ lines: [], count: 0, total: { num: 0 } });
  });

  it('what stands deeper than 32 tiers is told with the node above it that stands there, by its list as well', async () => {
    const chain = Array.from({ length: 200 }, (_, at) => node(at === 0 ? null : at - 1));
    await plant(lab, chain, [leaf(31), leaf(32), leaf(199), leaf(30)]);
    const { lines } = await ask(TREE, 'owner');
    const last = lines.find((line) => said(line) === '31.')!;
    expect([last.depth, last.num, lines.length]).toEqual([32, 3, 33]);
    expect(lines.filter((line) => said(line) === '30').map(({ num }) => num)).toEqual([1]);
    expect((await reports.list('owner', { cloud: 'leaf', filters: last.query })).total).toBe(3);
    expect((await told(tier(32), 'owner')).sort()).toEqual(['30 1', '31. 3']);
  });

  it('more nodes than are told are 341', async () => {
    await plant(lab, [], []);
    await lab.base.db.query(
      `insert into app.wood (company_id, id, key_name, create_entity) select 1, 100000 + n, 'n' || n, 63 from generate_series(1, 26000) n`,
    );
    await lab.base.db.query(
      `insert into app.leaf (company_id, subcompany_id, id, key_name, wood_entity, create_entity) select 1, 11, 100000 + n, 'l', 100000 + n, 63 from generate_series(1, 26000) n`,
    );
    await lab.base.db.query('analyze app.wood, app.leaf');
    await expect(ask(TREE, 'owner')).rejects.toMatchObject({ code: 341 });
    expect((await ask(tier(1), 'owner')).count).toBe(26_000);
  });

  it('a tier through another record, and across a pivot', async () => {
    await plant(lab, NODES, [leaf(0), leaf(2), leaf(4, { over: 1 }), leaf(null, { over: 0 }), leaf(null, { over: 1, kind: 1 })]);
    const far = base({ targets: [{ name: 'node', fields: 'over_entity.wood_entity', type: 'TIER', tier: 2 }] });
    expect((await told(far, 'owner')).sort()).toEqual(['- 2', '0 1', '1. 2'].sort());
    const across = tier(2, {
      type: 'PIVOT',
      targets: [
        { name: 'kind', fields: 'kind', type: 'BAND', bands: ['1'] },
        { name: 'node', fields: 'wood_entity', type: 'TIER', tier: 2, axis: 'column' },
      ],
    });
    const { data } = await ask(across, 'owner');
    const heads = (data.columns as { keys: ToldLine['keys'] }[]).map((column) => said(column as ToldLine));
    expect(heads.sort()).toEqual(['-', '0', '1.', '4.'].sort());
  });

  it('two sources stand beside each other at each node, each as it alone tells it', async () => {
    await plant(lab, NODES, [leaf(2), leaf(1, { kind: 1 }), leaf(4, { kind: 1 }), leaf(0)]);
    const def = { ...TREE, sources: [0, 1].map((kind) => ({ name: `s${kind}`, cloud: 'leaf', where: `kind=${kind}` })) };
    const two = { ...def, indexs: [0, 1].map((kind) => ({ name: `n${kind}`, of: 'count' as const, source: `s${kind}` })) };
    const { lines, total } = await ask(two, 'owner');
    expect(lines.map((line) => [said(line), line.n0, line.n1])).toEqual([
      ...[
        ['3.', 0, 1],
        ['  4.', 0, 1],
        ['0.', 2, 1],
        ['0', 1, 0],
        ['1.', 1, 1],
        ['1', 0, 1],
        ['2.', 1, 0],
      ].map(([name, ...rest]) => [String(name).trim(), ...rest]),
    ]);
    expect(total).toEqual({ n0: 2, n1: 2 });
  });

  it('shares of what stands below a node come to its own', async () => {
    await plant(lab, NODES.slice(0, 5), [leaf(0), leaf(1), leaf(2), leaf(4), leaf(4), leaf(null)]);
    const part = { name: 'part', share: 'num', percent: 1 as const, key_name: '占比', key_name_en: 'Share' };
    const { lines } = await ask({ ...TREE, indexs: [...TREE.indexs, part] }, 'owner');
    const of = (name: string) => Math.round(Number(lines.find((line) => said(line) === name)!.part) * 1000);
    expect(of('0.') + of('3.') + of('-')).toBe(1000);
    expect(of('0') + of('1.')).toBe(of('0.'));
    expect(of('1') + of('2.')).toBe(of('1.'));
  });

  it('LoadReport tells of a tier and of a tree', async () => {
    reports.put(tier(2));
    expect(await reports.load('owner', 'wood')).toMatchObject({ type: 'TABLE', targets: [{ name: 'node', type: 'TIER', tier: 2 }] });
    reports.put(TREE);
    expect(await reports.load('owner', 'wood')).toMatchObject({ type: 'TREE', targets: [{ name: 'node', type: 'VALUE' }] });
  });
});

describe('PAGES-07 Q7 a tree that is kept by version', () => {
  it('a node that moves, comes or goes is told at the next call', async () => {
    await plant(
      lab,
      NODES.slice(0, 5),
      [0, 1, 2, 4].map((at) => leaf(at)),
    );
    expect(await told(tier(1), 'owner')).toEqual(['3. 1', '0. 3']);
    expect(await told(TREE, 'owner')).toEqual(['3. 1', '  4. 1', '0. 3', '  0 1', '  1. 2', '    1 1', '    2. 1']);
    await lab.base.db.query('update app.wood set parent_entity = $1 where id = $2', [idOf(3), idOf(1)]);
    expect(await told(tier(1), 'owner')).toEqual(['3. 3', '0. 1']);
    expect(await told(TREE, 'owner')).toEqual(['3. 3', '  4. 1', '  1. 2', '    1 1', '    2. 1', '0. 1']);
    await lab.base.db.query('update app.wood set deleted_time = now() where id = $1', [idOf(1)]);
    expect(await told(tier(1), 'owner')).toEqual(['3. 1', '2. 1', '0. 1', '- 1']);
  });
});
