import { Refusal } from '#protocol/codes.ts';
import { deleteOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { onceFor } from '#server/records/once/rid.ts';
import { inBatch } from '#server/records/remove/batch.ts';
import { deleteRecord } from '#server/records/remove/remove.ts';
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
    return onceFor(tx, session, { rid: request._rid, what, body: request }, work.now, () =>
      inBatch(tx, ids, (id) => deleteRecord(work, table, id, request.version)),
    );
  });
});
