import { Refusal } from '#protocol/codes.ts';
import { veil } from '#protocol/signin/factor.ts';
import { isRandom, resolveTime } from '#protocol/signin/freshness.ts';
import { foldName, nameFault } from '#protocol/signin/names.ts';
import { type Identity, messageOf, signatureOf } from '#protocol/signin/proof.ts';
import { splitRemembered } from '#protocol/signin/remember.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { counted, identityKey, localeOf, provenKey } from './attempts/attempt.ts';
import { deviceOf } from './attempts/device.ts';
import { forgive, reserve, takeBack } from './attempts/limits.ts';
import { refuseOverLicence } from './company/seats.ts';
import { type Account, loadAccount } from './credential.ts';
import { primitives } from './crypto.ts';
import { type Entrant, enterSession, type LoginCaller, type SignedIn } from './entering.ts';
import { drawSetUp, isDemanded, readFactor } from './factor/factor.ts';
import { issueTicket } from './factor/ticket.ts';
import { endFamily, type Held, loadHeld } from './once/remember.ts';
import { type SecurityEvent, tellEvent, writeEvent } from './security-log.ts';

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

/** The password was right, and nobody is signed in yet: a second factor is to be proved (`Factor`), or set up first. */
export interface Asked {
  ticket: string;
  sign: string;
  /** of a role that demands one where there is none: secret and seed, veiled */
  setUp?: string;
}

/**
 * Signs in (protocol P1). Until the proof holds, an unknown account, a wrong password and a disabled account run the same
 * statements and read the same: 304, or 309 when locked. Only then may it be 303 (disabled), 307 (over the licence), 305 (no domain) or 401 (replayed), and only
 * then is it told that somebody has a second factor.
 */
export async function login(house: House, request: LoginRequest, caller: LoginCaller): Promise<SignedIn | Asked> {
  const time = resolveTime(request.time, house.clock.now());
  if (!time || !isRandom(request.random)) throw new Refusal(401);
  const typed = { subname: foldName(request.subname), username: foldName(request.username) };
  const attempt: Attempt = {
    identity: identityKey(house, typed),
    said: { ...(isName(typed) ? typed : NOBODY), time, random: request.random, locale: localeOf(request.locale) },
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
interface Attempt extends Pick<Entrant, 'identity' | 'remember' | 'device' | 'caller'> {
  /** `identity`: of the account that is asked for, whether it exists or not */
  said: Identity & { time: string; random: string; locale: Entrant['locale'] };
  proof: string;
  event: SecurityEvent;
}

async function prove(house: House, attempt: Attempt): Promise<SignedIn | Asked> {
  const { identity, said, device, event } = attempt;
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
  const entrant: Entrant = { ...attempt, ...proven, message, locale: said.locale };
  const done = await house.db.tx(async (tx) => {
    await admit(tx, house, said, user);
    const asked = await ask(tx, house, said, entrant);
    if (!asked) {
      await forgive(tx, counter);
      return enterSession(tx, house, entrant, event);
    }
    await takeBack(tx, counter);
    event.reason = 'factor';
    await writeEvent(tx, event, house.clock.now());
    return asked;
  });
  tellEvent(house, event);
  return done;
}

/** Whose proof it was, and by what. */
type Proven = Pick<Entrant, 'user' | 'held' | 'serverKey'>;

/** The account's person, if the proof is of his password or of a value that was remembered in its place; null for everybody else. */
async function provenBy(house: House, account: Account, message: string, password: string): Promise<Proven | null> {
  const remembered = splitRemembered(password);
  const held: Held | null = remembered && (await loadHeld(house, remembered.selector, account.user));
  const by = held ?? account;
  const isProven = provenKey(by, message, remembered ? remembered.proof : password) !== null;
  if (!isProven || !account.user || (held && !held.row)) return null;
  return { user: account.user, held: held?.row ?? null, serverKey: by.serverKey };
}

/** After the proof: not the same one again (401), somebody who is still active (303) and whom the licence allows (307). */
async function admit(tx: Tx, house: House, said: Attempt['said'], user: Entrant['user']): Promise<void> {
  const fresh = await tx.query(
    'insert into fw.login_used (company_id, user_id, time, random, used_at) values ($1, $2, $3, $4, $5) on conflict do nothing returning time',
    [user.company_id, user.id, said.time, said.random, house.clock.now()],
  );
  if (!fresh.length) throw new Refusal(401);
  if (!user.active) throw new Refusal(303);
  await refuseOverLicence(tx, { company: user.company_id, user: user.id });
}

/** What is still to be proved, or to be set up because a role of his demands it; null where his password is all. */
async function ask(tx: Tx, house: House, { subname, username }: Identity, entrant: Entrant): Promise<Asked | null> {
  const { user, message, serverKey, locale, remember, held } = entrant;
  const whose = { company: user.company_id, user: user.id };
  const has = (await readFactor(tx, whose)) !== null;
  if (!has && !(await isDemanded(tx, whose))) return null;
  // a set-up takes the password itself: whoever sits at a machine that remembers it must not make the second factor his
  if (!has && held) throw new Refusal(304);
  const setUp = has ? null : drawSetUp();
  const underway = { who: { subname, username }, locale, message, serverKey, remember, held, setUp };
  const ticket = await issueTicket(tx, house, { ...whose, epoch: user.epoch }, underway);
  const sign = signatureOf(primitives, serverKey, message);
  return { ticket, sign, ...(setUp ? { setUp: veil(primitives, serverKey, message, setUp) } : {}) };
}

/** What can be no name is nobody's; its attempts are counted by what was typed all the same. */
const isName = (who: Identity): boolean => nameFault(who.subname) === null && nameFault(who.username) === null;
const NOBODY: Identity = { subname: '', username: '' };
