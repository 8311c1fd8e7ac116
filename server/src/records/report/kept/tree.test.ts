import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReportDef } from '#protocol/meta/report.ts';
import { openAccess } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { applySync } from '#server/meta/sync/apply.ts';
import type { Lab } from '../../testing.ts';
import { readReport } from '../read.ts';
import { base, idOf, type Leaf, type Node, openWood, plant } from '../testing-wood.ts';
import { sent } from './testing-kept.ts';

const REPORTS: readonly ReportDef[] = [
  base({ type: 'TREE', report_name: 'tree', targets: [{ name: 'node', fields: 'wood_entity' }] }),
  base({ report_name: 'tiers', targets: [{ name: 'node', fields: 'wood_entity', type: 'TIER', tier: 1 }] }),
];
let lab: Lab;
let house: House;
beforeAll(async () => {
  lab = await openWood();
  const catalogue = {
    ...lab.house.catalogueOf(null),
    report: (name: string) => REPORTS.find(({ report_name }) => report_name === name),
    reports: () => REPORTS,
  };
  await applySync(lab.base.db, catalogue);
  house = { ...lab.house, catalogueOf: () => catalogue };
  const node = (up: number | null): Node => ({ ...{ up, by: 63, unit: 32, gone: false } });
  const leaf = (at: number): Leaf => ({ ...{ node: at, over: null, by: 63, unit: 32, kind: 0, amount: 1, code: 0 } });
  await plant(lab, [null, 0, 1, null, 3].map(node), [0, 1, 2, 4].map(leaf));
});
afterAll(() => lab.close());

it.each(['tree', 'tiers'])('PAGES-07 Q7 %s is kept, and told anew once a node of its tree is written, moved or gone', async (cloud) => {
  const access = await openAccess(house, await lab.as('owner'));
  const read = async (watched = house) => {
    const { rows } = await readReport(watched, access, { cloud });
    return (rows as unknown as { num: number; keys: { node: { key_name: string } } }[]).map(
      ({ num, keys }) => `${keys.node.key_name} ${num}`,
    );
  };
  const move = (to: number, more = '') =>
    lab.base.db.query(`update app.wood set parent_entity = $1${more} where id = $2`, [idOf(to), idOf(1)]);
  const first = await read();
  expect(await sent(house, async (watched) => expect(await read(watched)).toEqual(first))).toEqual([]);
  expect(first).toContain('n0 3');
  await move(3);
  const moved = await read();
  expect(moved).toContain('n3 3');
  expect(moved).toContain('n0 1');
  await move(3, `, key_name = 'other'`);
  expect((await read()).join()).toBe(moved.join().replaceAll('n1', 'other'));
  await move(0, `, key_name = 'n1'`);
  expect(await read()).toEqual(first);
});
