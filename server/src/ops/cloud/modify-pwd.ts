import { modifyPwdOp } from '#protocol/ops/cloud.ts';
import { op } from '#server/ops/op.ts';
import { modifyPassword } from '#server/signin/own/modify-password.ts';

export const modifyPwdCall = op(modifyPwdOp, async (house, { request, session, caller }) => ({
  data: { sign: await modifyPassword(house, session, request, caller) },
}));
