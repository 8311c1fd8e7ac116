import { Refusal } from '#protocol/codes.ts';
import { isRandom, resolveTime } from '#protocol/signin/freshness.ts';
import { foldName } from '#protocol/signin/names.ts';
import { messageOf, type OwnProof } from '#protocol/signin/proof.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { counted, identityKey, localeOf, provenKey } from '../attempts/attempt.ts';
import { deviceOf } from '../attempts/device.ts';
import { forgive, reserve, takeBack } from '../attempts/limits.ts';
import { type Account, loadAccount } from '../credential.ts';
import type { LoginCaller } from '../entering.ts';
import { readFactor } from '../factor/factor.ts';
import { type SecurityEvent, tellEvent, writeEvent } from '../security-log.ts';

/** A proof of one's own password as it came, beside what it is proved for. */
export interface ProofRequest {
  random: string;
  time: string;
  locale: string;
}

/** Somebody who is signed in and has just proved his password. */
export interface Proven {
  account: Account;
  user: NonNullable<Account['user']>;
  key: Uint8Array;
  message: string;
  said: { subname: string; username: string; time: string; random: string };
  event: SecurityEvent;
}

/**
 * Runs what somebody does to his own account with a proof of his password (P1 with the op's name). A wrong one counts as at sign-in: 304, or
 * 309 when locked. What is no time, random number or language is 317 and never 401: that code signs a page out.
 */
export async function withProof<T>(
  house: House,
  session: Session,
  { op, proof, request, caller }: { op: OwnProof; proof: string; request: ProofRequest; caller: LoginCaller },
  work: (by: Proven) => Promise<T>,
): Promise<T> {
  const time = resolveTime(request.time, house.clock.now());
  if (!time) throw new Refusal(317, '', { field: 'time' });
  if (!isRandom(request.random)) throw new Refusal(317, '', { field: 'random' });
  const who = { subname: foldName(session.company.login_name), username: foldName(session.user.login_name) };
  const said = { ...who, time, random: request.random, locale: localeOf(request.locale), realm: house.settings.realm };
  const message = messageOf({ op, ...said });
  const identity = identityKey(house, who);
  const device = deviceOf(house.keys.pepper, caller.device);
  const event: SecurityEvent = {
    ...{ op, reason: 'ok', company: session.company.id, actor: session.user.id, sid: session.sid },
    ...{ login: `${who.username}@${who.subname}`, target: `user ${session.user.id}`, address: caller.address },
  };
  const origin = { address: caller.address, subname: who.subname, device };
  return counted(house, { origin, identity, event }, async () => {
    const counter = await reserve(house, identity, device);
    const account = await loadAccount(house.db, house.keys, who);
    const key = provenKey(account, message, proof);
    const user = account.user;
    if (!key || user?.company_id !== session.company.id || user.id !== session.user.id) throw new Refusal(304);
    // who has a second factor is not proved by his password: what failed before still counts
    await ((await readFactor(house.db, { company: user.company_id, user: user.id })) ? takeBack : forgive)(house.db, counter);
    return work({ account, user, key, message, said, event });
  });
}

/**
 * Does it in one transaction, the account held and the proof used up: the same one again is 317, and of two at once whose session the first
 * ended finds that it is over (401). Written in the security log with it.
 */
export async function once<T>(house: House, { user, said, event }: Proven, work: (tx: Tx) => Promise<T>): Promise<T> {
  const now = house.clock.now();
  const whose = [user.company_id, user.id];
  const done = await house.db.tx(async (tx) => {
    const [mine] = await tx.query<{ epoch: number }>(
      `select epoch, set_config('fw.actor', user_id::text, true) from fw.credential where company_id = $1 and user_id = $2 for update`,
      whose,
    );
    if (mine?.epoch !== user.epoch) throw new Refusal(401);
    const fresh = await tx.query(
      'insert into fw.login_used (company_id, user_id, time, random, used_at) values ($1, $2, $3, $4, $5) on conflict do nothing returning time',
      [...whose, said.time, said.random, now],
    );
    if (!fresh.length) throw new Refusal(317, '', { field: 'random' });
    const answer = await work(tx);
    await writeEvent(tx, event, now);
    return answer;
  });
  tellEvent(house, event);
  return done;
}
