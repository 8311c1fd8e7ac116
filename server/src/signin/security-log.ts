import { MIB } from '#server/cache/cache.ts';
import { defineTally } from '#server/cache/tally.ts';
import type { Tx } from '#server/db/db.ts';
import type { House, SecurityLine } from '#server/meta/house.ts';

/** Something that whoever guards the house should know. It holds no secret, and nothing that a stranger typed but a well-formed name. */
export interface SecurityEvent {
  /** what was tried: Login, Logout, SetDomain, SetUp, Session, Revoke, Start, or `path?op=Op` of a refused call */
  op: string;
  /** `ok`, the code of the refusal, or why in a word */
  reason: string;
  company?: number | undefined;
  /** id of the user who did it, where he proved who he is */
  actor?: number | undefined;
  /** `username@subname` as folded, where it can be a name at all: what else is typed there may be a password */
  login?: string | undefined;
  /** what it was done to */
  target?: string | undefined;
  /** what whoever did it typed as his reason */
  said?: string | undefined;
  address?: string | undefined;
  sid?: string | undefined;
}

const MOST = { op: 120, reason: 120, login: 33, target: 120, said: 120, address: 45, sid: 11 } as const;

/** One event to the log of the process and, append-only, to fw.security_log. */
export async function record(house: Pick<House, 'db' | 'clock' | 'security'>, event: SecurityEvent): Promise<void> {
  await writeEvent(house.db, event, house.clock.now());
  tellEvent(house, event);
}

/** How entries stand in the log of the process: a JSON line each, under `security`. */
export const toProcessLog =
  (log: { info(line: object, text: string): void; warn(line: object, text: string): void }) =>
  (security: SecurityLine): void =>
    log[security.reason === 'ok' ? 'info' : 'warn']({ security }, 'security');

/** Into the table alone, in the caller's transaction: what is undone was not logged. Follow it with `tellEvent` when it is done. */
export async function writeEvent(tx: Tx, event: SecurityEvent, at: Date): Promise<void> {
  const { company, actor, op, reason, login, target, said, address, sid } = lineOf(event);
  await tx.query(
    `insert into fw.security_log (at, company_id, actor, login, op, target, reason, said, address, sid)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [at, company, actor, login, op, target, reason, said, address, sid],
  );
}

export const tellEvent = (house: Pick<House, 'security'>, event: SecurityEvent): void => house.security?.(lineOf(event));

function lineOf({ company, actor, ...texts }: SecurityEvent): SecurityLine {
  const kept = Object.entries(MOST).map(([name, most]) => [name, clean(texts[name as keyof typeof MOST] ?? '', most)]);
  return { company: company ?? null, actor: actor ?? null, ...Object.fromEntries(kept) } as SecurityLine;
}

/** Of bounded length and without line feeds, escapes and other controls: one event stays one line on every screen (A21). */
const clean = (text: string, most: number): string =>
  [...text.slice(0, 2 * most).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')].slice(0, most).join('');

/** Refusals of one person that are written within ten minutes, by this process. */
const NOTED = 20;
const noted = defineTally(
  {
    name: 'refused',
    holds: 'how many refusals of a person were written down',
    key: 'company and id of the person',
    ends: 'after 10 minutes',
    bytes: 1.5 * MIB,
  },
  10 * 60_000,
);

/** A call that a signed-in person was refused for want of right; so many of each person that nobody fills the disk. */
export async function recordRefused(house: House, event: SecurityEvent & { company: number; actor: number }): Promise<void> {
  const time = noted.count(house.db, `${event.company} ${event.actor}`, house.clock.now());
  if (time > NOTED) return;
  const noting = time < NOTED ? event : { ...event, reason: `${event.reason}, and no more of these for ten minutes` };
  // a refusal stays that refusal when the table cannot be written; the log of the process has it all the same
  await writeEvent(house.db, noting, house.clock.now()).catch(() => undefined);
  tellEvent(house, noting);
}

/** Forgets what is older than the settings say; answers how many. */
export async function sweepSecurityLog(tx: Tx, now: Date, days: number): Promise<number> {
  const before = new Date(now.getTime() - days * 86_400_000);
  const [swept] = await tx.query<{ gone: number }>('select fw.sweep_security_log($1) as gone', [before]);
  return swept!.gone;
}
