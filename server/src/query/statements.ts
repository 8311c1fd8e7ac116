import { Refusal } from '#protocol/codes.ts';
import type { Filters } from '#protocol/wire/filters.ts';
import type { Catalogue, ResolvedField } from '#server/meta/catalogue.ts';
import { compileBelong } from './belong.ts';
import { selectField } from './columns.ts';
import { compileFilters } from './filters.ts';
import type { Gate, Reader } from './gate.ts';
import { compileKeyword } from './keyword.ts';
import { createNames, type Names, seen, type Value } from './names.ts';
import { orderClause, orderColumns, orderOf } from './order.ts';
import { type Place, places, rowOf, sameRow, source } from './source.ts';
import { and, type Bound, bound, column, compile, joined, NONE, name, type Sql, type Statement, sql } from './sql.ts';

/** What is read: frozen, whole, and all that a statement depends on. */
export interface Reading {
  readonly catalogue: Catalogue;
  readonly reader: Reader;
  readonly gate: Gate;
  readonly filters: Filters;
  /** instant of the past at which to read */
  readonly asOf?: Bound;
  /** a further condition of the engine on alias t, such as the parent of a sub-table's rows */
  readonly only?: Sql;
}
/** What comes back of a row: fields, and answers to conditions by name, such as whether it may be changed. */
export interface Shown {
  readonly fields: readonly ResolvedField[];
  readonly flags?: Readonly<Record<string, Sql>>;
}
export interface PagePlan extends Reading, Shown {
  readonly kind: 'page';
  readonly limit: number;
  readonly offset: number;
}
export interface TotalPlan extends Reading {
  readonly kind: 'total';
  /** count no further than this; absent: exactly */
  readonly bound?: number;
  readonly sums: readonly string[];
}
export interface GroupPlan extends Reading {
  readonly kind: 'group';
  readonly field: string;
}
export interface RecordPlan extends Reading, Shown {
  readonly kind: 'record';
  readonly id: number;
}

/** Everything that bounds the rows: rights first, then what was asked. */
function rowsOf(plan: Reading, names: Names): Sql {
  const { gate, reader, filters, catalogue } = plan;
  return and(
    gate.rows('t'),
    ...(plan.only ? [plan.only] : []),
    compileFilters(filters, names, reader),
    compileKeyword(filters.key_word, gate, names, catalogue),
    compileBelong(filters.belong_id, gate, names, reader, catalogue),
  );
}

/**
 * One page. The inner select finds the page's ids in order, narrow enough for an index alone; the outer one fetches the rows and
 * the names for just those, so that a deep page costs no wide rows.
 */
export function compilePage(plan: PagePlan): Statement {
  const { reader, gate, asOf } = plan;
  const shown = createNames(reader, gate);
  const columns = joined(columnsOf(plan, shown), ', ');
  const rows = asOf
    ? sql`(${pickedOf(plan)}) p ${rowOf(gate.table, reader, 't', 'p')}`
    : sql`(${pickedOf(plan)}) p join ${source(gate.table, 't')} on ${sameRow(gate.table, reader, 't', 'p')}`;
  return compile(sql`select ${columns} from ${rows} ${shown.joins()} ${orderClause(orderOf(plan.filters.sort, gate, shown), 'p')}`);
}

/**
 * The ids of one page with what they are sorted by. As of an instant, live rows and closed versions are each found in order and
 * cut off where the page ends, then merged: neither is read to its end.
 */
function pickedOf(plan: PagePlan): Sql {
  const { reader, gate, asOf, limit, offset } = plan;
  const names = createNames(reader, gate);
  const where = rowsOf(plan, names);
  const order = orderOf(plan.filters.sort, gate, names);
  const keys = joined([sql`t.id`, ...orderColumns(order)], ', ');
  const bounds = sql`limit ${bound(limit, 'bigint')} offset ${bound(offset, 'bigint')}`;
  const [live, closed] = places(gate.table, 't', asOf);
  const found = (place: Place, more: Sql) =>
    sql`select ${keys}${more} from ${place.from} ${names.joins()} where ${and(where, place.where)} ${orderClause(order)}`;
  if (!closed) return sql`${found(live!, NONE)} ${bounds}`;
  const end = bound(offset + limit, 'bigint');
  const branch = (place: Place) => sql`(${found(place, sql`, ${place.version} as v`)} limit ${end})`;
  return sql`select * from (${branch(live!)} union all ${branch(closed)}) b ${orderClause(order, 'b')} ${bounds}`;
}

function columnsOf({ fields, flags, gate, reader }: Reading & Shown, names: Names): Sql[] {
  const values = fields.flatMap((field) => selectField(field, names, gate, reader));
  return [...values, ...Object.entries(flags ?? {}).map(([as, condition]) => sql`${condition} as ${name(as)}`)];
}

/** How many rows, up to a bound or exactly, and sums over all of them. Columns: total, then each sum by its field's name. */
export function compileTotal(plan: TotalPlan): Statement {
  const names = createNames(plan.reader, plan.gate);
  const where = rowsOf(plan, names);
  if (plan.bound !== undefined) return compile(sql`select count(*) as total from (${countedTo(plan, plan.bound, where, names)}) c`);
  const sums = plan.sums.map((field) => sql`sum(${names.value(field).sql})::text as ${name(field)}`);
  const from = sql`from ${source(plan.gate.table, 't', plan.asOf)} ${names.joins()} where ${where}`;
  return compile(sql`select ${joined([sql`count(*) as total`, ...sums], ', ')} ${from}`);
}

/** A row for each that counts, from each place no more than the bound. */
function countedTo({ gate, asOf }: Reading, most: number, where: Sql, names: Names): Sql {
  const end = bound(most, 'bigint');
  const counted = places(gate.table, 't', asOf).map(
    (place) => sql`select 1 from ${place.from} ${names.joins()} where ${and(where, place.where)} limit ${end}`,
  );
  if (counted.length === 1) return counted[0]!;
  return sql`select 1 from (${joined(
    counted.map((one) => sql`(${one})`),
    ' union all ',
  )}) b limit ${end}`;
}

/** Counts by a select, radio or entity field: columns id, key_name (of an entity), there, num. */
export function compileGroup(plan: GroupPlan): Statement {
  const names = createNames(plan.reader, plan.gate);
  const value = names.value(plan.field);
  if (!['select', 'radio', 'entity'].includes(value.field.def.data_type) || plan.field.includes('.')) throw new Refusal(317);
  const where = rowsOf(plan, names);
  const keys = groupKeys(value, names);
  const from = sql`from ${source(plan.gate.table, 't', plan.asOf)} ${names.joins()} where ${where}`;
  return compile(sql`select ${keys}, count(*) as num ${from} group by 1, 2, 3 order by num desc, 1 limit 1000`);
}

function groupKeys(value: Value, names: Names): Sql {
  const key = value.entityName ? value.entityName() : sql`null::text`;
  return sql`${value.sql} as id, ${key} as key_name, ${names.raw(value.field)} is not null as there`;
}

/** One record of the gate, whatever its order. */
export function compileRecord(plan: RecordPlan): Statement {
  const names = createNames(plan.reader, plan.gate);
  const columns = columnsOf(plan, names);
  const where = and(sql`${column('t', 'id')} = ${bound(plan.id, 'bigint')}`, plan.gate.rows('t'), ...(plan.only ? [plan.only] : []));
  const from = source(plan.gate.table, 't', plan.asOf);
  return compile(sql`select ${joined(columns, ', ')} from ${from} ${names.joins()} where ${where}`);
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
