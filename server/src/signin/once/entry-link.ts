import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Refusal } from '#protocol/codes.ts';
import { entryMessage, linkId, linkKeys } from '#protocol/signin/entry.ts';
import { isRandom } from '#protocol/signin/freshness.ts';
import { foldName } from '#protocol/signin/names.ts';
import { type Identity, saidKey, signatureOf, type Verifier } from '#protocol/signin/proof.ts';
import { openVerifier } from '#protocol/signin/sealed.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { PERSON } from '#server/meta/person.ts';
import { countAttempt, limitsOf } from '../attempts/limits.ts';
import { forgetLock } from '../attempts/lock-out.ts';
import { createCredential } from '../credential.ts';
import { primitives, seal, unseal } from '../crypto.ts';
import { record, type SecurityEvent, tellEvent, writeEvent } from '../security-log.ts';

const HOUR = 60 * 60_000;
/** How long a link of an administrator holds. */
const VALID = 72 * HOUR;
/** What a stranger may have asked for in somebody's name is over soon. */
export const OWN_VALID = 2 * HOUR;

/** `invite`: he has no password yet; `reset`: the one he has holds until the link is used; `forgot`: the same, and he asked for it himself. */
export type Purpose = 'invite' | 'reset' | 'forgot';
export interface Issued {
  purpose: Purpose;
  /** the only copy */
  link: string;
  until: Date;
}
/** What an administrator made, and what somebody asked for himself, stand beside each other: neither ends the other. */
const tableOf = (purpose: Purpose): string => (purpose === 'forgot' ? 'fw.own_link' : 'fw.entry_link');

interface Whose {
  company: number;
  user: number;
}
const boundTo = ({ company, user }: Whose): string => `entry link ${company} ${user}`;

/** A link, and what the database keeps of it: the hash of its id and, sealed, what checks it. Neither a dump nor a recorded call is worth anything. */
function createLink({ seal: key }: House['keys'], whose: Whose) {
  const link = randomBytes(32).toString('base64url');
  const { storedKey, serverKey } = linkKeys(primitives, link);
  return { link, hash: hashOf(linkId(primitives, link)), sealed: seal(key, Buffer.concat([storedKey, serverKey]), boundTo(whose)) };
}

/** A one-time link for a user, in place of the one that an administrator made before. */
export async function issueLink(tx: Tx, { keys, clock }: Pick<House, 'keys' | 'clock'>, who: Whose & { by: number }): Promise<Issued> {
  const { link, hash, sealed } = createLink(keys, who);
  const until = new Date(clock.now().getTime() + VALID);
  const [made] = await tx.query<{ purpose: Purpose }>(
    `insert into fw.entry_link as l (company_id, user_id, purpose, id_hash, sealed, made_by, expires_at)
     select $1, $2, case when exists (select 1 from fw.credential k where k.company_id = $1 and k.user_id = $2) then 'reset' else 'invite' end,
       $3, $4, $5, $6
     on conflict (company_id, user_id) do update set purpose = excluded.purpose, id_hash = excluded.id_hash, sealed = excluded.sealed,
       made_by = excluded.made_by, expires_at = excluded.expires_at, used_at = null, mailed = false
     returning purpose`,
    [who.company, who.user, hash, sealed, who.by, until],
  );
  return { purpose: made!.purpose, link, until };
}

/** The link that an administrator made goes by mail: it ends with the address that it goes to (fw.user_changed). */
export async function noteMailed(tx: Tx, { company, user }: Whose): Promise<void> {
  await tx.query('update fw.entry_link set mailed = true where company_id = $1 and user_id = $2', [company, user]);
}

/** A one-time link for who asked for it himself, in place of the one he asked for before. */
export async function issueOwnLink(tx: Tx, { keys, clock }: Pick<House, 'keys' | 'clock'>, whose: Whose): Promise<Issued> {
  const { link, hash, sealed } = createLink(keys, whose);
  const until = new Date(clock.now().getTime() + OWN_VALID);
  await tx.query(
    `insert into fw.own_link (company_id, user_id, id_hash, sealed, expires_at) values ($1, $2, $3, $4, $5)
     on conflict (company_id, user_id) do update set id_hash = excluded.id_hash, sealed = excluded.sealed, expires_at = excluded.expires_at,
       used_at = null`,
    [whose.company, whose.user, hash, sealed, until],
  );
  return { purpose: 'forgot', link, until };
}

const hashOf = (id: string): Uint8Array => primitives.sha256(Buffer.from(id));

/** Whether a link holds: it was not used, replaced or ended. */
export async function linkHolds(
  tx: Tx,
  { company, user, purpose, link }: Whose & { purpose: Purpose; link: string },
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from ${tableOf(purpose)} where company_id = $1 and user_id = $2 and id_hash = $3 and used_at is null and expires_at > $4`,
    [company, user, hashOf(linkId(primitives, link)), now],
  );
  return rows.length > 0;
}

/** Links of users that an administrator made and nobody used end. What they asked for themselves ends with their sessions (fw.end_own_links), what was mailed with its address. */
export async function endLinks(tx: Tx, company: number, users: readonly number[]): Promise<void> {
  await tx.query('delete from fw.entry_link where company_id = $1 and user_id = any($2::bigint[]) and used_at is null', [company, users]);
}

interface Found extends Identity {
  company_id: number;
  id: number;
  purpose: Purpose;
  sealed: Buffer;
  person: string;
  person_en: string | null;
  company: string;
  company_en: string | null;
}

/** The account of a link that still holds; 301 for one that is over, used, unknown, or of somebody who may not sign in. */
async function findLink({ db, clock }: House, id: string): Promise<Found> {
  const [row] = await db.front.query<Found>(
    `select l.company_id, l.user_id as id, l.purpose, l.sealed, lower(c.login_name) as subname, lower(u.login_name) as username,
       u.key_name as person, u.name_en as person_en, c.key_name as company, c.key_name_en as company_en
     from (select l.company_id, l.user_id, l.purpose, l.sealed from fw.entry_link l
             where l.id_hash = $1 and l.used_at is null and l.expires_at > $2
           union all select l.company_id, l.user_id, 'forgot', l.sealed from fw.own_link l
             where l.id_hash = $1 and l.used_at is null and l.expires_at > $2) l
       join fw.company c on c.id = l.company_id and c.status = 1
       join app."user" u on u.company_id = l.company_id and u.id = l.user_id and ${PERSON.mayEnter}`,
    [hashOf(id), clock.now()],
  );
  return row ?? over();
}

const over = (): never => {
  throw new Refusal(301, '$entryOver');
};

/** Whose account a link is for, by its id. Counted as attempts to sign in are. */
export async function loadEntry(house: House, id: string, caller: { address: string }) {
  return counted(house, caller, 'LoadEntry', async () => {
    const { subname, username, person, person_en, company, company_en, purpose } = await findLink(house, id);
    return { subname, username, person, person_en, company, company_en, purpose };
  });
}

/** The payload of Enter as it came. */
interface EnterRequest {
  /** its id */
  link: string;
  random: string;
  proof: string;
  verifier: string;
}

/**
 * Sets the password of the link's account, once: of two calls at the same time one is refused (301). Whoever is signed in with the password
 * before is signed out; a lock of failed attempts ends. Answers what proves to the client that the server knows the link.
 */
export async function enter(house: House, request: EnterRequest, caller: { address: string }): Promise<{ sign: string }> {
  if (!isRandom(request.random)) throw new Refusal(317, '', { field: 'random' });
  return counted(house, caller, 'Enter', async () => {
    const found = await findLink(house, request.link);
    const opened = unseal(house.keys.seal, found.sealed, boundTo({ company: found.company_id, user: found.id }));
    const [storedKey, serverKey] = [opened.subarray(0, 32), opened.subarray(32)];
    const message = entryMessage(found, request.link, request.random, house.settings.realm);
    const clientKey = saidKey(primitives, storedKey, message, request.proof) ?? Buffer.alloc(32);
    if (!timingSafeEqual(primitives.sha256(clientKey), storedKey)) over();
    const verifier = openVerifier(primitives, clientKey, message, request.verifier);
    if (!verifier) throw new Refusal(317, '', { field: 'verifier' });
    const event: SecurityEvent = {
      ...{ op: 'Enter', reason: 'ok', company: found.company_id, actor: found.id, login: `${found.username}@${found.subname}` },
      ...{ target: found.purpose, address: caller.address },
    };
    await house.db.tx((tx) => useLink(tx, house, found, verifier, event));
    tellEvent(house, event);
    return { sign: signatureOf(primitives, serverKey, message) };
  });
}

async function useLink(tx: Tx, house: House, found: Found, verifier: Verifier, event: SecurityEvent): Promise<void> {
  const now = house.clock.now();
  const { company_id, id, purpose, subname, username } = found;
  const used = await tx.query(
    `update ${tableOf(purpose)} set used_at = $4
     where company_id = $1 and user_id = $2 and sealed = $3 and used_at is null and expires_at > $4 returning 1`,
    [company_id, id, found.sealed, now],
  );
  if (used.length === 0) over();
  await tx.query("select set_config('fw.actor', $1, true), set_config('fw.op', 'Enter', true)", [String(id)]);
  // who was disabled or renamed meanwhile finds nothing; who comes in for the first time is active from now on
  const person = await tx.query(
    `update app."user" u set status = 1, modify_entity = $2, modify_time = $4, version = version + 1
     where u.company_id = $1 and u.id = $2 and lower(u.login_name) = $3 and ${PERSON.isExpected} returning 1`,
    [company_id, id, username, now],
  );
  if (person.length === 0) {
    const standing = await tx.query(
      `select 1 from app."user" u where u.company_id = $1 and u.id = $2 and lower(u.login_name) = $3 and ${PERSON.mayEnter} for share`,
      [company_id, id, username],
    );
    if (standing.length === 0) over();
  }
  await createCredential(tx, house.keys, { company_id, id, subname, login_name: username }, verifier);
  await forgetLock(tx, house.keys, { subname: foldName(subname), username: foldName(username) });
  await writeEvent(tx, event, now);
}

/** An attempt with a link, counted by where it comes from; what was right is taken back. */
async function counted<T>(house: House, { address }: { address: string }, op: string, work: () => Promise<T>): Promise<T> {
  const limits = limitsOf(house, { address });
  const event = { op, reason: 'ok', address };
  await countAttempt(house, limits, 1, () => record(house, { ...event, reason: '429' }));
  try {
    const done = await work();
    await countAttempt(house, limits, -1);
    return done;
  } catch (error) {
    if (error instanceof Refusal) await record(house, { ...event, reason: String(error.code) });
    throw error;
  }
}
