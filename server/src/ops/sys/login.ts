import { factorOp, loginOp } from '#protocol/ops/sys.ts';
import type { House } from '#server/meta/house.ts';
import { type OpReply, op } from '#server/ops/op.ts';
import type { SignedIn } from '#server/signin/entering.ts';
import { answerFactor } from '#server/signin/factor/answer.ts';
import { login } from '#server/signin/login.ts';
import { findSession } from '#server/signin/session.ts';
import { openModules } from './modules.ts';
import { ownUser } from './own-user.ts';

/** Who is let in, as Login and Factor answer it. */
async function entered(house: House, { token, sign, remember, setDevice }: SignedIn): Promise<OpReply> {
  const session = await findSession(house, token, { background: true });
  const { rows: modules } = await openModules(house, session!);
  return {
    data: { ...(await ownUser(house, session!)), modules, token, sign, ...(remember ? { remember } : {}) },
    ...(setDevice ? { setDevice } : {}),
  };
}

export const loginCall = op(loginOp, async (house, { request, caller }) => {
  const done = await login(house, request, caller);
  if (!('ticket' in done)) return entered(house, done);
  const { ticket, sign, setUp } = done;
  return { code: 102, remark: setUp ? '$factorSetUp' : '$factorAsked', data: { ticket, sign, ...(setUp ? { set_up: setUp } : {}) } };
});

export const factorCall = op(factorOp, async (house, { request, caller }) => entered(house, await answerFactor(house, request, caller)));
