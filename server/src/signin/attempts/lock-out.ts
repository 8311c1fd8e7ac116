import type { Identity } from '#protocol/signin/proof.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { bucketKey } from '../crypto.ts';
import { identityKey } from './attempt.ts';
import { FAILURES } from './limits.ts';

/** Under which keys failed attempts at an account are counted: from anywhere, and from each device that was signed in on it. */
async function keysOf(tx: Tx, keys: House['keys'], who: Identity): Promise<string[]> {
  const identity = identityKey({ keys }, who);
  const devices = await tx.query<{ device: string }>('select device from fw.device where identity = $1', [identity]);
  return [identity, ...devices.map(({ device }) => bucketKey(keys.pepper, 'device', `${device}\n${identity}`))];
}

/** Until when attempts at the account are refused for failures before, from anywhere or from one of its devices; null where they are not. */
export async function lockedUntil(tx: Tx, keys: House['keys'], who: Identity, now: Date): Promise<Date | null> {
  const [row] = await tx.query<{ until: string | null }>(
    'select max(until) as until from fw.identity_bucket where key = any($1::text[]) and failures >= $2 and until > $3 and locks > 0',
    [await keysOf(tx, keys, who), FAILURES, now],
  );
  return row?.until ? new Date(row.until) : null;
}

/** Failures before are forgotten, and with them a lock and how long the next one would last. */
export async function forgetLock(tx: Tx, keys: House['keys'], who: Identity): Promise<void> {
  await tx.query('delete from fw.identity_bucket where key = any($1::text[])', [await keysOf(tx, keys, who)]);
}
