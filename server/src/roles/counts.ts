import { groupedBy } from '#protocol/meta/grouped.ts';
import { goesBy, marksOf } from '#server/access/marks.ts';
import type { Grant } from '#server/access/rules.ts';
import type { Tx } from '#server/db/db.ts';
import type { Catalogue, ResolvedTable } from '#server/meta/catalogue.ts';
import { ASKER, type Asker, PERSONAL } from '#server/query/asker.ts';
import { relation } from '#server/query/source.ts';
import { and, asksFor, bound, column, compile, constant, instead, type Sql, sql, TRUE } from '#server/query/sql.ts';
import { MOST, type Most, tallied } from './tally.ts';

/** Rows of one person that are counted at most, and different people that are counted for, where rows are counted person by person. */
const MOST_ROWS = 100_000;
const MOST_ASKERS = 500;

/** Which rows of a table are counted at all, and how many at most. */
export interface Bounds {
  /** says nothing of who asks */
  sight?: Sql;
  most?: Most;
}

/** A grant, and people who have it. */
export interface Wish {
  grant: Grant | undefined;
  askers: readonly Asker[];
}
type Open = Wish & { grant: Grant; at: number };

/**
 * How many rows of a table grants give each of these people: one pass over the table for all of whom it is asked what its rows say of whose they are, however
 * many people there are; for others a statement for gates that ask the same. null where they are too many to count.
 */
export async function countRows(
  tx: Tx,
  catalogue: Catalogue,
  table: ResolvedTable,
  wishes: readonly Wish[],
  { sight = TRUE, most = MOST }: Bounds = {},
): Promise<(readonly number[] | null)[]> {
  const counts: (readonly number[] | null)[] = wishes.map(({ askers }) => askers.map(() => 0));
  const open = wishes.flatMap(({ grant, askers }, at) => (grant && askers[0] ? [{ grant, askers, at }] : []));
  const marks = marksOf(table, catalogue, 't');
  const together = open.filter(({ grant }) => marks && goesBy(marks, grant));
  const found = marks && together.length > 0 ? await tallied(tx, table, marks, together, { sight, most }) : null;
  together.forEach(({ at }, n) => {
    counts[at] = found?.[n] ?? null;
  });
  const apart = open.filter((wish) => !together.includes(wish));
  for (const [at, count] of await countedApart(tx, table, apart, sight)) counts[at] = count;
  return counts;
}

async function countedApart(tx: Tx, table: ResolvedTable, wishes: readonly Open[], sight: Sql): Promise<[number, number[] | null][]> {
  const counts: [number, number[] | null][] = [];
  const asked = wishes.map((wish) => ({ ...wish, where: and(wish.grant.rows('t'), sight) }));
  for (const alike of groupedBy(asked, ({ where }) => JSON.stringify(compile(where, wishes[0]!.askers[0]))).values()) {
    const askers = alike.flatMap((wish) => wish.askers);
    const found = await countFor(tx, table, alike[0]!.where, askers);
    let from = 0;
    for (const wish of alike) {
      counts.push([wish.at, found?.slice(from, from + wish.askers.length) ?? null]);
      from += wish.askers.length;
    }
  }
  return counts;
}

/** Those of whom the condition asks the same are counted once. */
async function countFor(tx: Tx, table: ResolvedTable, where: Sql, askers: readonly Asker[]): Promise<number[] | null> {
  const asks = asksFor(where);
  const asked = PERSONAL.filter((name) => asks.has(name));
  const keys = askers.map((asker) => JSON.stringify(asked.map((name) => asker[name])));
  const different = [...new Map(keys.map((key, at) => [key, askers[at]!])).entries()];
  if (different.length > MOST_ASKERS) return null;
  const people = different.map(([, asker], n) => ({ n, ...Object.fromEntries(asked.map((name) => [name, asker[name]])) }));
  const shape = constant(['n int', ...asked.map((name) => `"${name}" ${ASKER[name].type}`)].join(', '));
  const rows = sql`select from ${relation(table)} t where ${asColumns(where, asked)} limit ${constant(String(MOST_ROWS + 1))}`;
  const { text, values } = compile(
    sql`select asker.n, c.rows from jsonb_to_recordset(${bound(JSON.stringify(people), 'text')}::jsonb) asker (${shape})
      cross join lateral (select count(*)::int as rows from (${rows}) x) c`,
    different[0]![1],
  );
  const found = new Map((await tx.query<{ n: number; rows: number }>(text, values)).map(({ n, rows: count }) => [n, count]));
  if ([...found.values()].some((count) => count > MOST_ROWS)) return null;
  const byKey = new Map(different.map(([key], n) => [key, found.get(n) ?? 0]));
  return keys.map((key) => byKey.get(key)!);
}

/** The fragment with columns of `asker` in the place of these parameters; no other fragment calls anything so. */
const asColumns = (fragment: Sql, names: readonly (keyof Asker)[]): Sql =>
  instead(fragment, ({ name }) => (names.includes(name) ? column('asker', name) : undefined));
