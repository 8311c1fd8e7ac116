import { loginOp } from '#protocol/ops/sys.ts';
import { op } from '#server/ops/op.ts';
import { login } from '#server/signin/login.ts';
import { findSession } from '#server/signin/session.ts';
import { userData } from '#server/signin/user.ts';

export const loginCall = op(loginOp, async (house, { request, caller }) => {
  const { token, sign, setDevice } = await login(house, request, caller);
  const session = await findSession(house, token, { background: true });
  return { data: { ...(await userData(house, session!)), token, sign }, ...(setDevice ? { setDevice } : {}) };
});
