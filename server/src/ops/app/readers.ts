import { readersOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { readersOf } from '#server/records/history/readers.ts';

export const readersCall = op(readersOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  return readersOf(house, access, access.grant(access.table(request.cloud), 'Show'), request);
});
