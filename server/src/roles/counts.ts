import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Asker } from '#server/query/asker.ts';
import type { Gate } from '#server/query/gate.ts';
import { relation } from '#server/query/source.ts';
import { bound, column, compile, constant, type Param, type Sql, sql } from '#server/query/sql.ts';

/** Rows of one person that are counted at most, and different people that are counted for. */
export const MOST_ROWS = 100_000;
const MOST_ASKERS = 500;

/** What of who asks is theirs, and no company's. */
const TYPES: Readonly<Partial<Record<keyof Asker, string>>> = {
  user: 'bigint',
  department: 'bigint',
  departments: 'bigint[]',
  domain: 'bigint',
  domains: 'bigint[]',
};

/**
 * How many rows of a table a gate gives each of these people, in one statement: those of whom rights ask the same are counted once. null
 * where they are too many to count one by one.
 */
export async function countRows(tx: Tx, table: ResolvedTable, gate: Gate | undefined, askers: readonly Asker[]): Promise<number[] | null> {
  if (!gate) return askers.map(() => 0);
  const where = gate.rows('t');
  const asked = [...paramsOf(where)].filter((name) => TYPES[name] !== undefined);
  const keys = askers.map((asker) => JSON.stringify(asked.map((name) => asker[name])));
  const different = [...new Map(keys.map((key, at) => [key, askers[at]!])).entries()];
  if (different.length > MOST_ASKERS) return null;
  if (different.length === 0) return [];
  const people = different.map(([, asker], n) => ({ n, ...Object.fromEntries(asked.map((name) => [name, asker[name]])) }));
  const shape = constant(['n int', ...asked.map((name) => `"${name}" ${TYPES[name]}`)].join(', '));
  const rows = sql`select from ${relation(table)} t where ${asColumns(where, 'a', asked)} limit ${constant(String(MOST_ROWS))}`;
  const { text, values } = compile(
    sql`select a.n, c.rows from jsonb_to_recordset(${bound(JSON.stringify(people), 'text')}::jsonb) a (${shape})
      cross join lateral (select count(*)::int as rows from (${rows}) x) c`,
    different[0]![1],
  );
  const found = new Map((await tx.query<{ n: number; rows: number }>(text, values)).map(({ n, rows: count }) => [n, count]));
  const byKey = new Map(different.map(([key], n) => [key, found.get(n) ?? 0]));
  return keys.map((key) => byKey.get(key)!);
}

/** What a fragment asks of who asks. */
function paramsOf(fragment: Sql, found = new Set<keyof Asker>()): ReadonlySet<keyof Asker> {
  for (const hole of fragment.holes) {
    if (hole.kind === 'param') found.add(hole.name);
    if (hole.kind === 'sql') paramsOf(hole, found);
  }
  return found;
}

/** The fragment with columns in the place of these parameters. */
function asColumns(fragment: Sql, alias: string, names: readonly (keyof Asker)[]): Sql {
  const put = (hole: Sql['holes'][number]): Sql['holes'][number] => {
    if (hole.kind === 'sql') return asColumns(hole, alias, names);
    return hole.kind === 'param' && names.includes((hole as Param).name) ? column(alias, hole.name) : hole;
  };
  return { ...fragment, holes: fragment.holes.map(put) };
}
