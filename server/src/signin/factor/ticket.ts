import { type Locale, Refusal } from '#protocol/codes.ts';
import type { Identity } from '#protocol/signin/proof.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { isToken, newToken, seal, tokenHash, unseal } from '../crypto.ts';
import type { Held } from '../once/remember.ts';
import type { Whose } from './factor.ts';

/** How long somebody who proved his password may take over the second factor (ms); a set-up begins with finding an app for it. */
const VALID = { asked: 5 * 60_000, setUp: 15 * 60_000 };

/** What a sign-in goes on with when its second factor has been proved. */
export interface Underway {
  who: Identity;
  locale: Locale;
  /** what was proved, and the key that its answer is veiled with: both ends have them */
  message: string;
  serverKey: Uint8Array;
  /** a value for the next sign-in is asked for */
  remember: boolean;
  /** the remembered value that was proved; null: the password itself */
  held: Held['row'];
  /** what is to be set up (factor.ts) before anything else; null: there is one, and its code is asked for */
  setUp: Uint8Array | null;
}
/** A ticket that still holds, and whose it is. */
export interface Ticket extends Underway, Whose {
  hash: Buffer;
  epoch: number;
}

const boundTo = (hash: Buffer): string => `factor ticket ${hash.toString('base64url')}`;

/** The only copy of a ticket: the database has its hash and, sealed, what the sign-in goes on with. */
export async function issueTicket(tx: Tx, { keys, clock }: House, whose: Whose & { epoch: number }, underway: Underway): Promise<string> {
  const ticket = newToken(keys.pepper);
  const hash = tokenHash(ticket);
  const said = JSON.stringify({ ...underway, serverKey: text(underway.serverKey), setUp: underway.setUp && text(underway.setUp) });
  await tx.query('insert into fw.factor_ticket (hash, company_id, user_id, epoch, sealed, expires_at) values ($1, $2, $3, $4, $5, $6)', [
    ...[hash, whose.company, whose.user, whose.epoch],
    ...[seal(keys.seal, Buffer.from(said), boundTo(hash)), new Date(clock.now().getTime() + VALID[underway.setUp ? 'setUp' : 'asked'])],
  ]);
  return ticket;
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const bytes = (said: string): Buffer => Buffer.from(said, 'base64');

/** 401: it is over, used, or none. The password is to be proved again. */
export const over = (): never => {
  throw new Refusal(401, '$factorOver');
};

type Said = Omit<Underway, 'serverKey' | 'setUp' | 'held'> & {
  serverKey: string;
  setUp: string | null;
  held: (Omit<NonNullable<Held['row']>, 'until'> & { until: string }) | null;
};

/** One that somebody made up costs no look into the database. */
export async function loadTicket({ db, keys, clock }: House, ticket: string): Promise<Ticket> {
  if (!isToken(keys.pepper, ticket)) return over();
  const hash = tokenHash(ticket);
  const [row] = await db.query<{ company_id: number; user_id: number; epoch: number; sealed: Buffer }>(
    'select company_id, user_id, epoch, sealed from fw.factor_ticket where hash = $1 and expires_at > $2',
    [hash, clock.now()],
  );
  if (!row) return over();
  const said = JSON.parse(unseal(keys.seal, row.sealed, boundTo(hash)).toString()) as Said;
  return {
    ...said,
    ...{ hash, company: row.company_id, user: row.user_id, epoch: row.epoch },
    serverKey: bytes(said.serverKey),
    setUp: said.setUp === null ? null : bytes(said.setUp),
    held: said.held && { ...said.held, until: new Date(said.held.until) },
  };
}

/** Of two calls with one ticket the second finds it used. */
export async function spendTicket(tx: Tx, { hash, company, user }: Ticket): Promise<void> {
  const gone = await tx.query('delete from fw.factor_ticket where hash = $1 and company_id = $2 and user_id = $3 returning 1', [
    ...[hash, company, user],
  ]);
  if (gone.length === 0) over();
}
