import { loginOp } from '#protocol/ops/sys.ts';
import { op } from '#server/ops/op.ts';
import { login } from '#server/signin/login.ts';
import { findSession } from '#server/signin/session.ts';
import { userData } from '#server/signin/user.ts';
import { openModules } from './modules.ts';

export const loginCall = op(loginOp, async (house, { request, caller }) => {
  const { token, sign, remember, setDevice } = await login(house, request, caller);
  const session = await findSession(house, token, { background: true });
  const modules = await openModules(house, session!);
  return {
    data: { ...(await userData(house, session!)), modules, token, sign, ...(remember ? { remember } : {}) },
    ...(setDevice ? { setDevice } : {}),
  };
});
