import { Refusal } from '#protocol/codes.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import type { Asker } from './asker.ts';
import { selectField } from './columns.ts';
import type { Gate } from './gate.ts';
import { columnNamed, createNames, type Names, seen } from './names.ts';
import { carriedName, orderClause } from './order.ts';
import { firstPage, isNear, pickCounted, pickNear, pickPage, upTo } from './pick.ts';
import type { Position } from './position.ts';
import { type FindPlan, pickRanked, RANK } from './rank.ts';
import { type Reading, rowsOf } from './reading.ts';
import { rowOf, sameRow, source } from './source.ts';
import {
  and,
  type Bound,
  bound,
  column,
  compile,
  joined,
  name,
  type Prepared,
  prepare,
  type Sql,
  type Statement,
  sql,
  whole,
} from './sql.ts';

/** What comes back of a row: fields, and answers to conditions by name, such as whether it may be changed. */
export interface Shown {
  readonly fields: readonly ResolvedField[];
  readonly flags?: Readonly<Record<string, Sql>>;
}
export interface PagePlan extends Reading, Shown {
  readonly kind: 'page';
  readonly limit: number;
  readonly offset: number;
  readonly position?: Position;
  /** the rows carry what they are sorted by, so that a later page can begin there */
  readonly placed?: boolean;
}
export interface TotalPlan extends Reading {
  readonly kind: 'total';
  /** count no further than this; absent: exactly */
  readonly bound?: number;
  readonly sums: readonly string[];
}
export interface RecordPlan extends Reading, Shown {
  readonly kind: 'record';
}

/** Column of a page's rows that says how many rows there are in all, where finding the page found that too; no field is called so. */
export const COUNTED = 'fw.counted';

const placeName = (at: number): string => `fw.place${at + 1}`;

/** Where a row of a `placed` page stands in its order. */
export function placeOf(row: Readonly<Record<string, unknown>>): (string | null)[] {
  const values: (string | null)[] = [];
  for (let at = 0; placeName(at) in row; at += 1) values.push(row[placeName(at)] as string | null);
  return values;
}

/**
 * One page. The inner select finds the page's rows in order, the outer one the names for just those. Far from the beginning the
 * inner one is narrow enough for an index alone and the outer one fetches the rows too, so that a deep page costs no wide rows.
 */
export function compilePage(plan: PagePlan, asker: Asker): Statement {
  return isNear(plan) ? preparePage(plan, firstPage(plan))(asker, plan.limit, plan.offset) : compile(pageOf(plan, pickPage(plan)), asker);
}

/** The best rows of one table among many that are searched, with how well their name is what is looked for. */
export function compileFind(plan: FindPlan & Shown, asker: Asker): Statement {
  const picked = pickRanked(plan);
  const flags = { ...plan.flags, [RANKED]: column('t', RANK) };
  return compile(pageOf({ ...plan, flags }, picked), asker);
}

/** Column of rows that were found: 0 its name is what was looked for, 1 begins with it, 2 holds it, 3 it was found elsewhere. */
export const RANKED = 'fw.rank';

/** The pages of a list that are near (query/pick.ts), put together once for any limit and offset; `first` alone for that page. */
export function preparePage(
  plan: Omit<PagePlan, 'limit' | 'offset'>,
  first: number | null = null,
): Prepared<[limit: number, offset: number]> {
  if (first !== null) {
    const only = prepare(pageOf(plan, pickNear(plan, sql`limit ${whole(first)}`)));
    return Object.assign((asker: Asker | undefined) => only(asker), { text: only.text });
  }
  const limit = bound(null, 'bigint');
  const offset = bound(null, 'bigint');
  const statement = prepare(pageOf(plan, pickNear(plan, upTo(limit, offset))));
  const use = (asker: Asker | undefined, most: number, before: number): Statement =>
    statement(
      asker,
      new Map([
        [limit, most],
        [offset, before],
      ]),
    );
  return Object.assign(use, { text: statement.text });
}

type Told = Reading & Shown & { readonly placed?: boolean };

/** Rows that were picked, as their reader sees them, in their order. */
export function pageOf(plan: Told, picked: ReturnType<typeof pickPage>): Sql {
  const { reader, gate, asOf } = plan;
  const shown = createNames(reader, gate);
  const by = picked.whole ? 't' : 'p';
  const told = [
    ...(picked.counted ? [sql`${column('p', 'n')} as ${name(COUNTED)}`] : []),
    ...(plan.placed ? picked.order.map((_, at) => sql`${column(by, carriedName(at))}::text as ${name(placeName(at))}`) : []),
  ];
  const columns = joined([...columnsOf(plan, shown), ...told], ', ');
  const again = asOf ? rowOf(gate.table, 't', 'p') : sql`join ${source(gate.table, 't')} on ${sameRow(gate.table, 't', 'p')}`;
  const rows = picked.whole ? sql`(${picked.rows}) t` : sql`(${picked.rows}) p ${again}`;
  return sql`select ${columns} from ${rows} ${shown.joins()} ${orderClause(picked.order, by)}`;
}

/** What is told of a row under t. */
export function columnsOf({ fields, flags, gate, reader }: Reading & Shown, names: Names): Sql[] {
  const values = fields.flatMap((field) => selectField(field, names, gate, reader));
  return [...values, ...Object.entries(flags ?? {}).map(([as, condition]) => sql`${condition} as ${name(as)}`)];
}

/** How many rows, up to a bound or exactly, and sums over all of them. Columns: total, then each sum by its field's name. */
export function prepareTotal(plan: TotalPlan): Prepared<[]> {
  if (plan.bound !== undefined) return prepare(sql`select count(*) as total from (${pickCounted(plan, plan.bound)}) c`);
  const names = createNames(plan.reader, plan.gate);
  const where = rowsOf(plan, names);
  const sums = plan.sums.map((field) => sql`sum(${names.value(field).sql})::text as ${name(field)}`);
  const from = sql`from ${source(plan.gate.table, 't', plan.asOf)} ${names.joins()} where ${where}`;
  return prepare(sql`select ${joined([sql`count(*) as total`, ...sums], ', ')} ${from}`);
}

export const compileTotal = (plan: TotalPlan, asker: Asker): Statement => prepareTotal(plan)(asker);

/** Rows that belong to a record by a field of theirs, read with it. */
export interface BelowPlan extends Reading, Shown {
  /** the column that carries them, as a JSON list of rows of columns */
  readonly as: string;
  readonly parentField: string;
  /** which of them, by their own values */
  readonly within: Sql;
  readonly limit: number;
}

/** One record of the gate, whatever its order, with what lies below it: put together once, asked for any id. One statement sees one instant. */
export function prepareRecord(plan: RecordPlan, below: readonly BelowPlan[] = []): Prepared<[id: number]> {
  const names = createNames(plan.reader, plan.gate);
  const id = bound(null, 'bigint');
  const columns = [...columnsOf(plan, names), ...below.map((part) => rowsBelow(part, id))];
  const where = and(sql`${column('t', 'id')} = ${id}`, plan.gate.rows('t'), ...(plan.only ? [plan.only] : []));
  const from = source(plan.gate.table, 't', plan.asOf);
  const statement = prepare(sql`select ${joined(columns, ', ')} from ${from} ${names.joins()} where ${where}`);
  return Object.assign((asker: Asker | undefined, wanted: number) => statement(asker, new Map([[id, wanted]])), { text: statement.text });
}

function rowsBelow(plan: BelowPlan, parent: Bound): Sql {
  const only = and(sql`${columnNamed('t', plan.gate.table, plan.parentField)} = ${parent}`, plan.within);
  const rows = pageOf({ ...plan, only }, pickNear({ ...plan, only }, upTo(bound(plan.limit, 'bigint'), bound(0, 'bigint'))));
  return sql`(select json_agg(s) from (${rows}) s) as ${name(plan.as)}`;
}

/** The fields of a comma list, in its order, without repeats. 317 for any name that is none or hidden. */
export function fieldsNamed(gate: Gate, list: string): ResolvedField[] {
  const names = [...new Set(list.split(','))];
  if (names.length > 200) throw new Refusal(341);
  return names.map((one) => {
    const field = seen(gate, one, 't');
    if (field.def.data_type === 'password') throw new Refusal(317);
    return field;
  });
}
