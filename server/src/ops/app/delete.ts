import { Refusal } from '#protocol/codes.ts';
import { deleteOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { op } from '#server/ops/op.ts';
import { type Answer, onceFor } from '#server/records/once/rid.ts';
import type { Work } from '#server/records/row/work.ts';
import { deleteRecord } from '#server/records/save/remove.ts';
import { openWork } from '#server/records/save/save.ts';

/** One id: done or refused. Several: each on its own, 343 with a row for each when some were refused, its refusal when all were for the same reason. */
export const deleteCall = op(deleteOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const table = access.table(request.cloud);
  access.grant(table, 'Delete');
  const ids = [...request.id].sort((a, b) => a - b);
  if (ids.length === 0) throw new Refusal(314, '', { field: 'id' });
  const what = `Delete ${table.cloud} ${ids.join(',')}`;
  return house.db.tx(async (tx) => {
    const work = await openWork(tx, house, session, { access });
    return onceFor(tx, session, { rid: request._rid, what, body: request }, work.now, () => deleteAll(work, table, ids, request.version));
  });
});

async function deleteAll(work: Work, table: ResolvedTable, ids: readonly number[], version?: number): Promise<Answer> {
  if (ids.length === 1) {
    await deleteRecord(work, table, ids[0]!, version);
    return { data: { id: ids[0] } };
  }
  const rows: Record<string, unknown>[] = [];
  for (const id of ids) rows.push({ id, ...(await attempt(work, () => deleteRecord(work, table, id, version))) });
  const refused = rows.filter((row) => row.code !== 200);
  if (refused.length === 0) return { rows };
  return { code: refused.length < rows.length ? 343 : 300, rows };
}

/** Runs one part of a batch so that its refusal takes back only what it did itself. */
async function attempt(work: Work, part: () => Promise<void>): Promise<{ code: number; remark: string; data?: object }> {
  await work.tx.query('savepoint part');
  try {
    await part();
    await work.tx.query('release savepoint part');
    return { code: 200, remark: '' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await work.tx.query('rollback to savepoint part');
    return { code: error.code, remark: error.remark, data: error.data };
  }
}
