import { wallAt } from '#protocol/wire/clock.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { Access } from '#server/access/access.ts';
import { defineCache, digest, hashed, identityOf, MIB } from '#server/cache/cache.ts';
import type { House } from '#server/meta/house.ts';
import { reportTables } from '#server/meta/sync/changes.ts';
import { type Reading, readingAt } from './rows.ts';
import { type Versions, versionsFrom, versionsOf } from './versions.ts';

interface Answer {
  readonly versions: Versions;
  readonly reply: Reply;
}

const answers = defineCache<Answer>({
  name: 'reports',
  holds: 'what reports and boards answered one reader',
  key: 'number of his definitions and of his set of roles, hash of who he is, of his day and of what he asked',
  ends: 'when one of the tables that it was counted of has another version: with each transaction that changed it',
  bytes: 8 * MIB,
});

interface Asked {
  /** what else than the reader makes the answer: the call, and its request as it was read */
  readonly of: readonly unknown[];
  /** the version of the answer that the client has */
  readonly version?: string | undefined;
  /** ms that one statement may take */
  readonly within?: number;
}

/**
 * A report or a board as it stands now, answered of memory where no transaction has changed a table that it was counted of. Else it is read at
 * one instant, with the versions of that instant. `version` says what the answer tells, and nothing that it does not tell: a reader who has it
 * already is told that it is the same.
 */
export async function answered(house: House, access: Access, asked: Asked, read: (at: Reading) => Promise<Reply>): Promise<Reply> {
  const key = keyOf(access, asked.of);
  const reply = (await remembered(house, access, key)) ?? (await counted(house, access, asked, key, read));
  const made = wallAt(house.clock.now().getTime(), access.session.company.time_zone);
  const { version } = reply.data as { version: string };
  return asked.version === version ? { data: { same: 1, version, made } } : madeAt(reply, made);
}

/** Definitions, roles and who he is: whoever has the same may have the same answer. A request that is too long is worked out each time. */
function keyOf({ catalogue, rules, session, asker }: Access, of: readonly unknown[]): string | null {
  const request = hashed(JSON.stringify(of));
  const who = digest(JSON.stringify({ ...session, sid: '' }));
  return request && [identityOf(catalogue), identityOf(rules), who, asker.today, request].join(' ');
}

async function remembered(house: House, access: Access, key: string | null): Promise<Reply | undefined> {
  const known = key === null ? undefined : answers.of(house.db).get(key);
  if (!known) return undefined;
  const now = await versionsFrom(house.db, access.session.company.id, tablesOf(access));
  for (const [table, version] of known.versions) if (now.get(table) !== version) return undefined;
  return known.reply;
}

async function counted(
  house: House,
  access: Access,
  { within }: Asked,
  key: string | null,
  read: (at: Reading) => Promise<Reply>,
): Promise<Reply> {
  const all = tablesOf(access);
  const { reply, versions } = await house.db.tx(
    async (tx) => {
      const seen = await versionsOf(tx, access.session.company.id, all);
      const reading = readingAt(house, tx, seen);
      const told = await read(reading);
      const tables = reading.tables();
      return { reply: told, versions: tables && new Map([...tables].map((table) => [table, seen.get(table)!])) };
    },
    { still: true, ...(within === undefined ? {} : { within }) },
  );
  const text = JSON.stringify(madeAt(reply, ''));
  const whole = { ...reply, data: { ...reply.data, version: digest(text) } };
  if (key !== null && versions) answers.of(house.db).set(key, { versions, reply: whole }, 3 * text.length);
  return whole;
}

const tables = new WeakMap<Access['catalogue'], ReadonlySet<string>>();

function tablesOf({ catalogue }: Access): ReadonlySet<string> {
  const known = tables.get(catalogue) ?? reportTables(catalogue);
  tables.set(catalogue, known);
  return known;
}

/** An answer with the moment at which it holds, each of its parts too. */
function madeAt(reply: Reply, made: string): Reply {
  const rows = reply.rows?.map((row) => {
    const { data } = row as { data?: unknown };
    const isDated = typeof data === 'object' && data !== null && 'made' in data;
    return isDated ? { ...row, data: { ...data, made } } : row;
  });
  return { ...reply, ...(rows ? { rows } : {}), data: { ...reply.data, made } };
}
