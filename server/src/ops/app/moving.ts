import { movingOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { readMoving } from '#server/records/tree/moving.ts';
import { op } from '../op.ts';

export const movingCall = op(movingOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  return { data: { ...(await readMoving(house, access, request)) } };
});
