import { listRolesOp } from '#protocol/ops/cloud.ts';
import { openAccess } from '#server/access/access.ts';
import { listRoles } from '#server/roles/list.ts';
import { op } from '../op.ts';

export const listRolesCall = op(listRolesOp, async (house, { session }) => listRoles(house.db, await openAccess(house, session)));
