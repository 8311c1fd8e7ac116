import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Refusal } from '#protocol/codes.ts';
import type { DemoDef } from '#protocol/meta/demo.ts';
import { isRandom } from '#protocol/signin/freshness.ts';
import { foldName, nameFault } from '#protocol/signin/names.ts';
import { saidKey, signatureOf, type Verifier } from '#protocol/signin/proof.ts';
import { codeKeys, foldCode, openVerifier, type SetUp, setUpMessage, showCode } from '#protocol/signin/set-up.ts';
import type { Db, Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { type LoadGrants, loadSeedsIn } from '#server/meta/seed.ts';
import { createCredential } from './credential.ts';
import { primitives, seal, unseal } from './crypto.ts';
import { countAttempt, limitsOf } from './limits.ts';
import { record, type SecurityEvent, tellEvent, writeEvent } from './security-log.ts';
import { loadSite } from './site.ts';

const VALID = 24 * 60 * 60_000;
const BOUND = 'set-up code';
const SUPER = 1;

const NOBODY = 'not exists (select from app."user")';
const settled = new WeakSet<Db | Tx>();

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
  if (!(await isEmptyPlatform(house))) return null;
  const code = showCode(randomBytes(25));
  const { storedKey, serverKey } = codeKeys(primitives, foldCode(code)!);
  await house.db.query(
    `insert into fw.set_up_code (sealed, expires_at) values ($1, $2)
     on conflict (one) do update set sealed = excluded.sealed, expires_at = excluded.expires_at`,
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

/**
 * Makes company, domain, department, roles and the administrator, whole or not at all; of two at once one gets 403. 301 for a wrong
 * code, 309 when the code is too old. Answers what proves to the client that the server knows the code.
 */
export async function setUp(
  house: House,
  request: SetUpRequest,
  caller: { address: string },
  loadGrants: LoadGrants,
): Promise<{ sign: string }> {
  if (!(await isEmptyPlatform(house))) throw new Refusal(403);
  const limits = limitsOf(house, caller.address, '', caller.address);
  const event = { op: 'SetUp', reason: 'ok', address: caller.address };
  await countAttempt(house, limits, 1, () => record(house, { ...event, reason: '429' }));
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
  const clientKey = saidKey(primitives, code.storedKey, message, request.proof) ?? Buffer.alloc(32);
  if (!timingSafeEqual(primitives.sha256(clientKey), code.storedKey)) throw new Refusal(301, '$set_up_code');
  const verifier = openVerifier(primitives, clientKey, message, request.verifier);
  if (!verifier) throw new Refusal(317, '', { field: 'verifier' });
  await loadSite(house.db, house.settings.kdfN);
  const made = await house.db.tx(async (tx) => {
    const company = await makeFirst(tx, house, wanted, verifier, loadGrants);
    const done = { ...event, company, actor: SUPER, login: `${wanted.username}@${wanted.subname}`, target: `user ${SUPER}` };
    await writeEvent(tx, done, house.clock.now());
    return done;
  });
  tellEvent(house, made);
  return signatureOf(primitives, code.serverKey, message);
}

/** The code's keys. Its 125 bits need no count of tries, which any stranger could use up. */
async function readCode(house: House): Promise<Verifier> {
  const { db, clock, keys } = house;
  const [row] = await db.query<{ sealed: Buffer }>('select sealed from fw.set_up_code where expires_at > $1', [clock.now()]);
  if (!row) throw (await isEmptyPlatform(house)) ? new Refusal(309, '$set_up_over') : new Refusal(403);
  const opened = unseal(keys.seal, row.sealed, BOUND);
  return { storedKey: opened.subarray(0, 32), serverKey: opened.subarray(32) };
}

function checked(request: SetUpRequest): Omit<SetUp, 'realm'> {
  for (const field of ['subname', 'username'] as const)
    if (nameFault(request[field])) throw new Refusal(request[field] ? 317 : 314, '', { field });
  if (!isRandom(request.random)) throw new Refusal(317, '', { field: 'random' });
  return {
    subname: foldName(request.subname),
    username: foldName(request.username),
    company: line(request, 'company', 60),
    person: line(request, 'person', 40),
    random: request.random,
  };
}

/** A name of one line as it was sent; the client trims it, because it is part of what the code proves. */
function line(request: SetUpRequest, field: 'company' | 'person', most: number): string {
  const text = request[field];
  if (text.trim() === '') throw new Refusal(314, '', { field });
  if (text !== text.trim() || /[\p{Cc}\p{Surrogate}\u2028\u2029]/u.test(text)) throw new Refusal(317, '', { field });
  if ([...text].length > most) throw new Refusal(316, '', { field });
  return text;
}

async function makeFirst(tx: Tx, house: House, wanted: SetUp, verifier: Verifier, loadGrants: LoadGrants): Promise<number> {
  const [mine] = await tx.query(`delete from fw.set_up_code where ${NOBODY} returning one`);
  if (!mine) throw new Refusal(403);
  const [next] = await tx.query<{ id: number; taken: boolean }>(
    'select coalesce(max(id), 0) + 1 as id, coalesce(bool_or(login_name = $1 or key = $1), false) as taken from fw.company',
    [wanted.subname],
  );
  if (next!.taken) throw new Refusal(310, '', { field: 'subname' });
  await loadSeedsIn(tx, house.catalogue, firstRows(next!.id, wanted), loadGrants);
  const owner = { company_id: next!.id, id: SUPER, subname: wanted.subname, login_name: wanted.username };
  await createCredential(tx, house.keys, owner, verifier);
  return next!.id;
}

/** What a company needs to begin with: one domain, the root of its departments, and the administrator in both. */
function firstRows(id: number, { subname, username, company, person }: SetUp): DemoDef {
  const first = (table: string, values: Record<string, unknown>) => ({
    table,
    company: subname,
    rows: [{ _key: 'first', ...values }],
  });
  const user = { _id: SUPER, login_name: username, key_name: person, status: 1 };
  return {
    companies: [{ key: subname, id, login_name: subname, key_name: company, key_name_en: company }],
    seeds: [
      first('domain', { key_name: company, currency: '万元', currency_en: '¥10,000' }),
      first('department', { key_name: company, code: '1' }),
      first('user', {
        ...user,
        department_entity: '@department:first',
        domain_entities: ['@domain:first'],
        role_entities: ['@role:root'],
      }),
    ],
  };
}
