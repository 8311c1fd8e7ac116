import { Refusal } from '#protocol/codes.ts';
import type { movingOp } from '#protocol/ops/app.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { Moving, MovingFact } from '#protocol/wire/moving.ts';
import type { Access } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { relation } from '#server/query/source.ts';
import { and, bound, sql } from '#server/query/sql.ts';
import { lockWith } from '../row/stored.ts';
import type { Work } from '../row/work.ts';
import { isBelow, treeCycle } from '../save/references.ts';
import { openWork } from '../save/save.ts';
import { branch, type Move, run } from './branch.ts';
import { departmentFacts } from './department.ts';

/** What hangs on the nodes of a tree beside those below them, by the uid of its table. */
const FACTS: Readonly<Record<string, (move: Move) => Promise<readonly MovingFact[]>>> = { 'sys.department': departmentFacts };

/**
 * What would follow if a node stood below another, for who could save that: numbers of what he may see himself. Refuses as the save would:
 * 315 for a node or a parent that is not there for him, 312 for one that he may not change, 317 for a parent below the node.
 */
export async function readMoving(house: House, access: Access, ask: RequestOf<typeof movingOp>): Promise<Moving> {
  const table = access.table(ask.cloud);
  access.grant(table, 'Moving');
  const parent = table.def.parent_field;
  if (table.def.type !== 'TREE' || !parent) throw new Refusal(317);
  return house.db.tx(
    async (tx) => {
      const work: Work = { ...(await openWork(tx, house, access.session, { access })), dry: true };
      const node = (await lockWith(work, table, ask.id, ['Modify'])).under('Modify');
      const move: Move = { work, table, id: ask.id, from: node.values[parent] as number | null, to: ask.parent ?? null };
      await demandParent(move);
      return { below: await countBelow(move), facts: (await FACTS[table.def.uid]?.(move)) ?? [] };
    },
    { still: true },
  );
}

/** The new parent is one that the caller could choose, and is not below the node. */
async function demandParent({ work, table, id, to }: Move): Promise<void> {
  if (to === null) return;
  const named = work.access.reader.names(table.cloud);
  if (!named) throw new Refusal(315);
  const there = and(sql`e.id = ${bound(to, 'bigint')}`, named.rows('e'), sql`e.deleted_time is null`);
  const [found] = await run(work, sql`select 1 from ${relation(table)} e where ${there}`);
  if (!found) throw new Refusal(315);
  if (await isBelow(work, table, to, id)) throw treeCycle(table);
}

async function countBelow({ work, table, id }: Move): Promise<number> {
  const seen = and(sql`t.id in (${branch(table, id)})`, sql`t.id <> ${bound(id, 'bigint')}`, work.access.grant(table, 'Tree').rows('t'));
  const [row] = await run<{ n: number }>(work, sql`select count(*) as n from ${relation(table)} t where ${seen}`);
  return row!.n;
}
