import { timingSafeEqual } from 'node:crypto';
import { type Locale, Refusal } from '#protocol/codes.ts';
import { type Identity, saidKey } from '#protocol/signin/proof.ts';
import type { House } from '#server/meta/house.ts';
import type { Account } from '../credential.ts';
import { bucketKey, primitives } from '../crypto.ts';
import { record, type SecurityEvent } from '../security-log.ts';
import { countAttempt, countSignIn, type Origin } from './limits.ts';

/** What failures at an account are counted by, whether it exists or not; names as they were folded. */
export const identityKey = (house: Pick<House, 'keys'>, { subname, username }: Identity): string =>
  bucketKey(house.keys.pepper, 'identity', `${subname}\0${username}`);

/** Runs an attempt to prove a password within the limits of where it comes from. A success is taken back from what counts, a refusal is written down. */
export async function counted<T>(
  house: House,
  { origin, identity, event }: { origin: Origin; identity: string; event: SecurityEvent },
  prove: () => Promise<T>,
): Promise<T> {
  const limits = await countSignIn(house, origin, identity, () => record(house, { ...event, reason: '429' }));
  try {
    const done = await prove();
    await countAttempt(house, limits, -1);
    return done;
  } catch (error) {
    if (error instanceof Refusal) await record(house, { ...event, reason: String(error.code) });
    throw error;
  }
}

/** The client key that a proof was made with, where it is the account's; null for any other. */
export function provenKey(account: Pick<Account, 'storedKey'>, message: string, proof: string): Uint8Array | null {
  const key = saidKey(primitives, account.storedKey, message, proof) ?? Buffer.alloc(32);
  return timingSafeEqual(primitives.sha256(key), account.storedKey) ? key : null;
}

export function localeOf(locale: string): Locale {
  if (locale !== 'zh_CN' && locale !== 'en_US') throw new Refusal(317, '', { field: 'locale' });
  return locale;
}
