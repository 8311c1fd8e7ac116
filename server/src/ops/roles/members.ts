import { roleMembersOp } from '#protocol/ops/cloud.ts';
import { changeMembers } from '#server/roles/members.ts';
import { op } from '../op.ts';

export const roleMembersCall = op(roleMembersOp, (house, { request, session }) => changeMembers(house, session, request));
