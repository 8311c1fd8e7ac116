import { type Locale, Refusal } from '#protocol/codes.ts';
import { isRandom, resolveTime } from '#protocol/signin/freshness.ts';
import { foldName, nameFault } from '#protocol/signin/names.ts';
import { type Identity, messageOf, signatureOf } from '#protocol/signin/proof.ts';
import { splitRemembered, veilRemembered } from '#protocol/signin/remember.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { counted, identityKey, localeOf, provenKey } from './attempt.ts';
import { type Account, loadAccount } from './credential.ts';
import { primitives } from './crypto.ts';
import { deviceOf, newDevice } from './device.ts';
import { forgive, reserve } from './limits.ts';
import { endFamily, forgetMachine, type Held, loadHeld, type Remembering, remember as rememberNext, spend } from './remember.ts';
import { type SecurityEvent, tellEvent, writeEvent } from './security-log.ts';
import { newSid, openSession } from './session.ts';

/** The payload of Login as it came. */
export interface LoginRequest {
  subname: string;
  username: string;
  password: string;
  random: string;
  time: string;
  locale: string;
  /** 1: a value for the next sign-in is asked for */
  remember?: number;
}

/** Where it came from; `device` is the cookie as it came. */
export interface LoginCaller {
  address: string;
  userAgent: string;
  device: string | null;
}

export interface SignedIn {
  token: string;
  /** proves to the client that the server knows the verifier */
  sign: string;
  /** what stands for the password next time, veiled */
  remember?: string;
  /** a new device cookie, where there was none */
  setDevice?: string;
}

/**
 * Signs in (protocol P1). Until the proof holds, an unknown account, a wrong password and a disabled account run the same
 * statements and read the same: 304, or 309 when locked. Only then may it be 303 (disabled), 305 (no domain) or 401 (replayed).
 */
export async function login(house: House, request: LoginRequest, caller: LoginCaller): Promise<SignedIn> {
  const time = resolveTime(request.time, house.clock.now());
  if (!time || !isRandom(request.random)) throw new Refusal(401);
  const typed = { subname: foldName(request.subname), username: foldName(request.username) };
  const attempt: Attempt = {
    identity: identityKey(house, typed),
    message: { ...(isName(typed) ? typed : NOBODY), time, random: request.random, locale: localeOf(request.locale) },
    proof: request.password,
    remember: request.remember === 1,
    device: deviceOf(house.keys.pepper, caller.device),
    caller,
    event: { op: 'Login', reason: 'ok', login: isName(typed) ? `${typed.username}@${typed.subname}` : '', address: caller.address },
  };
  const origin = { address: caller.address, subname: typed.subname, device: attempt.device };
  return counted(house, { ...attempt, origin }, () => prove(house, attempt));
}

/** An attempt that may still be anybody's. */
interface Attempt {
  /** of the account that is asked for, whether it exists or not */
  identity: string;
  message: Omit<Parameters<typeof messageOf>[0], 'op' | 'realm' | 'locale'> & { locale: Locale };
  proof: string;
  remember: boolean;
  device: string | null;
  caller: LoginCaller;
  event: SecurityEvent;
}

async function prove(house: House, attempt: Attempt): Promise<SignedIn> {
  const { identity, message: said, device, event } = attempt;
  const counter = await reserve(house, identity, device);
  const account = await loadAccount(house.db, house.keys, said);
  const message = messageOf({ op: 'Login', ...said, realm: house.settings.realm });
  const proven = await provenBy(house, account, message, attempt.proof);
  if (!proven) throw new Refusal(304);
  const { user, held } = proven;
  Object.assign(event, { company: user.company_id, actor: user.id });
  if (held && held.usedAt !== null) {
    await endFamily(house, held, { company: user.company_id, actor: user.id });
    throw new Refusal(304);
  }
  const made = device ? null : newDevice(house.keys.pepper);
  const who = { company: user.company_id, user: user.id, epoch: user.epoch, device: device ?? made!.id, sid: newSid() };
  const opened = await house.db.tx(async (tx) => {
    await admit(tx, house, attempt, proven, who);
    await forgive(tx, counter);
    return open(tx, house, attempt, proven, who);
  });
  tellEvent(house, { ...event, sid: who.sid });
  const next = opened.remember && veilRemembered(primitives, proven.serverKey, message, opened.remember);
  return {
    token: opened.token,
    sign: signatureOf(primitives, proven.serverKey, message),
    ...(next ? { remember: next } : {}),
    ...(made ? { setDevice: made.cookie } : {}),
  };
}

/** Whose proof it was, and by what. */
interface Proven {
  user: User;
  /** the remembered value that was proved; null: the password itself */
  held: Held['row'];
  serverKey: Uint8Array;
}
type User = NonNullable<Account['user']>;

/** The account's person, if the proof is of his password or of a value that was remembered in its place; null for everybody else. */
async function provenBy(house: House, account: Account, message: string, password: string): Promise<Proven | null> {
  const remembered = splitRemembered(password);
  const held = remembered && (await loadHeld(house, remembered.selector, account.user));
  const by = held ?? account;
  const isProven = provenKey(by, message, remembered ? remembered.proof : password) !== null;
  if (!isProven || !account.user || (held && !held.row)) return null;
  return { user: account.user, held: held?.row ?? null, serverKey: by.serverKey };
}

/** After the proof: not the same one again (401), somebody who is still active (303), a remembered value that nobody else just used (304). */
async function admit(tx: Tx, house: House, { message: said }: Attempt, { user, held }: Proven, who: Remembering): Promise<void> {
  const now = house.clock.now();
  const fresh = await tx.query(
    'insert into fw.login_used (company_id, user_id, time, random, used_at) values ($1, $2, $3, $4, $5) on conflict do nothing returning time',
    [user.company_id, user.id, said.time, said.random, now],
  );
  if (!fresh.length) throw new Refusal(401);
  if (!user.active) throw new Refusal(303);
  if (held && !(await spend(tx, held, now, who))) throw new Refusal(304);
}

/** The session on a device that is known from now on, and what is remembered for the next time. */
async function open(
  tx: Tx,
  house: House,
  { identity, message: said, remember: isAsked, caller, event }: Attempt,
  { user, held }: Proven,
  who: Remembering,
): Promise<{ token: string; remember: string | null }> {
  const now = house.clock.now();
  const domain = user.domains.find((one) => one === user.lastDomain) ?? user.domains[0];
  if (domain === undefined) throw new Refusal(305, '$no_domain');
  await tx.query(
    'insert into fw.device (device, identity, used_at) values ($1, $2, $3) on conflict (device, identity) do update set used_at = excluded.used_at',
    [who.device, identity, now],
  );
  const token = await openSession(tx, house.keys.pepper, now, {
    ...who,
    domain,
    locale: said.locale,
    address: caller.address,
    userAgent: caller.userAgent,
  });
  if (!held) await forgetMachine(tx, who);
  const remember = isAsked ? await rememberNext(tx, house, now, who, held) : null;
  await writeEvent(tx, { ...event, sid: who.sid }, now);
  return { token, remember };
}

/** What can be no name is nobody's; its attempts are counted by what was typed all the same. */
const isName = (who: Identity): boolean => nameFault(who.subname) === null && nameFault(who.username) === null;
const NOBODY: Identity = { subname: '', username: '' };
