import { PAGE_SIZES } from '#protocol/choices.ts';
import { isKeyword } from './keyword.ts';
import { createNames, type Names } from './names.ts';
import { backwards, type OrderBy, orderClause, orderColumns, orderOf } from './order.ts';
import { type Position, rangesOf } from './position.ts';
import { pickBest } from './rank.ts';
import { type Reading, rowsOf } from './reading.ts';
import { type Place, places, source } from './source.ts';
import { and, type Bound, bound, joined, NONE, type Sql, sql, TRUE, whole } from './sql.ts';

/** Which part of the rows, in their order. */
interface Cut extends Reading {
  readonly limit: number;
  readonly offset: number;
  /** instead of the offset: where in the order, as an earlier page told */
  readonly position?: Position;
  /** of a search: whether to read on is told by the first rows */
  readonly probed?: true;
}
/** The rows of a page as a select: id, what they are sorted by and, as of an instant, the version v. */
interface Picked {
  rows: Sql;
  order: readonly OrderBy[];
  /** column n is there: how many rows there are in all, null where that was not found out */
  counted?: true;
  /** every column of the table is there too: no row has to be looked up again */
  whole?: true;
}

/** Of a page found by reading the newest rows, at least one in so many must match. */
const ONE_IN = 250;
/** Rows read at most before the index of pairs is asked, for a page and for a total. */
const READ_FOR_PAGE = 50_000;
const READ_FOR_TOTAL = 25_000;
/** Rows that tell whether a word is frequent enough for the reading of more. */
const PROBED = 1000;

/** The rows of one page with what they are sorted by, by the way that reads least. */
export function pickPage(plan: Cut): Picked {
  const names = createNames(plan.reader, plan.gate);
  const order = orderOf(plan.filters.sort, plan, names);
  if (plan.asOf) return { rows: pickPast(plan, names, order), order };
  const { best, key_word } = plan.filters;
  if (best === 1 && isKeyword(key_word)) return pickBest({ ...plan, key_word: key_word! });
  const ground = groundOf(plan);
  // a view may show a row to each of several readers: its id alone would find it again for all of them
  const isView = plan.gate.table.def.storage === 'view';
  const columns = isView ? wholeOf(order) : keysOf(order);
  const whole = isView ? { whole: true as const } : {};
  if (ground && order.every((step) => step.served))
    return { rows: pickFound(plan, ground, names, { order, columns }), order, counted: true, ...whole };
  if (plan.position) return { rows: pickFrom(plan, plan.position, names, order), order, whole: true };
  return { rows: pickPlain(plan, columns, names, order, pageOf(plan)), order, ...whole };
}

/** The same near the beginning, where `cut` takes limit and offset as values like others: whole rows, none of which is passed over and fetched again. */
export function pickNear(plan: Reading, cut: Sql): Picked {
  const names = createNames(plan.reader, plan.gate);
  const order = orderOf(plan.filters.sort, plan, names);
  return { rows: pickPlain(plan, wholeOf(order), names, order, cut), order, whole: true };
}

export const upTo = (limit: Bound, offset: Bound): Sql => sql`limit ${limit} offset ${offset}`;

/** The first page of a view in a size that lists have: its rows stand in the statement as a number (docs/decisions/228). Null for any other. */
export function firstPage({ gate, limit, offset }: Pick<Cut, 'gate' | 'limit' | 'offset'>): number | null {
  const isKnown = (PAGE_SIZES as readonly number[]).includes(limit);
  return gate.table.def.storage === 'view' && offset === 0 && isKnown ? limit : null;
}

/** Rows before a page from which on they are passed over by what stands in an index alone, and fetched when they are found. */
const FAR = 1000;

/** Whether pickNear does for the page; a search, the past and what lies deep have ways of their own. */
export const isNear = (plan: Cut & { placed?: boolean }): boolean =>
  plan.offset < FAR && !plan.asOf && !plan.position && !plan.placed && !plan.filters.key_word?.trim();

function pickPlain(plan: Reading, columns: Sql, names: Names, order: readonly OrderBy[], part: Sql): Sql {
  const where = rowsOf(plan, names);
  return sql`select ${columns} from ${source(plan.gate.table, 't')} ${names.joins()} where ${where} ${orderClause(order)} ${part}`;
}

/** A row for each row that counts, not more than `most`. */
export function pickCounted(plan: Reading, most: number): Sql {
  const names = createNames(plan.reader, plan.gate);
  const end = bound(most, 'bigint');
  const ground = groundOf(plan);
  if (ground && !plan.asOf) return countFound(plan, ground, names, end);
  const where = rowsOf(plan, names);
  // a view's own order is that of an index below it, which the planner would else weigh against reading everything
  const along = plan.gate.table.def.storage === 'view' ? orderClause(orderOf(undefined, plan, names)) : NONE;
  const counted = places(plan.gate.table, 't', plan.asOf).map(
    (place) => sql`select 1 from ${place.from} ${names.joins()} where ${and(where, place.where)} ${along} limit ${end}`,
  );
  return counted.length === 1 ? counted[0]! : sql`select 1 from ${united(counted)} limit ${end}`;
}

const keysOf = (order: readonly OrderBy[]): Sql => joined([sql`t.id`, ...orderColumns(order)], ', ');
const wholeOf = (order: readonly OrderBy[]): Sql => joined([sql`t.*`, ...orderColumns(order)], ', ');
const pageOf = ({ limit, offset }: Cut): Sql => sql`limit ${bound(limit, 'bigint')} offset ${bound(offset, 'bigint')}`;
const united = (branches: readonly Sql[]): Sql =>
  sql`(${joined(
    branches.map((one) => sql`(${one})`),
    ' union all ',
  )}) b`;

/**
 * The rows next to a position, without those before them being counted. The ranges are asked in turn until the page is full: an
 * Append of selects with limits runs one after the other (PostgreSQL never runs those in parallel), so the first ones fill it.
 */
function pickFrom(plan: Cut, position: Position, names: Names, order: readonly OrderBy[]): Sql {
  const away = position.rows === 'before' ? backwards(order) : order;
  const end = bound(plan.limit, 'bigint');
  const where = rowsOf(plan, names);
  const from = sql`${source(plan.gate.table, 't')} ${names.joins()}`;
  const ranges = rangesOf(order, position).map(
    (range) => sql`select ${wholeOf(order)} from ${from} where ${and(where, range)} ${orderClause(away)} limit ${end}`,
  );
  return ranges.length === 1 ? ranges[0]! : sql`select * from ${united(ranges)} limit ${end}`;
}

/**
 * As of an instant, live rows and closed versions are each found in order and cut off where the page ends, then merged: neither
 * is read to its end.
 */
function pickPast(plan: Cut, names: Names, order: readonly OrderBy[]): Sql {
  const where = rowsOf(plan, names);
  const end = bound(plan.offset + plan.limit, 'bigint');
  const branch = (place: Place): Sql =>
    sql`select ${keysOf(order)}, ${place.version} as v from ${place.from} ${names.joins()} where ${and(where, place.where)} ${orderClause(order)} limit ${end}`;
  const branches = places(plan.gate.table, 't', plan.asOf).map(branch);
  return sql`select * from ${united(branches)} ${orderClause(order, 'b')} ${pageOf(plan)}`;
}

/** What a search can be read along: asked for only where there is a keyword to search. */
const groundOf = (plan: Reading): Sql | undefined => (plan.filters.key_word?.trim() ? plan.gate.ground('t') : undefined);

/**
 * A page of a search. Frequent words are found soonest by reading along the order, rare ones by the index of pairs, and no
 * statistics tell which a word is. So the first rows of the order are read; only where they do not fill the page, the index
 * finds all, and with them their number. Of a large page (`probed`) the first thousand tell whether more are read.
 */
function pickFound(plan: Cut, ground: Sql, names: Names, { order, columns }: { order: readonly OrderBy[]; columns: Sql }): Sql {
  const last = plan.offset + plan.limit;
  const end = bound(last, 'bigint');
  const table = source(plan.gate.table, 't');
  const read = bound(Math.min(READ_FOR_PAGE, ONE_IN * last), 'bigint');
  const along = (most: Sql) => sql`(select t.* from ${table} where ${ground} ${orderClause(order)} limit ${most}) t`;
  const reading = rowsOf(plan, names, 'reading');
  const probe = sql`probe as materialized (select 1 from ${along(whole(PROBED))} ${names.joins()} where ${reading} limit ${whole(PROBED / ONE_IN)})`;
  const frequent = plan.probed ? sql`(select count(*) from probe) = ${whole(PROBED / ONE_IN)}` : TRUE;
  const near = sql`select ${columns} from ${along(sql`${read}`)} ${names.joins()} where ${and(frequent, reading)} ${orderClause(order)} limit ${end}`;
  const all = sql`select ${columns} from ${table} ${names.joins()} where ${and(rowsOf(plan, names), short(end))}`;
  const both = united([
    sql`select *, null::bigint as n from near where not ${short(end)}`,
    sql`select *, (select count(*) from far) as n from far ${orderClause(order, 'far')} limit ${end}`,
  ]);
  const first = plan.probed ? sql`${probe}, ` : NONE;
  return sql`with ${first}near as materialized (${near}), far as materialized (${all}) select * from ${both} ${orderClause(order, 'b')} ${pageOf(plan)}`;
}

/** The same for a total: what was found is kept until it is counted, so the index's rows are fetched up to the bound only. */
function countFound(plan: Reading, ground: Sql, names: Names, end: ReturnType<typeof bound>): Sql {
  const table = source(plan.gate.table, 't');
  const along = sql`(select t.* from ${table} where ${ground} order by t.id desc limit ${bound(READ_FOR_TOTAL, 'bigint')}) t`;
  const near = sql`select 1 as found from ${along} ${names.joins()} where ${rowsOf(plan, names, 'reading')} limit ${end}`;
  const all = sql`select 1 as found from ${table} ${names.joins()} where ${and(rowsOf(plan, names), short(end))}`;
  const both = united([sql`select found from near where not ${short(end)}`, sql`select found from far limit ${end}`]);
  return sql`with near as materialized (${near}), far as materialized (${all}) select found from ${both}`;
}

const short = (end: Sql | ReturnType<typeof bound>): Sql => sql`((select count(*) from near) < ${end})`;
