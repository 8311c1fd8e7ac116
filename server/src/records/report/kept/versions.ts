import type { Tx } from '#server/db/db.ts';
import { CHANGE_TRIGGERS } from '#server/meta/sync/changes.ts';

/** Versions of tables for one company, by their names in the database. What tells of no change has none. */
export type Versions = ReadonlyMap<string, string>;

/**
 * How many transactions have changed a table that are visible now; those that concern all tables are of each. It ends with whatever writes
 * untold or brings another database in the place of this one: triggers that stood still (their rows are others then), a start of the server,
 * a restore (which empties tables, so that they lie in other files).
 */
const VERSIONS = `
select w.name, concat_ws(' ', extract(epoch from pg_postmaster_start_time()), pg_relation_filenode('fw.table_version'), g.written,
  coalesce((select sum(v.counted) from fw.table_version v where v.name in (w.name, '') and v.company_id in (0, $2::bigint)), 0)
  + (select count(*) from fw.table_change c where c.name in (w.name, '') and c.company_id in (0, $2::bigint))) as version
from unnest($1::text[]) w(name)
cross join lateral (select count(*) as standing, string_agg(t.xmin::text, ' ' order by t.tgname) as written from pg_trigger t
  where t.tgrelid = to_regclass('app.' || quote_ident(w.name)) and t.tgname = any($4::text[]) and t.tgenabled = 'O') g
where g.standing = $3::bigint`;

/** The versions of these tables as the statement sees them: in a transaction of one instant those of all that it reads. */
export async function versionsOf(tx: Tx, company: number, tables: Iterable<string>): Promise<Versions> {
  const names = [...tables];
  if (names.length === 0) return new Map();
  const values = [names, company, CHANGE_TRIGGERS.length, CHANGE_TRIGGERS];
  const rows = await tx.query<{ name: string; version: string }>(VERSIONS, values);
  return new Map(rows.map(({ name, version }) => [name, version]));
}

interface Turn {
  readonly now: Promise<Versions>;
  /** the statement that begins when this one has ended, for all who came since it began */
  next?: Promise<Versions>;
}
const turns = new WeakMap<object, Map<string, Turn>>();

/**
 * The versions as a statement sees them that begins now or later: of many who ask at once all but the first share one. It is never one
 * that had begun before they asked, which might not see what they know of.
 */
export function versionsFrom(db: Tx, company: number, tables: Iterable<string>): Promise<Versions> {
  const own = turns.get(db) ?? new Map<string, Turn>();
  turns.set(db, own);
  const names = [...tables];
  const key = `${company} ${names.join()}`;
  const begin = (): Promise<Versions> => {
    const turn: Turn = { now: versionsOf(db, company, names) };
    own.set(key, turn);
    const over = () => void (own.get(key) === turn && own.delete(key));
    turn.now.then(over, over);
    return turn.now;
  };
  const turn = own.get(key);
  if (!turn) return begin();
  turn.next ??= turn.now.then(begin, begin);
  return turn.next;
}

/** The tables of definitions that a statement reads: closed versions and summaries change with their table, in the same transaction. */
const OURS = /\b(?:app|hist|sum)\."?(\w+)/g;
/** What is no table of a definition, or hangs on when it is asked. */
const OTHERS = /\b(?:fw\.|pgboss\.|pg_|information_schema|now\b|random|timeofday|current_|localtime|clock_t|statement_t|transaction_t)/i;

/** What a statement reads, where its answer hangs on these tables alone; null where it hangs on the clock, or on what tells of no change. */
export function tablesRead(text: string, values: readonly unknown[]): readonly string[] | null {
  if (OTHERS.test(text) || values.some((value) => value instanceof Date)) return null;
  const tables = [...text.matchAll(OURS)].map(([, name]) => name!);
  return tables.length > 0 ? [...new Set(tables)].sort() : null;
}
