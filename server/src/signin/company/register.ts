import { Refusal, TooManyRequests } from '#protocol/codes.ts';
import { fromBase64url } from '#protocol/signin/bytes.ts';
import { isRandom } from '#protocol/signin/freshness.ts';
import type { Verifier } from '#protocol/signin/proof.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { type LoadGrants, lockSeeds } from '#server/meta/seed.ts';
import { countAttempt, limitsOfRegistering } from '../attempts/limits.ts';
import { bucketKey, primitives } from '../crypto.ts';
import { record, type SecurityEvent, tellEvent, writeEvent } from '../security-log.ts';
import { isEmptyPlatform } from '../set-up.ts';
import { loadSite } from '../site.ts';
import { makeCompany, type NewCompany } from './make-company.ts';
import { lineIn, MOST, nameIn } from './typed.ts';

/** The payload of Register as it came. */
export interface RegisterRequest {
  login_name: string;
  key_name: string;
  username: string;
  person: string;
  verifier: string;
  captcha: string;
  random: string;
  time_zone: string;
}

/** How many companies come in a day at most: from one address, and in all. */
const IN_A_DAY = { address: 5, all: 100 };
const DAY = 86_400;

/** Ids below are for the first company and for demonstrations, which name theirs. */
const FROM = 1001;

/** Sub-accounts that would read as the platform's own. */
const RESERVED: ReadonlySet<string> = new Set(
  'admin administrator root system sys superuser support service security formwork platform official www mail api app guest test null'.split(
    ' ',
  ),
);

/** Whether strangers may make companies: the operator says so, and somebody has set the platform up. */
export const isRegistrationOpen = async (house: House): Promise<boolean> =>
  house.settings.registration === true && !(await isEmptyPlatform(house));

/**
 * Makes a company and its administrator for whoever asks, whole or not at all; 403 where registration is off. The same call again, as after
 * a lost answer, is answered the same for a day and makes nothing. 310 where the sub-account is taken: whoever registers must learn it, and
 * the limits bound how many names one can ask for. 429 over the bounds of a day.
 */
export async function register(
  house: House,
  request: RegisterRequest,
  caller: { address: string },
  loadGrants: LoadGrants,
): Promise<{ login_name: string; username: string }> {
  if (!(await isRegistrationOpen(house))) throw new Refusal(403);
  const event: SecurityEvent = { op: 'Register', reason: 'ok', address: caller.address };
  await countAttempt(house, limitsOfRegistering(house, caller), 1, () => record(house, { ...event, reason: '429' }));
  try {
    const wanted = checked(house, request);
    await loadSite(house.db, house.settings.kdfN);
    const origin = bucketKey(house.keys.pepper, 'registered', caller.address);
    const made = await house.db.tx((tx) => make(tx, house, { wanted, message: messageOf(request), origin, event }, loadGrants));
    if (made) tellEvent(house, made);
    return { login_name: wanted.subname, username: wanted.username };
  } catch (error) {
    if (error instanceof Refusal) await record(house, { ...event, reason: error instanceof TooManyRequests ? '429' : String(error.code) });
    throw error;
  }
}

interface Registering {
  wanted: NewCompany;
  /** SHA-256 of all that was asked for */
  message: Uint8Array;
  /** of the address, which is not kept itself */
  origin: string;
  event: SecurityEvent;
}

/** What was made, as the security log says it; null where this very call has made it before. One registers after the other. */
async function make(
  tx: Tx,
  house: House,
  { wanted, message, origin, event }: Registering,
  loadGrants: LoadGrants,
): Promise<SecurityEvent | null> {
  await lockSeeds(tx);
  const now = house.clock.now();
  const since = new Date(now.getTime() - DAY * 1000);
  const [before] = await tx.query<{ again: boolean; mine: number; all: number; first: string }>(
    `select coalesce(bool_or(message = $1), false) as again, count(*) filter (where origin = $2)::int as mine, count(*)::int as all,
       min(made_at) as first from fw.registration where made_at > $3`,
    [message, origin, since],
  );
  if (before!.again) return null;
  if (before!.mine >= IN_A_DAY.address || before!.all >= IN_A_DAY.all)
    throw new TooManyRequests(Math.ceil((Date.parse(before!.first) - since.getTime()) / 1000));
  if (!(await knowsZone(tx, wanted.timeZone))) throw new Refusal(317, '', { field: 'time_zone' });
  const { company, user } = await makeCompany(tx, house, wanted, loadGrants).catch(taken);
  await tx.query('insert into fw.registration (company_id, message, origin, made_at) values ($1, $2, $3, $4)', [
    company,
    message,
    origin,
    now,
  ]);
  const made = { ...event, company, actor: user, login: `${wanted.username}@${wanted.subname}`, target: `company ${company}` };
  await writeEvent(tx, made, now);
  return made;
}

/** The fields of this call have names of their own. */
function taken(error: unknown): never {
  if (error instanceof Refusal && error.code === 310) throw new Refusal(310, '$register_taken', { field: 'login_name' });
  throw error;
}

/** Browser, server and database know time zones each by a list of their own. */
const knowsZone = async (tx: Tx, zone: string | undefined): Promise<boolean> =>
  zone === undefined || (await tx.query('select 1 from pg_timezone_names where name = $1', [zone])).length > 0;

function checked(house: House, request: RegisterRequest): NewCompany {
  const subname = nameIn(request, 'login_name');
  if (RESERVED.has(subname)) taken(new Refusal(310));
  const company = lineIn(request, 'key_name', MOST.company);
  const [username, person] = [nameIn(request, 'username'), lineIn(request, 'person', MOST.person)];
  const verifier = verifierIn(request);
  if (!/^\d{4}$/.test(request.captcha)) throw new Refusal(request.captcha ? 317 : 314, '', { field: 'captcha' });
  if (!isRandom(request.random)) throw new Refusal(request.random ? 317 : 314, '', { field: 'random' });
  const timeZone = zoneIn(request);
  return {
    key: `registered:${subname}`,
    from: FROM,
    subname,
    company,
    username,
    person,
    verifier,
    timeZone,
    maxUsers: house.settings.maxUsers,
    fileMb: house.settings.fileMb,
  };
}

function verifierIn({ verifier }: RegisterRequest): Verifier {
  const bytes = fromBase64url(verifier);
  if (bytes?.length !== 64) throw new Refusal(verifier ? 317 : 314, '', { field: 'verifier' });
  return { storedKey: bytes.slice(0, 32), serverKey: bytes.slice(32) };
}

function zoneIn({ time_zone }: RegisterRequest): string | undefined {
  if (time_zone === '') return undefined;
  try {
    if (!/^[A-Za-z]/.test(time_zone)) throw new RangeError(time_zone);
    new Intl.DateTimeFormat('en', { timeZone: time_zone });
    return time_zone;
  } catch {
    throw new Refusal(317, '', { field: 'time_zone' });
  }
}

const FIELDS = ['login_name', 'key_name', 'username', 'person', 'verifier', 'captcha', 'random', 'time_zone'] as const;
const messageOf = (request: RegisterRequest): Uint8Array =>
  primitives.sha256(Buffer.from(JSON.stringify(['Register', ...FIELDS.map((field) => request[field])])));
