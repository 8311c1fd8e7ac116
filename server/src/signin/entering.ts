import { type Locale, Refusal } from '#protocol/codes.ts';
import { signatureOf } from '#protocol/signin/proof.ts';
import { veilRemembered } from '#protocol/signin/remember.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { newDevice } from './attempts/device.ts';
import type { Account } from './credential.ts';
import { primitives } from './crypto.ts';
import { forgetMachine, type Held, remember, spend } from './once/remember.ts';
import { type SecurityEvent, writeEvent } from './security-log.ts';
import { newSid, openSession } from './session.ts';

/** Where a sign-in came from; `device` is the cookie as it came. */
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

/** Somebody who has proved all that is asked of him, and what his session begins with. */
export interface Entrant {
  user: NonNullable<Account['user']>;
  /** what attempts at his account are counted by */
  identity: string;
  locale: Locale;
  /** the proof, and the key that answers it */
  message: string;
  serverKey: Uint8Array;
  /** a value for the next sign-in is asked for */
  remember: boolean;
  /** the remembered value that was proved; null: the password itself */
  held: Held['row'];
  /** of his device, where it was known before */
  device: string | null;
  caller: LoginCaller;
}

/**
 * The session on a device that is known from now on, and what is remembered for the next time. 304 where somebody else just used the
 * remembered value, 305 without a domain. The event is written with it; tell it when the transaction is done.
 */
export async function enterSession(tx: Tx, house: House, entrant: Entrant, event: SecurityEvent): Promise<SignedIn> {
  const now = house.clock.now();
  const { user, held, identity, caller, locale } = entrant;
  const made = entrant.device ? null : newDevice(house.keys.pepper);
  const device = entrant.device ?? made!.id;
  const who = { company: user.company_id, user: user.id, epoch: user.epoch, device, sid: newSid() };
  if (held && !(await spend(tx, held, now, who))) throw new Refusal(304);
  const domain = user.domains.find((one) => one === user.lastDomain) ?? user.domains[0];
  if (domain === undefined) throw new Refusal(305, '$no_domain');
  await tx.query(
    'insert into fw.device (device, identity, used_at) values ($1, $2, $3) on conflict (device, identity) do update set used_at = excluded.used_at',
    [device, identity, now],
  );
  const { address, userAgent } = caller;
  const token = await openSession(tx, house.keys.pepper, now, { ...who, domain, locale, address, userAgent });
  if (!held) await forgetMachine(tx, who);
  const value = entrant.remember ? await remember(tx, house, now, who, held) : null;
  const next = value && veilRemembered(primitives, entrant.serverKey, entrant.message, value);
  Object.assign(event, { sid: who.sid });
  await writeEvent(tx, event, now);
  return {
    token,
    sign: signatureOf(primitives, entrant.serverKey, entrant.message),
    ...(next ? { remember: next } : {}),
    ...(made ? { setDevice: made.cookie } : {}),
  };
}
