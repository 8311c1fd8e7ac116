import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Refusal } from '#protocol/codes.ts';
import { codeKeys, foldCode, showCode } from '#protocol/signin/code.ts';
import { isRandom } from '#protocol/signin/freshness.ts';
import { saidKey, signatureOf, type Verifier } from '#protocol/signin/proof.ts';
import { openVerifier } from '#protocol/signin/sealed.ts';
import { type SetUp, setUpMessage } from '#protocol/signin/set-up.ts';
import type { Db, Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import type { LoadGrants } from '#server/meta/seed.ts';
import { countAttempt, limitsOf } from './attempts/limits.ts';
import { makeCompany, SUPER } from './company/make-company.ts';
import { lineIn, MOST, nameIn } from './company/typed.ts';
import { primitives, seal, unseal } from './crypto.ts';
import { record, type SecurityEvent, tellEvent, writeEvent } from './security-log.ts';
import { loadSite } from './site.ts';

const VALID = 24 * 60 * 60_000;
const BOUND = 'set-up code';

const NOBODY = 'not exists (select from app."user")';
const settled = new WeakSet<Db | Tx>();
/** Databases without a used code that still answers. */
const silent = new WeakSet<Db | Tx>();

/** True until the first user exists, deleted ones included. From then on it is known without asking. */
export async function isEmptyPlatform({ db }: Pick<House, 'db'>): Promise<boolean> {
  if (settled.has(db)) return false;
  const [row] = await db.query<{ empty: boolean }>(`select ${NOBODY} as empty`);
  if (!row!.empty) settled.add(db);
  return row!.empty;
}

/**
 * A new one-time code for the log, in place of the last one; null where users exist. The database keeps what checks it, sealed: neither a
 * dump nor a recorded call is worth anything.
 */
export async function issueCode(house: House): Promise<string | null> {
  if (!(await isEmptyPlatform(house))) {
    await house.db.query('delete from fw.set_up_code where expires_at <= $1', [house.clock.now()]);
    return null;
  }
  const code = showCode(randomBytes(25));
  const { storedKey, serverKey } = codeKeys(primitives, 'set-up', foldCode(code)!);
  await house.db.query(
    `insert into fw.set_up_code (sealed, expires_at) values ($1, $2)
     on conflict (one) do update set sealed = excluded.sealed, expires_at = excluded.expires_at, made = null`,
    [seal(house.keys.seal, Buffer.concat([storedKey, serverKey]), BOUND), new Date(house.clock.now().getTime() + VALID)],
  );
  return code;
}

/** The payload of SetUp as it came. */
export interface SetUpRequest {
  subname: string;
  username: string;
  company: string;
  person: string;
  random: string;
  proof: string;
  verifier: string;
}

/** What a used code made: the SHA-256 of the message that it proved, and how one signs in there. */
interface Made {
  message: string;
  subname: string;
  username: string;
}

/**
 * Makes company, domain, department, roles and the administrator, whole or not at all. 301 for a wrong code, 309 when the code is too
 * old. Answers what proves to the client that the server knows the code. The same call again, as after a lost answer, is answered the
 * same while the code would hold; another call with the used code is 311 and says what was made; to everyone else the op is gone (403).
 */
export async function setUp(
  house: House,
  request: SetUpRequest,
  caller: { address: string },
  loadGrants: LoadGrants,
): Promise<{ sign: string }> {
  const isOver = !(await isEmptyPlatform(house));
  if (isOver && silent.has(house.db)) throw new Refusal(403);
  const limits = limitsOf(house, { address: caller.address });
  const event = { op: 'SetUp', reason: 'ok', address: caller.address };
  await countAttempt(house, limits, 1, () => record(house, { ...event, reason: '429' }));
  // counted for good, even when it is answered: who once overheard the call could repeat it without end
  if (isOver) return { sign: await answerAgain(house, request) };
  const wanted = { ...checked(request), realm: house.settings.realm };
  try {
    const sign = await prove(house, request, wanted, loadGrants, event);
    settled.add(house.db);
    await countAttempt(house, limits, -1);
    return { sign };
  } catch (error) {
    if (error instanceof Refusal) await record(house, { ...event, reason: String(error.code) });
    throw error;
  }
}

async function prove(house: House, request: SetUpRequest, wanted: SetUp, loadGrants: LoadGrants, event: SecurityEvent): Promise<string> {
  const message = setUpMessage(wanted);
  const code = await readCode(house);
  if (!code) return (await isEmptyPlatform(house)) ? refuse(new Refusal(309, '$set_up_over')) : answerAgain(house, request);
  const clientKey = clientKeyOf(code, message, request) ?? refuse(new Refusal(301, '$set_up_code'));
  const verifier = openVerifier(primitives, clientKey, message, request.verifier);
  if (!verifier) throw new Refusal(317, '', { field: 'verifier' });
  await loadSite(house.db, house.settings.kdfN);
  const done = await house.db.tx(async (tx) => {
    const company = await makeFirst(tx, house, wanted, verifier, loadGrants);
    if (company === null) return null;
    const made = { ...event, company, actor: SUPER, login: `${wanted.username}@${wanted.subname}`, target: `user ${SUPER}` };
    await writeEvent(tx, made, house.clock.now());
    return made;
  });
  if (!done) return answerAgain(house, request);
  tellEvent(house, done);
  return signatureOf(primitives, code.serverKey, message);
}

const refuse = (refusal: Refusal): never => {
  throw refusal;
};

/** On a platform that was set up: for who proves the code that did it. A request that is not well formed proves nothing. */
async function answerAgain(house: House, request: SetUpRequest): Promise<string> {
  const code = await readCode(house);
  if (!code?.made) {
    if (!code) silent.add(house.db);
    throw new Refusal(403);
  }
  const message = setUpMessage({ ...request, realm: house.settings.realm });
  if (!clientKeyOf(code, message, request)) throw new Refusal(403);
  const { subname, username } = code.made;
  if (code.made.message !== hashOf(message)) throw new Refusal(311, '$set_up_used', { subname, username });
  return signatureOf(primitives, code.serverKey, message);
}

const hashOf = (message: string): string => Buffer.from(primitives.sha256(Buffer.from(message))).toString('hex');

/** The key that the proof was made with, where it is the code's own. */
function clientKeyOf(code: Verifier, message: string, request: SetUpRequest): Uint8Array | null {
  const clientKey = saidKey(primitives, code.storedKey, message, request.proof) ?? Buffer.alloc(32);
  return timingSafeEqual(primitives.sha256(clientKey), code.storedKey) ? clientKey : null;
}

/** The code's keys while it holds. Its 125 bits need no count of tries, which any stranger could use up. */
async function readCode(house: House): Promise<(Verifier & { made: Made | null }) | null> {
  const { db, clock, keys } = house;
  const [row] = await db.front.query<{ sealed: Buffer; made: Made | null }>(
    'select sealed, made from fw.set_up_code where expires_at > $1',
    [clock.now()],
  );
  if (!row) return null;
  const opened = unseal(keys.seal, row.sealed, BOUND);
  return { storedKey: opened.subarray(0, 32), serverKey: opened.subarray(32), made: row.made };
}

function checked(request: SetUpRequest): Omit<SetUp, 'realm'> {
  const [subname, username] = [nameIn(request, 'subname'), nameIn(request, 'username')];
  if (!isRandom(request.random)) throw new Refusal(317, '', { field: 'random' });
  const [company, person] = [lineIn(request, 'company', MOST.company), lineIn(request, 'person', MOST.person)];
  return { subname, username, company, person, random: request.random };
}

/** The company's id; null where another call was first: of two at once the second waits here for the code's row. */
async function makeFirst(tx: Tx, house: House, wanted: SetUp, verifier: Verifier, loadGrants: LoadGrants): Promise<number | null> {
  const made: Made = { message: hashOf(setUpMessage(wanted)), subname: wanted.subname, username: wanted.username };
  const [mine] = await tx.query(`update fw.set_up_code set made = $1 where made is null and ${NOBODY} returning one`, [made]);
  if (!mine) return null;
  const { subname, username, company, person } = wanted;
  const first = { key: subname, from: 1, user: SUPER, subname, username, company, person, verifier };
  return (await makeCompany(tx, house, first, loadGrants)).company;
}
