import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '#protocol/codes.ts';
import { isRandom, resolveTime } from '#protocol/signin/freshness.ts';
import { foldName } from '#protocol/signin/names.ts';
import { messageOf, signatureOf, type Verifier } from '#protocol/signin/proof.ts';
import { openVerifier } from '#protocol/signin/sealed.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { counted, identityKey, localeOf, provenKey } from '../attempt.ts';
import { type Account, createCredential, loadAccount } from '../credential.ts';
import { primitives } from '../crypto.ts';
import { deviceOf } from '../device.ts';
import { forgive, reserve } from '../limits.ts';
import type { LoginCaller } from '../login.ts';
import { type SecurityEvent, tellEvent, writeEvent } from '../security-log.ts';

/** The payload of ModifyPwd as it came. */
export interface ModifyPwdRequest {
  /** proof of the password that is to go */
  old_password: string;
  /** what shall be kept of the new one, sealed with the old */
  new_password: string;
  random: string;
  time: string;
  locale: string;
}

/**
 * A new password for who is signed in and proves the one before it. A wrong one counts as at sign-in: 304, or 309 when locked. After it
 * every session of the person is over, the one that asks too. Answers the signature by which the client knows the server.
 */
export async function modifyPassword(house: House, session: Session, request: ModifyPwdRequest, caller: LoginCaller): Promise<string> {
  const now = house.clock.now();
  const time = resolveTime(request.time, now);
  if (!time) throw new Refusal(317, '', { field: 'time' });
  if (!isRandom(request.random)) throw new Refusal(317, '', { field: 'random' });
  const who = { subname: foldName(session.company.login_name), username: foldName(session.user.login_name) };
  const said = { ...who, time, random: request.random, locale: localeOf(request.locale), realm: house.settings.realm };
  const message = messageOf({ op: 'ModifyPwd', ...said });
  const identity = identityKey(house, who);
  const device = deviceOf(house.keys.pepper, caller.device);
  const event: SecurityEvent = {
    ...{ op: 'ModifyPwd', reason: 'ok', company: session.company.id, actor: session.user.id, sid: session.sid },
    ...{ login: `${who.username}@${who.subname}`, target: `user ${session.user.id}`, address: caller.address },
  };
  const origin = { address: caller.address, subname: who.subname, device };
  return counted(house, { origin, identity, event }, async () => {
    const counter = await reserve(house, identity, device);
    const account = await loadAccount(house.db, house.keys, who);
    const key = provenKey(account, message, request.old_password);
    if (!key || account.user?.company_id !== session.company.id || account.user.id !== session.user.id) throw new Refusal(304);
    await forgive(house.db, counter);
    await replace(house, { account, event, said }, newVerifier(account, key, message, request.new_password));
    return signatureOf(primitives, account.serverKey, message);
  });
}

function newVerifier(account: Account, key: Uint8Array, message: string, sealed: string): Verifier {
  const verifier = openVerifier(primitives, key, message, sealed);
  if (!verifier) throw new Refusal(317, '', { field: 'new_password' });
  if (timingSafeEqual(verifier.storedKey, account.storedKey)) throw new Refusal(317, '$same_password', { field: 'new_password' });
  return verifier;
}

interface Proven {
  account: Account;
  event: SecurityEvent;
  said: { subname: string; username: string; time: string; random: string };
}

/** Of two changes at once the second finds that its session is over. */
async function replace(house: House, { account, event, said }: Proven, verifier: Verifier): Promise<void> {
  const { company_id, id, epoch } = account.user!;
  const now = house.clock.now();
  await house.db.tx(async (tx) => {
    const [mine] = await tx.query<{ epoch: number }>(
      `select epoch, set_config('fw.actor', user_id::text, true) from fw.credential where company_id = $1 and user_id = $2 for update`,
      [company_id, id],
    );
    if (mine?.epoch !== epoch) throw new Refusal(401);
    const fresh = await tx.query(
      'insert into fw.login_used (company_id, user_id, time, random, used_at) values ($1, $2, $3, $4, $5) on conflict do nothing returning time',
      [company_id, id, said.time, said.random, now],
    );
    if (!fresh.length) throw new Refusal(317, '', { field: 'random' });
    await createCredential(tx, house.keys, { company_id, id, subname: said.subname, login_name: said.username }, verifier);
    await writeEvent(tx, event, now);
  });
  tellEvent(house, event);
}
