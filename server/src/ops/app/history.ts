import { historyOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { historyOf } from '#server/records/history/history.ts';

/** Rows {version, op, actor, time, changes: [{field, from, to}], rows}, newest first; only fields that the caller reads now. */
export const historyCall = op(historyOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const table = access.table(request.cloud);
  return historyOf(house, access, access.grant(table, 'History'), request);
});
