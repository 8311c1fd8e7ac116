import { timeKey } from '#protocol/signin/freshness.ts';
import { foldName } from '#protocol/signin/names.ts';
import { type Identity, messageOf, proofOf, signatureOf } from '#protocol/signin/proof.ts';
import { rememberedKeys, veilRemembered } from '#protocol/signin/remember.ts';
import type { Envelope } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import type { ClientSession, SessionUser } from '#web/api/session.ts';
import { locale } from '#web/i18n/locale.ts';
import { say } from '#web/i18n/use-text.ts';
import { primitives, randomNumber } from '#web/proof/crypto.ts';
import { lookUpProving } from '#web/proof/host.ts';
import { keysOf } from '#web/proof/keys.ts';
import { forgetRemembered, keepRemembered, type Remembered, remembered } from '#web/proof/remembered.ts';

export interface Typed {
  subname: string;
  username: string;
  password: string;
}

/** How a sign-in is to be remembered, and what it is proved by where no password was typed. */
export interface Remembering {
  remember: boolean;
  by?: Remembered | null;
}

/** The password was right, and a second factor is to be proved or, with `setUp`, to be set up first (../factor). */
export interface Question extends Identity {
  ticket: string;
  setUp?: unknown;
  /** what its answer is veiled with */
  serverKey: Uint8Array;
  message: string;
  /** the session, of what Factor answered */
  finish: (data: Envelope['data']) => ClientSession;
}

/**
 * Proves the password, or what was remembered in its place, and answers the session, which is not kept yet, or what else is asked for. Throws
 * ApiError with a remark to be shown; what was remembered and is refused is forgotten.
 */
export async function signIn(typed: Typed, { remember, by = null }: Remembering): Promise<ClientSession | Question> {
  const { auth, now } = await lookUpProving();
  const stored = by && rememberedKeys(primitives, by.value);
  const keys = stored ? stored.keys : await keysOf(auth, typed, typed.password);
  const at = now();
  const attempt = {
    subname: foldName(typed.subname),
    username: foldName(typed.username),
    random: randomNumber(),
    locale: locale(),
  };
  const message = messageOf({ op: 'Login', ...attempt, time: `${at.getUTCFullYear()}-${timeKey(at)}`, realm: auth.realm });
  const password = (stored?.selector ?? '') + proofOf(primitives, keys, message);
  const request = { ...attempt, time: timeKey(at), password, remember: Number(remember) };
  const { code, data } = await call(ops.login, request, { accept: [102] }).catch((error: ApiError) => {
    if (!stored || error.code !== 304) throw error;
    forgetRemembered();
    throw new ApiError(304, say('signin.forgotten'));
  });
  const check = (sign: unknown) => {
    if (sign !== signatureOf(primitives, keys.serverKey, message)) throw new ApiError(300, say('signin.forged'));
  };
  const finish: Question['finish'] = (answer) => {
    const { token, sign, remember: veiled, ...user } = answer as unknown as SessionUser & Record<'token' | 'sign', string> & Veiled;
    check(sign);
    keep(veiled);
    return { token, user };
  };
  const keep = (veiled: Veiled['remember']) => {
    const value = veiled && veilRemembered(primitives, keys.serverKey, message, veiled);
    if (value) keepRemembered(attempt, value, stored ? by : null);
    else if (remembered(attempt)) forgetRemembered();
  };
  if (code !== 102) return finish(data);
  check(data?.sign);
  const { subname, username } = attempt;
  return { subname, username, ticket: String(data?.ticket), setUp: data?.set_up, serverKey: keys.serverKey, message, finish };
}
interface Veiled {
  remember?: string;
}
