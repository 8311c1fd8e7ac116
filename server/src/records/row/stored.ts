import { Refusal } from '#protocol/codes.ts';
import type { Grant } from '#server/access/access.ts';
import { defineCache, identityOf, MIB, PROCESS } from '#server/cache/cache.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import { inCompany, relation } from '#server/query/source.ts';
import { and, type Bound, bound, column, compile, FALSE, joined, name, prepare, type Sql, sql } from '#server/query/sql.ts';
import { keyColumn, keysOfFiles } from './attach.ts';
import { columnsOf, readColumn, type Values, valuesOf } from './values.ts';
import type { Work } from './work.ts';

/** A record as it lies in the database, its row locked: nobody else changes it until the transaction ends. */
export interface Stored {
  id: number;
  version: number;
  review_state: number;
  reviewers: readonly number[];
  create_entity: number | null;
  /** those for whom the caller may act on it now; none where no flow is */
  standsFor: readonly number[];
  values: Values;
  /** fields that the caller's roles let him write on this row only where true */
  writes: Readonly<Record<string, boolean>>;
  /** fields that the caller's roles hide from him on this row */
  unseen: ReadonlySet<string>;
}

/** A locked record, and what further rights say of it, asked in the same statement. */
export interface Standing extends Stored {
  /** Whether the right to an op reaches the row. */
  allows(op: string): boolean;
  /** The record for a change by this op: 312 where its right does not reach the row. */
  under(op: string): Stored;
}

const live = sql`t.deleted_time is null`;

/**
 * Locks the rows of a condition and reads them, in order of id (FOR NO KEY UPDATE: children may still be inserted). `right` bounds
 * them; without one the company and the recycle bin do.
 */
export async function lockRows(work: Work, table: ResolvedTable, where: Sql, right: Grant | null, limit = 5000): Promise<Stored[]> {
  return (await lockStanding(work, table, where, right, [], limit)).map(plainly);
}

const plainly = ({ under: _, allows: __, ...stored }: Standing): Stored => stored;

/** Live rows of a condition as they lie, in order of id, for who has locked the record that they stand in. */
export async function readRows(work: Work, table: ResolvedTable, where: Sql, limit = 5000): Promise<Stored[]> {
  const lock = lockOf(work, table, where, null, [], limit, UNLOCKED);
  return (await lockBy(work, table, lock, limit)).map(plainly);
}

/** One live row whoever may see it, locked, and the caller's rights to these ops on it; null where there is none. */
export async function lockLive(work: Work, table: ResolvedTable, where: Sql, ops: readonly string[]): Promise<Standing | null> {
  const [standing] = await lockStanding(work, table, where, null, ops, 1);
  return standing ?? null;
}

/** What the caller's roles hide from him: on every row, or where a condition does not hold. */
interface Hides {
  always: readonly string[];
  shown: readonly [string, Sql][];
}

/** A statement that locks rows and reads them, with the caller's rights on each, put together once for many ids. */
interface Lock {
  statement: ReturnType<typeof prepare>;
  writes: readonly [string, Sql][];
  hides: Hides;
  /** rights to further ops, with the fields that each lets him write on some rows */
  further: readonly { op: string; writes: readonly [string, Sql][] }[];
}

/** The same, and on each row the rights to further ops. */
export async function lockStanding(
  work: Work,
  table: ResolvedTable,
  where: Sql,
  right: Grant | null,
  ops: readonly string[],
  limit = 5000,
): Promise<Standing[]> {
  if (where === FALSE) return [];
  return lockBy(work, table, lockOf(work, table, where, right, ops, limit), limit);
}

const LOCKED = sql` for no key update of t`;
const UNLOCKED = sql``;
const lockIn = ({ dry }: Work): Sql => (dry ? UNLOCKED : LOCKED);

function lockOf(
  work: Work,
  table: ResolvedTable,
  where: Sql,
  right: Grant | null,
  ops: readonly string[],
  limit: number,
  locked = lockIn(work),
): Lock {
  const writes = right ? conditionalWrites(table, right) : [];
  // who reads no rows of the table has been shown what he writes by the right that he writes with
  const hides = hidesOf(table, work.access.rules.grant(table, 'Show') ?? right);
  const grants = ops.flatMap((op) => grantOrNull(work, table, op) ?? []);
  const further = grants.map((grant) => ({ op: grant.op, writes: conditionalWrites(table, grant) }));
  const columns = [
    ...columnsOf(table).map((field) => readColumn(field, 't')),
    sql`t.review_state as ${name('state.now')}`,
    ...keyColumn(table),
    ...(table.def.flow === 1 ? [sql`${work.access.actsFor(table, 't')} as ${name('acts.for')}`] : []),
    ...writes.map(([field, condition]) => sql`${condition} as ${name(`w.${field}`)}`),
    ...hides.shown.map(([field, condition]) => sql`${condition} as ${name(`s.${field}`)}`),
    ...grants.map((grant, at) => sql`${grant.rows('t')} as ${name(`r${at}.may`)}`),
    ...further.flatMap((one, at) => one.writes.map(([field, of]) => sql`${of} as ${name(`r${at}.${field}`)}`)),
  ];
  const rows = right ? right.rows('t') : and(inCompany(table, 't'), live);
  const read = sql`select ${joined(columns, ', ')} from ${relation(table)} t where ${and(where, rows)}`;
  return { statement: prepare(sql`${read} order by t.id limit ${bound(limit + 1, 'bigint')}${locked}`), writes, hides, further };
}

async function lockBy(
  work: Work,
  table: ResolvedTable,
  { statement, writes, hides, further }: Lock,
  limit: number,
  values?: ReadonlyMap<Bound, unknown>,
): Promise<Standing[]> {
  const { text, values: bounds } = statement(work.access.asker, values);
  const found = await work.tx.query<Record<string, unknown>>(text, bounds);
  if (found.length > limit) throw new Refusal(341);
  const fields = columnsOf(table);
  const stored = found.map((row): Standing => {
    const plain = storedOf(fields, row, writes, hides);
    const place = (op: string): number => further.findIndex((one, at) => one.op === op && row[`r${at}.may`] === true);
    const under = (op: string): Stored => {
      const at = place(op);
      if (at < 0) throw new Refusal(312);
      return { ...plain, writes: writesOf(row, further[at]!.writes, `r${at}`) };
    };
    return { ...plain, allows: (op) => place(op) >= 0, under };
  });
  return keysOfFiles(work, table, stored, found);
}

function conditionalWrites(table: ResolvedTable, right: Grant): [string, Sql][] {
  return columnsOf(table).flatMap((field): [string, Sql][] => {
    const writes = right.writes(field.name, 't');
    return typeof writes === 'boolean' ? [] : [[field.name, writes]];
  });
}

function hidesOf(table: ResolvedTable, reading: Grant | null): Hides {
  const sights = reading ? columnsOf(table).map(({ name: field }) => [field, reading.shows(field, 't')] as const) : [];
  return {
    always: sights.flatMap(([field, shows]) => (shows === false ? [field] : [])),
    shown: sights.flatMap(([field, shows]): [string, Sql][] => (typeof shows === 'boolean' ? [] : [[field, shows]])),
  };
}

const unseenOf = (row: Record<string, unknown>, { always, shown }: Hides): Stored['unseen'] =>
  new Set([...always, ...shown.flatMap(([field]) => (row[`s.${field}`] === true ? [] : [field]))]);

const writesOf = (row: Record<string, unknown>, writes: readonly [string, Sql][], as: string): Stored['writes'] =>
  Object.fromEntries(writes.map(([field]) => [field, row[`${as}.${field}`] === true]));

function storedOf(fields: readonly ResolvedField[], row: Record<string, unknown>, writes: readonly [string, Sql][], hides: Hides): Stored {
  return {
    id: row.id as number,
    version: row.version as number,
    review_state: row['state.now'] as number,
    reviewers: (row.review_entity as number[]) ?? [],
    create_entity: row.create_entity as number | null,
    standsFor: (row['acts.for'] as number[] | undefined) ?? [],
    values: valuesOf(fields, row),
    writes: writesOf(row, writes, 'w'),
    unseen: unseenOf(row, hides),
  };
}

export const byId = (id: number): Sql => sql`${column('t', 'id')} = ${bound(id, 'bigint')}`;
export const byIds = (ids: readonly number[]): Sql => (ids.length ? sql`${column('t', 'id')} = any(${bound(ids, 'bigint[]')})` : FALSE);

/** The record, locked, within the right: 312 for one that may be looked at only, 315 for one that is not there for this reader. */
export async function lockOne(work: Work, table: ResolvedTable, id: number, right: Grant | null): Promise<Stored> {
  const [stored] = await lockRows(work, table, byId(id), right);
  if (stored) return stored;
  throw new Refusal((await isReadable(work, table, id)) ? 312 : 315);
}

/** The record, locked unless the work is dry, for whoever may look at it (315 else), with his rights to these ops on it. */
export async function lockWith(work: Work, table: ResolvedTable, id: number, ops: readonly string[]): Promise<Standing> {
  const [standing] = await lockBy(work, table, lockFor(work, table, ops), 1, new Map([[ANY_ID, id]]));
  if (!standing) throw new Refusal(315);
  return standing;
}

/** In the place of a record's id in a statement that is kept. */
const ANY_ID = bound(null, 'bigint');
const locks = defineCache<Lock>({
  name: 'locks',
  holds: "statements that lock a record and read it with the caller's rights, put together",
  key: 'number of the set of roles, table, ops, whether it locks',
  ends: 'with the set of roles',
  bytes: 4 * MIB,
});

/** What the caller's rights say is said the same way for every record: kept as long as they are. */
function lockFor(work: Work, table: ResolvedTable, ops: readonly string[]): Lock {
  const key = `${identityOf(work.access.rules)} ${table.cloud} ${ops}${work.dry ? ' seen' : ''}`;
  const known = locks.of(PROCESS).get(key);
  if (known) return known;
  const byAnyId = sql`${column('t', 'id')} = ${ANY_ID}`;
  const lock = lockOf(work, table, byAnyId, work.access.grant(table, 'Show'), ops, 1);
  locks.of(PROCESS).set(key, lock, lock.statement.text.length + 2_000);
  return lock;
}

async function isReadable(work: Work, table: ResolvedTable, id: number): Promise<boolean> {
  const show = grantOrNull(work, table, 'Show');
  if (!show) return false;
  const statement = compile(sql`select 1 from ${relation(table)} t where ${and(byId(id), show.rows('t'))}`, work.access.asker);
  return (await work.tx.query(statement.text, statement.values)).length > 0;
}

/** The right to an op, or null where there is none. */
export function grantOrNull(work: Pick<Work, 'access'>, table: ResolvedTable, op: string): Grant | null {
  try {
    return work.access.grant(table, op);
  } catch (error) {
    if (error instanceof Refusal && error.code === 312) return null;
    throw error;
  }
}
