import { createHmac } from 'node:crypto';
import { foldName, foldPassword } from '#protocol/signin/names.ts';
import { type Identity, passwordKeys, saltOf, type Verifier } from '#protocol/signin/proof.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { ACTIVE_PERSON } from '#server/meta/person.ts';
import { primitives, seal, unseal } from './crypto.ts';

/** Whose credential it is; the names are part of what the password was hashed with. */
export interface CredentialOwner {
  company_id: number;
  id: number;
  subname: string;
  login_name: string;
}

/** What the server keeps of a password. Costs as much as `N` says: the seed loader runs several at once. */
export async function verifierOf(subname: string, username: string, password: string, salt: Uint8Array, N: number): Promise<Verifier> {
  const who = { subname: foldName(subname), username: foldName(username) };
  const keys = await passwordKeys(primitives, foldPassword(password), saltOf(primitives, salt, who), { N, r: 8, p: 1 });
  return { storedKey: keys.storedKey, serverKey: keys.serverKey };
}

const loginId = (who: Identity): string => `${who.subname}/${who.username}`;
const boundTo = (company: number, user: number): string => `credential ${company} ${user}`;

/** Sets a user's password. Whoever signed in with the one before it is signed out, everywhere; a link to set it that nobody used is over. */
export async function createCredential(tx: Tx, keys: House['keys'], user: CredentialOwner, verifier: Verifier): Promise<void> {
  const login = loginId({ subname: foldName(user.subname), username: foldName(user.login_name) });
  const sealed = seal(keys.seal, Buffer.concat([verifier.storedKey, verifier.serverKey]), boundTo(user.company_id, user.id));
  const who = [user.company_id, user.id];
  await endFormer(tx, login, who);
  const [set] = await tx.query<{ replaced: boolean }>(
    `with was as (select 1 from fw.credential where company_id = $1 and user_id = $2)
     insert into fw.credential (company_id, user_id, login_id, v, sealed) values ($1, $2, $3, 'P1', $4)
     on conflict (company_id, user_id) do update set login_id = excluded.login_id, v = excluded.v, sealed = excluded.sealed, changed_at = now()
     returning exists (select from was) as replaced`,
    [...who, login, sealed],
  );
  if (set!.replaced) await tx.query(`select fw.end_sessions($1, $2, 'password')`, who);
  await tx.query('delete from fw.entry_link where company_id = $1 and user_id = $2 and used_at is null', who);
}

/**
 * Whoever was called so before has no password any more: one that he sets later begins a count of its own, so nothing that goes by the count
 * of before is left behind.
 */
async function endFormer(tx: Tx, login: string, who: readonly number[]): Promise<void> {
  const of = (table: string): string =>
    `(delete from fw.${table} e using former f where e.company_id = f.company_id and e.user_id = f.user_id)`;
  await tx.query(
    `with former as (delete from fw.credential where login_id = $1 and (company_id, user_id) <> ($2, $3) returning company_id, user_id),
       sessions as ${of('session')}, remembered as ${of('remembered')}, looked as ${of('eyes')} select count(*) from former`,
    [login, ...who],
  );
}

/** The account that a proof is checked against. One that does not exist has a verifier too, made up and always the same. */
export interface Account extends Verifier {
  user: { company_id: number; id: number; active: boolean; epoch: number; domains: number[]; lastDomain: number | null } | null;
}

interface Row {
  company_id: number;
  id: number;
  active: boolean;
  epoch: number;
  domains: number[] | null;
  last_domain: number | null;
  sealed: Buffer;
}

/** Finds the account by names; a renamed company or user has none until the password is set anew. */
export async function loadAccount(tx: Tx, keys: House['keys'], who: Identity): Promise<Account> {
  const [row] = await tx.query<Row>(
    `select u.company_id, u.id, (${ACTIVE_PERSON}) is true as active, k.epoch, u.domain_entities as domains, k.last_domain, k.sealed
       from fw.credential k
       join fw.company c on c.id = k.company_id and lower(c.login_name) = $2 and c.status = 1
       join app."user" u on u.company_id = k.company_id and u.id = k.user_id and lower(u.login_name) = $3 and u.deleted_time is null
      where k.login_id = $1`,
    [loginId(who), who.subname, who.username],
  );
  if (!row) return { ...madeUp(keys.pepper, who), user: null };
  const opened = unseal(keys.seal, row.sealed, boundTo(row.company_id, row.id));
  const user = {
    company_id: row.company_id,
    id: row.id,
    active: row.active,
    epoch: row.epoch,
    domains: row.domains ?? [],
    lastDomain: row.last_domain,
  };
  return { storedKey: opened.subarray(0, 32), serverKey: opened.subarray(32), user };
}

function madeUp(pepper: Uint8Array, who: Identity): Verifier {
  const key = createHmac('sha256', pepper).update(`fake\n${who.subname}\0${who.username}`).digest();
  return { storedKey: key, serverKey: key };
}
