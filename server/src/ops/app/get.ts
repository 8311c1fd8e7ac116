import { getOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { readRecord } from '#server/records/read/get.ts';
import { op } from '../op.ts';

export const getCall = op(getOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const grant = access.grant(access.table(request.cloud), 'Get');
  return { data: await readRecord(house, access, grant, request.id, request.fields) };
});
