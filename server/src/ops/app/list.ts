import { listOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { readList } from '#server/records/read/list.ts';
import { op } from '../op.ts';

export const listCall = op(listOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const grant = access.grant(access.table(request.cloud), 'List');
  return readList(house, access, grant, request);
});
