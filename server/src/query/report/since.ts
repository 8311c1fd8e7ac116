import { ASKER, type Asker } from '../asker.ts';
import type { Gate } from '../gate.ts';
import { places, source } from '../source.ts';
import { and, type Bound, bound, column, compile, joined, type Sql, type Statement, sql } from '../sql.ts';

/** Whether a reader had any row of a table at an instant of the past, by his rights of now. */
export const compileThere = ({ table, rows }: Gate, asOf: Bound, asker: Asker): Statement =>
  compile(sql`select 1 as there from ${source(table, 't', asOf)} where ${rows('t')} limit ${bound(1, 'bigint')}`, asker);

/**
 * The first day of the first month at whose end he had one: `day`, null for never. A version that began and ended in one month stood at the end of
 * none; what is live stands at the end of the month in which it became so, and of all since.
 */
export function compileSince({ table, rows }: Gate, asker: Asker): Statement {
  const monthOf = (at: Sql): Sql => sql`date_trunc('month', ${at} at time zone ${ASKER.zone})`;
  // any instant: it says that closed versions lie there too
  const [live, closed] = places(table, 't', bound(null, 'timestamptz'));
  const [from, to] = [column('t', 'valid_from'), column('t', 'valid_to')];
  // what lasted longer than any month need not be looked at by the clock
  const stood = sql`(${to} - ${from} > interval '32 days' or ${monthOf(from)} < ${monthOf(to)})`;
  const all = [
    sql`select min(coalesce(${column('t', 'modify_time')}, ${column('t', 'create_time')})) as since from ${live!.from} where ${rows('t')}`,
    sql`select min(${from}) from ${closed!.from} where ${and(rows('t'), stood)}`,
  ];
  return compile(sql`select (${monthOf(sql`min(since)`)})::date::text as day from (${joined(all, ' union all ')}) u`, asker);
}
