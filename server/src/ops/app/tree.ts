import { treeOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { readTree } from '#server/records/read/tree.ts';
import { op } from '../op.ts';

export const treeCall = op(treeOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const grant = access.grant(access.table(request.cloud), 'Tree');
  return readTree(house, access, grant, request);
});
