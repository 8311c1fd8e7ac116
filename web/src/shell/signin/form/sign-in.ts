import { fromBase64url } from '#protocol/signin/bytes.ts';
import { timeKey } from '#protocol/signin/freshness.ts';
import { foldName, foldPassword } from '#protocol/signin/names.ts';
import { type AuthParameters, isSafeKdf, messageOf, passwordKeys, proofOf, saltOf, signatureOf } from '#protocol/signin/proof.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import type { ClientSession, SessionUser } from '#web/api/session.ts';
import { locale } from '#web/i18n/locale.ts';
import { say } from '#web/i18n/use-text.ts';
import { primitives, randomNumber } from './crypto.ts';

/** What the sign-in page of this host shows (AUTH-03). */
export interface HostPage {
  app_name: string;
  app_name_en?: string;
  company?: string;
  company_en?: string;
  logo?: string;
  copyright?: string;
  copyright_en?: string;
  /** the sub-account of this host: not asked for then */
  subname?: string;
  /** 1 while nobody exists: the platform is to be set up */
  set_up?: 1;
}

export interface Typed {
  subname: string;
  username: string;
  password: string;
}

/** The host's page with what a password is derived with. Throws when the server asks for less than is safe. */
export async function lookUpSafe(): Promise<HostPage & { auth: AuthParameters }> {
  const page = await lookUp();
  if (page.auth.v !== 'P1' || !isSafeKdf(page.auth.kdf)) throw new ApiError(300, say('signin.unsafe'));
  return page;
}

const lookUp = async () => (await call(ops.domain, { host: location.host })).data as unknown as HostPage & { auth: AuthParameters };

export const loadHostPage = (): Promise<HostPage> => lookUp();

/** Proves the password and answers the session; it is not kept yet. Throws ApiError with a remark to be shown. */
export async function signIn(typed: Typed): Promise<ClientSession> {
  const { auth } = await lookUpSafe();
  const asked = performance.now();
  const who = { subname: foldName(typed.subname), username: foldName(typed.username) };
  const salt = saltOf(primitives, fromBase64url(auth.salt) ?? new Uint8Array(), who);
  const keys = await passwordKeys(primitives, foldPassword(typed.password), salt, auth.kdf);

  const now = new Date(auth.now + performance.now() - asked);
  const attempt = { ...who, random: randomNumber(), locale: locale() };
  const message = messageOf({ op: 'Login', ...attempt, time: `${now.getUTCFullYear()}-${timeKey(now)}`, realm: auth.realm });
  const { data } = await call(ops.login, { ...attempt, time: timeKey(now), password: proofOf(primitives, keys, message) });
  const { token, sign, ...user } = data as unknown as SessionUser & { token: string; sign: string };
  if (sign !== signatureOf(primitives, keys.serverKey, message)) throw new ApiError(300, say('signin.forged'));
  return { token, user };
}
