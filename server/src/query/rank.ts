import { rankByName } from './keyword.ts';
import { createNames } from './names.ts';
import { carriedName, type OrderBy, orderClause, orderColumns } from './order.ts';
import { type Reading, rowsOf } from './reading.ts';
import { source } from './source.ts';
import { and, bound, joined, type Sql, sql } from './sql.ts';

/** A search of one table among many: its best rows. */
export interface FindPlan extends Reading {
  readonly key_word: string;
  readonly limit: number;
}

/** Of a table the newest rows that are read before its index of pairs is asked; where so many of them match, those are ranked and no others. */
const READ = 2_000;
const ENOUGH = 40;

/**
 * Rows by how well their name is what is looked for, then the newest. A word that stands in one of fifty of the newest rows is ranked among
 * those: the index would gather all that there are (docs/decisions/045). Every other is found by the index, whole.
 */
export function pickRanked(plan: FindPlan): { rows: Sql; order: readonly OrderBy[]; whole: true } {
  const names = createNames(plan.reader, plan.gate);
  const rank: OrderBy = { value: rankByName(plan, names), type: 'numeric', descending: false, filled: true, served: false };
  const newest: OrderBy = { value: sql`t.id`, type: 'bigint', descending: true, filled: true, served: false };
  const order = [rank, newest];
  const columns = joined([sql`t.*`, ...orderColumns(order)], ', ');
  const end = bound(plan.limit, 'bigint');
  const table = source(plan.gate.table, 't');
  const best = (from: Sql, where: Sql): Sql =>
    sql`select ${columns} from ${from} ${names.joins()} where ${where} ${orderClause(order)} limit ${end}`;
  const ground = plan.gate.ground('t');
  if (!ground) return { rows: best(table, rowsOf(plan, names)), order, whole: true };
  const along = sql`(select t.* from ${table} where ${ground} order by t.id desc limit ${bound(READ, 'bigint')}) t`;
  const near = sql`select ${columns} from ${along} ${names.joins()} where ${rowsOf(plan, names, 'reading')}`;
  const short = sql`((select count(*) from near) < ${bound(ENOUGH, 'bigint')})`;
  const far = best(table, and(rowsOf(plan, names), short));
  const both = sql`((select * from near where not ${short}) union all (${far})) b`;
  return {
    rows: sql`with near as materialized (${near}) select * from ${both} ${orderClause(order, 'b')} limit ${end}`,
    order,
    whole: true,
  };
}

/** The column that carries how well the name is what is looked for. */
export const RANK = carriedName(0);
