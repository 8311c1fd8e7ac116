import { Refusal } from '#protocol/codes.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import { selectField } from './columns.ts';
import type { Gate } from './gate.ts';
import { createNames, type Names, seen, type Value } from './names.ts';
import { orderClause } from './order.ts';
import { pickCounted, pickPage } from './pick.ts';
import type { Position } from './position.ts';
import { type Reading, rowsOf } from './reading.ts';
import { rowOf, sameRow, source } from './source.ts';
import { and, bound, column, compile, joined, name, prepare, type Sql, type Statement, sql } from './sql.ts';

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
export interface GroupPlan extends Reading {
  readonly kind: 'group';
  readonly field: string;
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
 * One page. The inner select finds the page's ids in order, narrow enough for an index alone; the outer one fetches the rows and
 * the names for just those, so that a deep page costs no wide rows.
 */
export function compilePage(plan: PagePlan): Statement {
  const { reader, gate, asOf } = plan;
  const picked = pickPage(plan);
  const shown = createNames(reader, gate);
  const told = [
    ...(picked.counted ? [sql`${column('p', 'n')} as ${name(COUNTED)}`] : []),
    ...(plan.placed ? picked.order.map((_, at) => sql`${column('p', `o${at + 1}`)}::text as ${name(placeName(at))}`) : []),
  ];
  const columns = joined([...columnsOf(plan, shown), ...told], ', ');
  const rows = asOf
    ? sql`(${picked.rows}) p ${rowOf(gate.table, reader, 't', 'p')}`
    : sql`(${picked.rows}) p join ${source(gate.table, 't')} on ${sameRow(gate.table, reader, 't', 'p')}`;
  return compile(sql`select ${columns} from ${rows} ${shown.joins()} ${orderClause(picked.order, 'p')}`);
}

function columnsOf({ fields, flags, gate, reader }: Reading & Shown, names: Names): Sql[] {
  const values = fields.flatMap((field) => selectField(field, names, gate, reader));
  return [...values, ...Object.entries(flags ?? {}).map(([as, condition]) => sql`${condition} as ${name(as)}`)];
}

/** How many rows, up to a bound or exactly, and sums over all of them. Columns: total, then each sum by its field's name. */
export function compileTotal(plan: TotalPlan): Statement {
  if (plan.bound !== undefined) return compile(sql`select count(*) as total from (${pickCounted(plan, plan.bound)}) c`);
  const names = createNames(plan.reader, plan.gate);
  const where = rowsOf(plan, names);
  const sums = plan.sums.map((field) => sql`sum(${names.value(field).sql})::text as ${name(field)}`);
  const from = sql`from ${source(plan.gate.table, 't', plan.asOf)} ${names.joins()} where ${where}`;
  return compile(sql`select ${joined([sql`count(*) as total`, ...sums], ', ')} ${from}`);
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

/** One record of the gate, whatever its order: put together once, asked for any id. */
export function prepareRecord(plan: RecordPlan): (id: number) => Statement {
  const names = createNames(plan.reader, plan.gate);
  const columns = columnsOf(plan, names);
  const id = bound(null, 'bigint');
  const where = and(sql`${column('t', 'id')} = ${id}`, plan.gate.rows('t'), ...(plan.only ? [plan.only] : []));
  const from = source(plan.gate.table, 't', plan.asOf);
  const statement = prepare(sql`select ${joined(columns, ', ')} from ${from} ${names.joins()} where ${where}`);
  return (wanted) => statement(new Map([[id, wanted]]));
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
