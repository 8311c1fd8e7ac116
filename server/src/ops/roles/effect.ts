import { roleEffectOp } from '#protocol/ops/cloud.ts';
import { openAccess } from '#server/access/access.ts';
import { effectOf } from '#server/roles/effect.ts';
import { op } from '../op.ts';

export const roleEffectCall = op(roleEffectOp, async (house, { request, session }) =>
  effectOf(house, await openAccess(house, session), request.id, request),
);
