import { Refusal } from '#protocol/codes.ts';
import type { pageOp } from '#protocol/ops/app.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import { hasEnded } from '#protocol/rules/report/past/month.ts';
import { endOf } from '#protocol/rules/report/past/past.ts';
import type { Currency, Reply, TotalKind, WireRow } from '#protocol/wire/envelope.ts';
import type { Access, Grant } from '#server/access/access.ts';
import { digest, hashed, MIB } from '#server/cache/cache.ts';
import type { Db } from '#server/db/db.ts';
import { defineKept } from '#server/db/kept.ts';
import type { House } from '#server/meta/house.ts';
import type { Asker } from '#server/query/asker.ts';
import { isPrefixOnly } from '#server/query/keyword.ts';
import { firstPage, isNear } from '#server/query/pick.ts';
import type { Position } from '#server/query/position.ts';
import type { Reading } from '#server/query/reading.ts';
import { type Bound, bound, type Statement } from '#server/query/sql.ts';
import { COUNTED, compilePage, type PagePlan, placeOf, preparePage, prepareTotal } from '#server/query/statements.ts';
import { presentFiles } from '../files/files.ts';
import type { Row } from '../row/present.ts';
import { summed, tellCurrency } from './currency.ts';
import { keptFor } from './list-statements.ts';
import { isDeep, recall, remember } from './places.ts';
import { type View, viewOf } from './view.ts';

/** Rows of one answer at most. */
export const MOST_ROWS = 1000;
/** How far a total counts unless the exact one is asked for. */
const TOTAL_BOUND = 1000;

type PageAsk = Pick<RequestOf<typeof pageOp>, 'page' | 'rows' | 'filters' | 'fields' | 'exact' | 'stat' | 'as_of'>;

/** One page, its total and, asked for, sums over all rows: two statements at most, one when the page itself tells the total. */
export async function readPage(house: House, access: Access, grant: Grant, ask: PageAsk): Promise<Reply> {
  const limit = Math.min(ask.rows, MOST_ROWS);
  const offset = (ask.page - 1) * limit;
  const reading = readingOf(access, grant, ask);
  const { rows, counted, beside, currency } = await readDeep(house, access, grant, reading, { limit, offset, fields: ask.fields });
  const total = await readTotal(house, access, grant, reading, ask, { limit, offset, found: rows.length, counted, beside });
  const note = isPrefixOnly(ask.filters?.key_word) ? { key_word: 'prefix' } : {};
  const data = { ...note, ...(total.stat ? { stat: total.stat } : {}), ...(currency ? { _currency: currency } : {}) };
  return { rows, total: total.total, total_kind: total.kind, ...(Object.keys(data).length ? { data } : {}) };
}

/** A view keeps no past; what everybody may read of a table he reads as it is now: who has left is no more in it. */
export const tellsPast = ({ table }: Grant): boolean => table.def.storage !== 'view' && table.variant?.everyone !== 1;

/** The instant at which rows are asked for, a month's last one; 317 where the table tells no past, or for a month that has not ended. */
export function instantAsked({ session, asker }: Access, grant: Grant, asked: string): Bound {
  const isMonth = asked.length === MONTH.length;
  if (!tellsPast(grant) || (isMonth && !hasEnded(asked, asker.today))) throw new Refusal(317, '', { field: 'as_of' });
  return bound(isMonth ? endOf(asked, session.company.time_zone) : asked, 'timestamptz');
}
const MONTH = 'yyyy-MM';

export function readingOf(access: Access, grant: Grant, ask: Partial<PageAsk>): Reading {
  return {
    catalogue: access.catalogue,
    reader: access.reader,
    gate: grant,
    filters: ask.filters ?? {},
    locale: access.session.locale,
    ...(ask.as_of === undefined ? {} : { asOf: instantAsked(access, grant, ask.as_of) }),
  };
}

interface Wish {
  limit: number;
  offset: number;
  fields?: string;
  position?: Position;
  placed?: boolean;
}
interface Read {
  rows: WireRow[];
  /** what their amounts are in */
  currency: Currency | undefined;
  /** how many there are in all where finding the rows told */
  counted: number | null;
  /** where the first and the last row stand */
  ends: Pick<Parameters<typeof remember>[2], 'first' | 'last'> | null;
}

/**
 * A page, and whether it was found beside one that the session saw (docs/decisions/047): then it goes on where that one ended,
 * whatever came or went before it. A page before another that is not full any more is counted after all.
 */
async function readDeep(house: House, access: Access, grant: Grant, reading: Reading, wish: Wish): Promise<Read & { beside: boolean }> {
  if (!isDeep(wish.offset) || reading.asOf || reading.filters.key_word) {
    return { ...(await readCounted(house, access, grant, reading, wish)), beside: false };
  }
  const { offset, limit } = wish;
  const now = house.clock.now();
  const { sid, rights_version, domain, roles, locale } = access.session;
  const holder = [sid, domain.id, rights_version, roles.map(({ id }) => id), locale];
  const key = hashed(JSON.stringify([holder, grant.op, grant.table.cloud, reading.filters]));
  const position = key === null ? undefined : recall(house.db, key, { offset, limit, now });
  const near = position ? await readCounted(house, access, grant, reading, { ...wish, position, placed: true }) : null;
  const beside = near !== null && near.rows.length > 0 && (position!.rows !== 'before' || near.rows.length === limit);
  const read = beside ? near : await readCounted(house, access, grant, reading, { ...wish, placed: true });
  if (read.ends && key !== null) remember(house.db, key, { offset, rows: read.rows.length, ...read.ends, at: now.getTime() });
  return { ...read, beside };
}

/** The rows as the wire shows them, each with the actions that the caller has on it, and what their amounts are in. */
export async function readRows(
  house: House,
  access: Access,
  grant: Grant,
  reading: Reading,
  wish: Wish,
): Promise<{ rows: WireRow[]; data?: { _currency: Currency } }> {
  const { rows, currency } = await readCounted(house, access, grant, reading, wish);
  return { rows, ...(currency ? { data: { _currency: currency } } : {}) };
}

async function readCounted(house: House, access: Access, grant: Grant, reading: Reading, wish: Wish): Promise<Read> {
  const view = viewOf(access, grant, reading.asOf ? 'past' : 'list', wish.fields);
  const { fields: _, ...cut } = wish;
  const { text, values } = statementOf(reading, view, cut, access.asker);
  const rows = await house.db.query<Row>(text, values);
  const { wired, currency } = await presentRows(house, access, grant, view, rows);
  const counted = (rows[0]?.[COUNTED] as number | null | undefined) ?? null;
  return {
    rows: wired,
    currency,
    counted,
    ends: wish.placed && rows.length ? { first: placeOf(rows[0]!), last: placeOf(rows.at(-1)!) } : null,
  };
}

/** Rows that were read, as the wire shows them, and what their amounts are in. */
export async function presentRows(house: House, access: Access, grant: Grant, view: View, rows: readonly Row[]) {
  const wired = rows.map((row) => view.present(row, access.asker));
  await presentFiles(house, access.session, view.shown, wired);
  const told = rows.map((row, at) => ({ row, wired: wired[at]! }));
  return { wired, currency: tellCurrency(access.session, grant, access.session.domain.id, told) };
}

/** A further condition (`only`) belongs to the caller: such a statement is not kept. */
function statementOf(reading: Reading, view: View, cut: Omit<Wish, 'fields'>, asker: Asker): Statement {
  const plan: PagePlan = { kind: 'page', ...reading, fields: view.fields, flags: view.flags, ...cut };
  if (reading.only || !isNear(plan)) return compilePage(plan, asker);
  const first = firstPage(plan);
  return keptFor(view, reading.filters, () => preparePage(plan, first), first)(asker, cut.limit, cut.offset);
}

interface Total {
  total: number;
  kind: TotalKind;
  stat?: Record<string, string | null>;
}

async function readTotal(
  house: House,
  access: Access,
  grant: Grant,
  reading: Reading,
  ask: PageAsk,
  page: { limit: number; offset: number; found: number; counted: number | null; beside: boolean },
): Promise<Total> {
  const seenEnd = !page.beside && page.found < page.limit && (page.offset === 0 || page.found > 0);
  const sums = ask.stat === 1 ? summed(grant) : [];
  if (seenEnd && sums.length === 0) return { total: page.offset + page.found, kind: 'exact' };
  const exact = ask.exact === 1 || sums.length > 0;
  if (page.counted !== null && sums.length === 0 && (exact || page.counted <= TOTAL_BOUND)) return { total: page.counted, kind: 'exact' };
  const plan = { kind: 'total' as const, ...reading, sums, ...(exact ? {} : { bound: TOTAL_BOUND + 1 }) };
  const counting = exact || reading.asOf || reading.only ? prepareTotal(plan) : keptFor(grant, reading.filters, () => prepareTotal(plan));
  const { total, ...stat } = await (exact ? count : countBounded)(house.db, counting(access.asker));
  if (exact || total <= TOTAL_BOUND) return { total, kind: 'exact', ...(sums.length ? { stat } : {}) };
  return { total: page.found ? Math.max(TOTAL_BOUND, page.offset + page.found) : TOTAL_BOUND, kind: 'bounded' };
}

type Counted = { total: number } & Record<string, string | null>;

async function count(db: Db, statement: Statement): Promise<Counted> {
  const { text, values } = statement;
  const [row] = await db.query<Counted>(text, values);
  return row!;
}

/** Whoever turns the pages of a long list asks its total each time. */
const totals = defineKept<Counted>(
  {
    name: 'totals',
    holds: `that a list has more than ${TOTAL_BOUND} rows`,
    key: 'hash of the statement that counts, hash of its values',
    ends: 'after 5 s, or when this process writes',
    bytes: 1 * MIB,
  },
  { ms: 5_000, worth: ({ total }) => total > TOTAL_BOUND, weigh: () => 100 },
);

/** That there are more than TOTAL_BOUND rows is believed for a moment: `bounded` says so. What is exact is counted each time. */
function countBounded(db: Db, statement: Statement): Promise<Counted> {
  const values = hashed(JSON.stringify(statement.values));
  const ask = () => count(db, statement);
  return values === null ? ask() : totals.of(db).read(`${digest(statement.text)} ${values}`, ask);
}
