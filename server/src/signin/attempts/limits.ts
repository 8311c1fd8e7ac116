import { Refusal, TooManyRequests } from '#protocol/codes.ts';
import { defineCache, MIB } from '#server/cache/cache.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { bucketKey } from '../crypto.ts';

/** Failures of one identity in 15 minutes after which it is locked; the lock lasts 15, then 30, then 60 minutes. */
export const FAILURES = 5;
/** A lock has ended, or was made by a clock that ran ahead: none lasts longer than an hour. */
const OVER = `b.until <= $4 or b.until > $4 + interval '61 min'`;

/**
 * Counts an attempt before it is verified, in one statement, so that parallel guesses cannot overrun; 309 while locked, whether
 * the account exists or not. Answers the counter's key, for `forgive` after a success.
 */
export async function reserve(house: House, identity: string, device: string | null): Promise<string> {
  const now = house.clock.now();
  const [counted] = await house.db.query<{ key: string; failures: number; until: string }>(
    `insert into fw.identity_bucket as b (key, failures, until, locks)
     select case when exists (select from fw.device where device = $2 and identity = $1) then $3 else $1 end,
            1, $4::timestamptz + interval '15 min', 0
     on conflict (key) do update set
       failures = case when ${OVER} then 1 else least(b.failures + 1, 1000000) end,
       until = case when ${OVER} then excluded.until
                    when b.failures + 1 = $5 then $4 + least(interval '60 min', interval '15 min' * power(2, b.locks))
                    else b.until end,
       locks = case when b.until <= $4 - interval '24 h' then 0
                    when not (${OVER}) and b.failures + 1 = $5 then least(b.locks + 1, 10)
                    else b.locks end
     returning key, failures, until`,
    [identity, device ?? '', bucketKey(house.keys.pepper, 'device', `${device}\n${identity}`), now, FAILURES],
  );
  if (counted!.failures <= FAILURES) return counted!.key;
  const minutes = Math.ceil((Date.parse(counted!.until) - now.getTime()) / 60_000);
  throw new Refusal(309, '$locked', { minutes });
}

/** An attempt that was right, and after which more is to be proved: it counts no more, those before it still do. */
export async function takeBack(tx: Tx, key: string): Promise<void> {
  await tx.query(
    'update fw.identity_bucket set failures = greatest(failures - 1, 0), locks = locks - (failures = $2 and locks > 0)::int where key = $1',
    [key, FAILURES],
  );
}

export async function forgive(tx: Tx, key: string): Promise<void> {
  await tx.query('delete from fw.identity_bucket where key = $1', [key]);
}

interface Limit {
  key: string;
  seconds: number;
  most: number;
}

/** Where an attempt comes from: `device` is one that somebody signed in on before, `subname` the company that is asked for, where one is. */
export interface Origin {
  address: string;
  subname?: string;
  device?: string | null;
}

/**
 * What one request counts against. Nothing of its body is in an address's key. A device on which somebody signed in before counts by
 * itself, so that strangers behind the same address keep nobody out.
 */
export function limitsOf(house: House, { address, subname, device }: Origin): Limit[] {
  if (device) return within(house, 'device', device, 30);
  const company = subname === undefined ? [] : [{ key: bucketKey(house.keys.pepper, 'subname hour', subname), seconds: 3600, most: 600 }];
  return [...within(house, 'address', address, 30), ...company];
}

const within = ({ keys }: House, kind: string, of: string, minute: number): Limit[] => [
  { key: bucketKey(keys.pepper, `${kind} minute`, of), seconds: 60, most: minute },
  { key: bucketKey(keys.pepper, `${kind} hour`, of), seconds: 3600, most: minute * 10 },
];

/**
 * Counts an attempt at an account, and answers what is taken back after a success. Who asks on a device for an account that signed in on it
 * before counts by that device alone: nobody else uses up his room. What is tried there at other accounts counts for all devices of the
 * address together, for who makes himself many.
 */
export async function countSignIn(house: House, origin: Origin, identity: string, onShut: () => Promise<void>): Promise<Limit[]> {
  const own = limitsOf(house, origin);
  await countAttempt(house, own, 1, onShut);
  const { address, device } = origin;
  if (!device || (await signedInOn(house, device, identity))) return own;
  const together = within(house, 'devices', address, 300);
  await countAttempt(house, together, 1, onShut);
  return [...own, ...together];
}

/**
 * Wrong codes of one person in a day, from machines on which he never signed in: only who knows his password uses them up, and four in every
 * quarter of an hour would come to a right one some day.
 */
export async function limitsOfCodes(house: House, identity: string, device: string | null): Promise<Limit[]> {
  if (device && (await signedInOn(house, device, identity))) return [];
  return [{ key: bucketKey(house.keys.pepper, 'factor day', identity), seconds: 86_400, most: 30 }];
}

/** Companies that somebody asks for, made or not: also how many names of companies one address, and all together, find out. */
export const limitsOfRegistering = ({ keys }: House, { address }: Pick<Origin, 'address'>): Limit[] => [
  { key: bucketKey(keys.pepper, 'register hour', address), seconds: 3600, most: 20 },
  { key: bucketKey(keys.pepper, 'register day', address), seconds: 86_400, most: 60 },
  { key: bucketKey(keys.pepper, 'register all', ''), seconds: 3600, most: 300 },
];

/** Codes that somebody tries while a set-up of his waits for one. */
export const limitsOfSetUp = ({ keys }: House, { company, user }: { company: number; user: number }): Limit[] => [
  { key: bucketKey(keys.pepper, 'factor set-up', `${company} ${user}`), seconds: 600, most: 10 },
];

/** Wrong codes in a day of somebody who is signed in and knows his password: who stole both comes to no right one. */
export const limitsOfOwnCodes = ({ keys }: House, { company, user }: { company: number; user: number }): Limit[] => [
  { key: bucketKey(keys.pepper, 'factor own', `${company} ${user}`), seconds: 86_400, most: 30 },
];

/**
 * How often somebody may have forgotten his password, whether he exists or not, and how often a company's people together: in an hour, from
 * anywhere. Neither is counted where people sign in.
 */
export const limitsOfForgotten = ({ keys }: House, { identity, subname }: { identity: string; subname: string }): Limit[] => [
  { key: bucketKey(keys.pepper, 'forgotten hour', identity), seconds: 3600, most: 5 },
  { key: bucketKey(keys.pepper, 'forgotten subname', subname), seconds: 3600, most: 200 },
];

async function signedInOn({ db }: House, device: string, identity: string): Promise<boolean> {
  return (await db.query('select from fw.device where device = $1 and identity = $2', [device, identity])).length > 0;
}

/** Until when a key is over its limit, as this process knows: a flood costs the database nothing. */
const shut = defineCache<{ until: number }>({
  name: 'limits',
  holds: 'limits of sign-in that are reached',
  key: 'hash of what is limited',
  ends: 'with the limit',
  bytes: 2 * MIB,
});

/**
 * Counts one attempt (`by` -1 takes it back after a success) and refuses with 429 what is over a limit. `onShut` is called by the first
 * refusal of a limit in this process, not by the flood behind it.
 */
export async function countAttempt(
  house: House,
  limits: readonly Limit[],
  by: 1 | -1 = 1,
  onShut: () => Promise<void> = async () => undefined,
): Promise<void> {
  const now = house.clock.now();
  const closed = shut.of(house.db);
  if (by > 0) for (const { key, seconds } of limits) refuseUntil(closed.get(key)?.until ?? 0, now, seconds);
  const counted = await house.db.query<{ key: string; count: number; until: string }>(
    `insert into fw.address_bucket as b (key, count, until)
     select key, greatest($4, 0), $3::timestamptz + make_interval(secs => seconds)
       from unnest($1::text[], $2::int[]) as wanted (key, seconds) order by key
     on conflict (key) do update set
       count = case when b.until <= $3 or b.until > excluded.until then excluded.count else greatest(b.count + $4, 0) end,
       until = case when b.until <= $3 or b.until > excluded.until then excluded.until else b.until end
     returning key, count, until`,
    [limits.map((limit) => limit.key), limits.map((limit) => limit.seconds), now, by],
  );
  for (const { key, count, until } of counted) {
    if (count <= limits.find((limit) => limit.key === key)!.most) continue;
    closed.set(key, { until: Date.parse(until) }, 50);
    if (by > 0) await onShut();
    if (by > 0) refuseUntil(Date.parse(until), now);
  }
}

/** Counts one attempt; false, and not a refusal, for what is over a limit. */
export async function isCounted(house: House, limits: readonly Limit[], onShut: () => Promise<void>): Promise<boolean> {
  try {
    await countAttempt(house, limits, 1, onShut);
    return true;
  } catch (error) {
    if (error instanceof TooManyRequests) return false;
    throw error;
  }
}

/** A limit that ends later than it may was set by a clock that ran ahead. */
function refuseUntil(until: number, now: Date, seconds = Number.POSITIVE_INFINITY): void {
  if (until > now.getTime() && until <= now.getTime() + seconds * 1000)
    throw new TooManyRequests(Math.ceil((until - now.getTime()) / 1000));
}
