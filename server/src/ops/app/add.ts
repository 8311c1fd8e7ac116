import { addOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { onceFor } from '#server/records/rid.ts';
import { saveRecord } from '#server/records/save.ts';
import { changeOf } from './submitted.ts';

/** Answers data.id and data.version; a repeat of the same `_rid` answers them again. */
export const addCall = op(addOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const table = access.table(request.cloud);
  access.grant(table, 'Add');
  const data = await house.db.tx((tx) =>
    onceFor(tx, session, request._rid, `Add ${table.cloud}`, house.clock.now(), async () => ({
      ...(await saveRecord(tx, house, session, table, changeOf(request), { op: 'Add', access })),
    })),
  );
  return { data };
});
