import { loadRoleOp } from '#protocol/ops/cloud.ts';
import { openAccess } from '#server/access/access.ts';
import { loadRole } from '#server/roles/load.ts';
import { op } from '../op.ts';

export const loadRoleCall = op(loadRoleOp, async (house, { request, session }) =>
  loadRole(house.db, await openAccess(house, session), request.id),
);
