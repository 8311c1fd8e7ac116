import { type Locale, Refusal } from '#protocol/codes.ts';
import { isRandom, resolveTime } from '#protocol/signin/freshness.ts';
import { foldName, nameFault } from '#protocol/signin/names.ts';
import { type Identity, messageOf, signatureOf } from '#protocol/signin/proof.ts';
import type { House } from '#server/meta/house.ts';
import { counted, identityKey, localeOf, provenKey } from './attempt.ts';
import { loadAccount } from './credential.ts';
import { primitives } from './crypto.ts';
import { deviceOf, newDevice } from './device.ts';
import { forgive, reserve } from './limits.ts';
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
  device: string | null;
  caller: LoginCaller;
  event: SecurityEvent;
}

async function prove(house: House, { identity, message: said, proof, device, caller, event }: Attempt): Promise<SignedIn> {
  const now = house.clock.now();
  const counter = await reserve(house, identity, device);
  const account = await loadAccount(house.db, house.keys, said);
  const message = messageOf({ op: 'Login', ...said, realm: house.settings.realm });
  const user = provenKey(account, message, proof) && account.user;
  if (!user) throw new Refusal(304);

  Object.assign(event, { company: user.company_id, actor: user.id });
  const made = device ? null : newDevice(house.keys.pepper);
  const sid = newSid();
  const token = await house.db.tx(async (tx) => {
    const fresh = await tx.query(
      'insert into fw.login_used (company_id, user_id, time, random, used_at) values ($1, $2, $3, $4, $5) on conflict do nothing returning time',
      [user.company_id, user.id, said.time, said.random, now],
    );
    if (!fresh.length) throw new Refusal(401);
    if (!user.active) throw new Refusal(303);
    const domain = user.domains.find((one) => one === user.lastDomain) ?? user.domains[0];
    if (domain === undefined) throw new Refusal(305, '$no_domain');
    await forgive(tx, counter);
    const known = device ?? made!.id;
    await tx.query(
      'insert into fw.device (device, identity, used_at) values ($1, $2, $3) on conflict (device, identity) do update set used_at = excluded.used_at',
      [known, identity, now],
    );
    const opened = await openSession(tx, house.keys.pepper, now, {
      sid,
      company: user.company_id,
      user: user.id,
      epoch: user.epoch,
      domain,
      locale: said.locale,
      device: known,
      address: caller.address,
      userAgent: caller.userAgent,
    });
    await writeEvent(tx, { ...event, sid }, now);
    return opened;
  });
  tellEvent(house, { ...event, sid });
  return { token, sign: signatureOf(primitives, account.serverKey, message), ...(made ? { setDevice: made.cookie } : {}) };
}

/** What can be no name is nobody's; its attempts are counted by what was typed all the same. */
const isName = (who: Identity): boolean => nameFault(who.subname) === null && nameFault(who.username) === null;
const NOBODY: Identity = { subname: '', username: '' };
