import { restoreOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { onceFor } from '#server/records/once/rid.ts';
import { restoreRecord } from '#server/records/remove/remove.ts';
import { openWork } from '#server/records/save/save.ts';

/** Takes a record, with the rows that went with it, back from the recycle bin. */
export const restoreCall = op(restoreOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const table = access.table(request.cloud);
  access.grant(table, 'Restore');
  const data = await house.db.tx(async (tx) => {
    const work = await openWork(tx, house, session, { access });
    return onceFor(tx, session, { rid: request._rid, what: `Restore ${table.cloud} ${request.id}`, body: request }, work.now, async () => ({
      ...{ id: request.id, version: await restoreRecord(work, table, request.id, request.version) },
    }));
  });
  return { data };
});
