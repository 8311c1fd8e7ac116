import { randomBytes } from 'node:crypto';
import { foldFactor, recoveryCodes, SECRET_BYTES, SEED_BYTES } from '#protocol/signin/factor.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { bucketKey, primitives, seal, unseal } from '../crypto.ts';
import { stepOf } from './totp.ts';

export interface Whose {
  company: number;
  user: number;
}

/** What a set-up is made of: the authenticator's secret (20 bytes) and the seed of the recovery codes (32). */
export interface SetUp {
  secret: Uint8Array;
  seed: Uint8Array;
}
export const drawSeed = (): Buffer => randomBytes(SEED_BYTES);
export const drawSetUp = (): Buffer => randomBytes(SECRET_BYTES + SEED_BYTES);
export const splitSetUp = (bytes: Uint8Array): SetUp => ({ secret: bytes.subarray(0, SECRET_BYTES), seed: bytes.subarray(SECRET_BYTES) });

const boundTo = ({ company, user }: Whose): string => `factor ${company} ${user}`;

/** Since when somebody has a second factor, and how many of its recovery codes are left; null where he has none. */
export async function readFactor(tx: Tx, { company, user }: Whose): Promise<{ since: string; left: number } | null> {
  const [row] = await tx.query<{ since: string; left: number }>(
    `select f.made_at as since, (select count(*)::int from fw.recovery_code c
        where c.company_id = f.company_id and c.user_id = f.user_id and c.used_at is null) as left
       from fw.factor f where f.company_id = $1 and f.user_id = $2`,
    [company, user],
  );
  return row ?? null;
}

/** Whether a role of his demands a second factor. */
export async function isDemanded(tx: Tx, { company, user }: Whose): Promise<boolean> {
  const roles = await tx.query(
    `select from app."user" u join app."role" r on r.company_id = u.company_id and r.id = any(u.role_entities) and r.deleted_time is null
      where u.company_id = $1 and u.id = $2 and r.factor = 1 limit 1`,
    [company, user],
  );
  return roles.length > 0;
}

/** The set-up that these six digits confirm becomes his second factor; the step they are of is used. `first`: only where he has none. */
export async function keepFactor(
  tx: Tx,
  { keys, clock }: House,
  whose: Whose,
  { secret, seed }: SetUp,
  typed: string,
  { first }: { first: boolean },
): Promise<'kept' | 'wrong' | 'there'> {
  const now = clock.now();
  const said = foldFactor(typed);
  const step = said && 'digits' in said ? stepOf(secret, said.digits, now) : null;
  if (step === null) return 'wrong';
  const kept = await tx.query(
    `insert into fw.factor as f (company_id, user_id, sealed, made_at, step) values ($1, $2, $3, $4, $5)
     on conflict (company_id, user_id) do update set sealed = excluded.sealed, made_at = excluded.made_at, step = excluded.step
       where not $6 returning 1`,
    [whose.company, whose.user, seal(keys.seal, secret, boundTo(whose)), now, step, first],
  );
  if (kept.length === 0) return 'there';
  await renewRecovery(tx, { keys }, whose, seed);
  return 'kept';
}

/** The ten codes of this seed in place of all before, once whatever else is done to the factor is over; false where there is none. */
export async function renewRecovery(tx: Tx, { keys }: Pick<House, 'keys'>, whose: Whose, seed: Uint8Array): Promise<boolean> {
  const held = await tx.query('select from fw.factor where company_id = $1 and user_id = $2 for update', [whose.company, whose.user]);
  if (held.length === 0) return false;
  const hashes = recoveryCodes(primitives, seed).map((code) => recoveryHash(keys, whose, code.replace('-', '')));
  await tx.query('delete from fw.recovery_code where company_id = $1 and user_id = $2', [whose.company, whose.user]);
  await tx.query('insert into fw.recovery_code (company_id, user_id, hash) select $1, $2, unnest($3::text[])', [
    whose.company,
    whose.user,
    hashes,
  ]);
  return true;
}

const recoveryHash = ({ pepper }: House['keys'], { company, user }: Whose, code: string): string =>
  bucketKey(pepper, 'recovery', `${company} ${user} ${code}`);

/** By what somebody passed; each is good once, and of two at the same time one passes. Null where it is none of his. */
export async function spendFactor(tx: Tx, { keys, clock }: House, whose: Whose, typed: string): Promise<'digits' | 'recovery' | null> {
  const said = foldFactor(typed);
  const who = [whose.company, whose.user];
  const [row] = await tx.query<{ sealed: Buffer }>('select sealed from fw.factor where company_id = $1 and user_id = $2 for update', who);
  if (!row || !said) return null;
  if ('recovery' in said) {
    const used = await tx.query(
      'update fw.recovery_code set used_at = $4 where company_id = $1 and user_id = $2 and hash = $3 and used_at is null returning 1',
      [...who, recoveryHash(keys, whose, said.recovery), clock.now()],
    );
    return used.length === 1 ? 'recovery' : null;
  }
  const step = stepOf(unseal(keys.seal, row.sealed, boundTo(whose)), said.digits, clock.now());
  if (step === null) return null;
  const used = await tx.query('update fw.factor set step = $3 where company_id = $1 and user_id = $2 and step < $3 returning 1', [
    ...who,
    step,
  ]);
  return used.length === 1 ? 'digits' : null;
}

/** Takes it off, with its recovery codes; false where there was none. */
export async function dropFactor(tx: Tx, { company, user }: Whose): Promise<boolean> {
  const gone = await tx.query('delete from fw.factor where company_id = $1 and user_id = $2 returning 1', [company, user]);
  await tx.query('delete from fw.recovery_code where company_id = $1 and user_id = $2', [company, user]);
  return gone.length > 0;
}
