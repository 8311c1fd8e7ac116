import { roleChangesOp } from '#protocol/ops/cloud.ts';
import { openAccess } from '#server/access/access.ts';
import { roleChanges } from '#server/roles/changes.ts';
import { op } from '../op.ts';

export const roleChangesCall = op(roleChangesOp, async (house, { request, session }) =>
  roleChanges(house.db, await openAccess(house, session), request),
);
