import { recycleOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { recycled } from '#server/records/history/recycle.ts';

/** Rows {id, key_name, deleted_time, deleted_entity, version}, the last deleted first. */
export const recycleCall = op(recycleOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const table = access.table(request.cloud);
  return recycled(house.db, access, access.grant(table, 'Recycle'), request);
});
