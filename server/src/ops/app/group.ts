import { groupOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { readGroup } from '#server/records/read/group.ts';
import { op } from '../op.ts';

export const groupCall = op(groupOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const grant = access.grant(access.table(request.cloud), 'Group');
  return readGroup(house, access, grant, request);
});
