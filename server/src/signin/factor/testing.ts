import { Secret, TOTP } from 'otpauth';
import { Refusal } from '#protocol/codes.ts';
import { FACTOR, recoveryCodes, SECRET_BYTES, SEED_BYTES, unveil } from '#protocol/signin/factor.ts';
import { timeKey } from '#protocol/signin/freshness.ts';
import { messageOf, type OwnProof, type PasswordKeys, passwordKeys, proofOf, saltOf } from '#protocol/signin/proof.ts';
import { rememberedKeys } from '#protocol/signin/remember.ts';
import { PASSWORD } from '#protocol/testing-person.ts';
import type { Session } from '#server/meta/session.ts';
import { primitives } from '../crypto.ts';
import { type Asked, type LoginRequest, login } from '../login.ts';
import { beginFactor, confirmFactor, endFactor, newRecoveryCodes } from '../own/factor.ts';
import { findSession } from '../session.ts';
import { loadSite } from '../site.ts';
import { KDF_N, REALM, stranger, type TestHouse } from '../testing.ts';
import { answerFactor } from './answer.ts';

/** How long a code is shown, in ms. */
export const STEP = 30_000;

/** What an authenticator shows for this secret at that time. */
export const digitsOf = (secret: Uint8Array, at: Date): string =>
  new TOTP({ ...FACTOR, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) }).generate({ timestamp: at.getTime() });

/** A set-up as a client opens it. */
export function openSetUp(by: { serverKey: Uint8Array; message: string }, veiled: string): { secret: Uint8Array; codes: string[] } {
  const bytes = unveil(primitives, by.serverKey, by.message, veiled, SECRET_BYTES + SEED_BYTES)!;
  return { secret: bytes.slice(0, SECRET_BYTES), codes: recoveryCodes(primitives, bytes.slice(SECRET_BYTES)) };
}

/** 200, or the code of the refusal. */
export const codeOf = (attempt: Promise<unknown>): Promise<number> =>
  attempt.then(
    () => 200,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

/** Forgets every attempt, session and factor of a house, and what demands one. */
export const CLEAR = `delete from fw.identity_bucket; delete from fw.address_bucket; delete from fw.device; delete from fw.remembered;
  delete from fw.session; delete from fw.factor; delete from fw.factor_pending; delete from fw.factor_ticket; delete from fw.recovery_code;
  update app."role" set factor = 0`;

let drawn = 3_000_000_000;

/** What a client does to sign in with a second factor, and to its own; at the time of the house. */
export class Hand {
  constructor(private readonly of: () => TestHouse) {}

  later = (ms: number): void => {
    this.of().at = new Date(this.of().at.getTime() + ms);
  };
  keysOf = async (username: string, password = PASSWORD): Promise<PasswordKeys> => {
    const { salt, N } = await loadSite(this.of().db, KDF_N);
    return passwordKeys(primitives, password, saltOf(primitives, salt, { subname: 'demo', username }), { N, r: 8, p: 1 });
  };
  /** A proof as the page makes it now. */
  proving = (op: 'Login' | OwnProof, username: string, keys: PasswordKeys) => {
    drawn += 1;
    const said = { random: String(drawn), locale: 'zh_CN' };
    const time = timeKey(this.of().at);
    const message = messageOf({ op, subname: 'demo', username, ...said, time: `${this.of().at.getUTCFullYear()}-${time}`, realm: REALM });
    return { message, form: { ...said, time, password: proofOf(primitives, keys, message), code: '' } };
  };
  /** The password's half of a sign-in. */
  half = async (username = 'zhang3', more: Partial<LoginRequest> = {}, caller = stranger()) => {
    const keys = await this.keysOf(username);
    const { message, form } = this.proving('Login', username, keys);
    const done = await login(this.of(), { subname: 'demo', username, ...form, ...more }, caller);
    return { done, message, serverKey: keys.serverKey };
  };
  asked = async (username = 'zhang3'): Promise<Asked & { message: string; serverKey: Uint8Array }> => {
    const { done, ...by } = await this.half(username);
    if (!('ticket' in done)) throw new Error('nothing was asked');
    return { ...done, ...by };
  };
  answer = (ticket: string, code: string, caller = stranger()) => answerFactor(this.of(), { ticket, code }, caller);
  /** The half of a sign-in that a remembered value proves. */
  shown = async (value: string) => {
    const { selector, keys } = rememberedKeys(primitives, value)!;
    const { message, form } = this.proving('Login', 'zhang3', keys);
    const password = selector + form.password;
    const come = (await login(this.of(), { subname: 'demo', username: 'zhang3', ...form, password, remember: 1 }, stranger())) as Asked;
    return { ticket: come.ticket, message, serverKey: keys.serverKey };
  };
  /** Somebody who is signed in; before he has a factor. */
  inside = async (username = 'zhang3'): Promise<Session> => {
    const { done } = await this.half(username);
    return (await findSession(this.of(), (done as { token: string }).token, { background: true }))!;
  };
  /** `code` of the factor that stands. */
  begun = async (session: Session, username = 'zhang3', { password = PASSWORD, code = '' } = {}) => {
    const keys = await this.keysOf(username, password);
    const { message, form } = this.proving('BeginFactor', username, keys);
    const { set_up } = await beginFactor(this.of(), session, { ...form, code }, stranger());
    return openSetUp({ serverKey: keys.serverKey, message }, set_up);
  };
  /** Sets up a factor; the step of its confirmation is over afterwards. */
  setUp = async (username = 'zhang3') => {
    const session = await this.inside(username);
    const made = await this.begun(session, username);
    await confirmFactor(this.of(), session, digitsOf(made.secret, this.of().at), stranger());
    this.later(2 * STEP);
    return { ...made, session, now: () => digitsOf(made.secret, this.of().at) };
  };
  own = async (op: 'EndFactor' | 'RecoveryCodes', session: Session, code: string, password = PASSWORD) => {
    const keys = await this.keysOf('zhang3', password);
    const { message, form } = this.proving(op, 'zhang3', keys);
    const work: (...of: Parameters<typeof endFactor>) => Promise<{ sign: string; recovery?: string }> =
      op === 'EndFactor' ? endFactor : newRecoveryCodes;
    const done = work(this.of(), session, { ...form, code }, stranger());
    return { by: { message, serverKey: keys.serverKey }, done };
  };
}
