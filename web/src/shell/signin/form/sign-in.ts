import { timeKey } from '#protocol/signin/freshness.ts';
import { foldName } from '#protocol/signin/names.ts';
import { messageOf, proofOf, signatureOf } from '#protocol/signin/proof.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import type { ClientSession, SessionUser } from '#web/api/session.ts';
import { locale } from '#web/i18n/locale.ts';
import { say } from '#web/i18n/use-text.ts';
import { primitives, randomNumber } from '#web/proof/crypto.ts';
import { lookUpProving } from '#web/proof/host.ts';
import { keysOf } from '#web/proof/keys.ts';

export interface Typed {
  subname: string;
  username: string;
  password: string;
}

/** Proves the password and answers the session; it is not kept yet. Throws ApiError with a remark to be shown. */
export async function signIn(typed: Typed): Promise<ClientSession> {
  const { auth, now } = await lookUpProving();
  const keys = await keysOf(auth, typed, typed.password);
  const at = now();
  const attempt = {
    subname: foldName(typed.subname),
    username: foldName(typed.username),
    random: randomNumber(),
    locale: locale(),
  };
  const message = messageOf({ op: 'Login', ...attempt, time: `${at.getUTCFullYear()}-${timeKey(at)}`, realm: auth.realm });
  const { data } = await call(ops.login, { ...attempt, time: timeKey(at), password: proofOf(primitives, keys, message) });
  const { token, sign, ...user } = data as unknown as SessionUser & { token: string; sign: string };
  if (sign !== signatureOf(primitives, keys.serverKey, message)) throw new ApiError(300, say('signin.forged'));
  return { token, user };
}
