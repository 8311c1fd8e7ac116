import { roleEffectOp } from '#protocol/ops/cloud.ts';
import { openAccess } from '#server/access/access.ts';
import { houseAt } from '#server/meta/house.ts';
import { effectOf } from '#server/roles/effect.ts';
import { op } from '../op.ts';

/** On one connection, at one instant: what is counted of one group fits what is counted of another. */
export const roleEffectCall = op(roleEffectOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  return house.db.tx((tx) => effectOf(houseAt(house, tx), access, request.id, request), { still: true });
});
