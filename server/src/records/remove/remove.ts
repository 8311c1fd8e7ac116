import { Refusal } from '#protocol/codes.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { relation, thisRow } from '#server/query/source.ts';
import { compile, joined, sql } from '#server/query/sql.ts';
import { byId, lockOne, lockRows } from '../row/stored.ts';
import type { Work } from '../row/work.ts';
import { demandAtRest, demandReferences, moveToBin, takeBackRows, takenBack } from '../save/bin.ts';
import { demandElsewhere, demandParents, followParents, settled } from '../save/parents.ts';
import { checkVersion } from '../save/stale.ts';
import { demandAction } from '../save/turn.ts';
import { assigned, demandHis, nameActor, naming } from '../save/write.ts';

/** Moves a record and the rows that belong to it to the recycle bin. */
export async function deleteRecord(work: Work, table: ResolvedTable, id: number, version?: number): Promise<void> {
  const stored = await lockOne(work, table, id, work.access.grant(table, 'Delete'));
  const mine = stored.create_entity === work.session.user.id || stored.standsFor.includes(stored.create_entity ?? 0);
  // who has it back must hear why it stays: its action is not offered to him either
  if (mine && isFirst(stored.review_state)) await demandAtRest(work, { table, ids: [id] });
  demandAction(work, table, stored, 'Delete');
  const parents = await demandParents(work, table, stored.values, stored.values);
  await checkVersion(work, table, stored, version);
  await nameActor(work, 'Delete');
  await moveToBin(work, table, [id]);
  await followParents(work, parents);
}

/**
 * Takes a record back from the recycle bin with the rows that went with it, and answers its new version. It is a save: the state must
 * offer what put it there to this user, the records that it stands in must be open to him, what it refers to must be live, and what it and
 * they calculate follows.
 */
export async function restoreRecord(work: Work, table: ResolvedTable, id: number, version?: number): Promise<number> {
  const [stored] = await lockRows(work, table, byId(id), work.access.grant(table, 'Restore'));
  if (!stored) throw new Refusal(315);
  demandAction(work, table, stored, 'Delete');
  const parents = await demandParents(work, table, stored.values, stored.values);
  await checkVersion(work, table, stored, version);
  await demandHis(work, table, { act: 'Restore', id, changes: {} });
  await nameActor(work, 'Restore');
  const rows = await takeBackRows(work, table, id, await deletedAt(work, table, id));
  const changes = assigned(table, await settled(work, table, stored, []));
  const back = compile(
    sql`update ${relation(table)} t set ${joined([takenBack(work), ...changes], ', ')} where ${thisRow(table, id)} returning version`,
    work.access.asker,
  );
  const [row] = await naming(work, table, () => work.tx.query<{ version: number }>(back.text, back.values));
  const all = [{ table, ids: [id] }, ...rows];
  for (const some of all) await demandReferences(work, some);
  await followParents(work, [...parents, ...(await demandElsewhere(work, all))]);
  return row!.version;
}

/** To the microsecond, as the rows that went with it have it. */
async function deletedAt(work: Work, table: ResolvedTable, id: number): Promise<string> {
  const at = compile(sql`select t.deleted_time::text as at from ${relation(table)} t where ${thisRow(table, id)}`, work.access.asker);
  const [row] = await work.tx.query<{ at: string }>(at.text, at.values);
  return row!.at;
}
