import type { ReportMeasureDef } from '#protocol/meta/report.ts';
import { type Asked, merged } from '#protocol/rules/report/where.ts';
import type { Asker } from '../asker.ts';
import { compileFilters } from '../filters.ts';
import { createNames, type Names } from '../names.ts';
import { type Reading, rowsOf } from '../reading.ts';
import { relation, source } from '../source.ts';
import { aliasName, and, bound, column, compile, joined, NONE, name, type Sql, type Statement, sql } from '../sql.ts';
import { type KeyOf, keyOf, orderedBy, type PlanTarget } from './keys.ts';

export interface PlanMeasure {
  readonly of: NonNullable<ReportMeasureDef['of']>;
  readonly path?: string;
  /** of the rows those that it counts */
  readonly asked: readonly Asked[];
}

/** A report as it is counted: of these rows, by these targets, at each of the levels (how many targets from the first; 0 is the total). */
export interface ReportPlan extends Reading {
  readonly kind: 'report';
  readonly targets: readonly PlanTarget[];
  readonly levels: readonly number[];
  readonly measures: readonly PlanMeasure[];
  readonly limit: number;
}

/** Columns of what is counted: key, rank, name and English name of the nth target, the nth figure. */
export const keyName = (at: number): string => `k${at + 1}`;
export const rankName = (at: number): string => `o${at + 1}`;
export const nameName = (at: number): string => `n${at + 1}`;
export const englishName = (at: number): string => `e${at + 1}`;
export const figureName = (at: number): string => `m${at + 1}`;

/**
 * All lines of a report by one statement that only counts: each level is counted from the rows themselves, by grouping sets, none from another.
 * Column `depth` says of which level a line is; keys beyond it are null. Rows, names and hidden fields are those of a list.
 */
export function compileReport(plan: ReportPlan, asker: Asker): Statement {
  const names = createNames(plan.reader, plan.gate);
  const keys = plan.targets.map((target) => keyOf(target, names, plan.reader));
  const counted = plan.measures.map((measure, at) => countedOf(measure, at, plan, names));
  const where = rowsOf(plan, names);
  const columns = [
    sql`true as there`,
    ...keys.map(({ value }, at) => sql`${value} as ${name(keyName(at))}`),
    ...counted.flatMap(({ columns: own }) => own),
  ];
  const rows = sql`select ${list(columns)} from ${source(plan.gate.table, 't', plan.asOf)} ${names.joins()} where ${where}`;
  const figures = counted.map(({ figure }, at) => sql`${figure} as ${name(figureName(at))}`);
  const own = keys.map((_, at) => name(keyName(at)));
  const grouped = sql`select ${list([depthOf(own), ...own, ...figures])} from r ${sets(own, plan.levels)}`;
  return compile(sql`with r as (${rows}), u as (${grouped}) ${told(keys, plan)}`, asker);
}

const list = (columns: readonly Sql[]): Sql => joined(columns, ', ');

/** How many keys a line has: each is either grouped by, or not. */
const depthOf = (own: readonly Sql[]): Sql =>
  own.length === 0 ? sql`0 as depth` : sql`(${joinedBy(own.map((key) => sql`1 - grouping(${key})`))}) as depth`;
const joinedBy = (parts: readonly Sql[]): Sql => parts.slice(1).reduce((all, one) => sql`${all} + ${one}`, parts[0]!);

const sets = (own: readonly Sql[], levels: readonly number[]): Sql =>
  own.length === 0 ? NONE : sql`group by grouping sets (${list(levels.map((level) => sql`(${list(own.slice(0, level))})`))})`;

/** What a figure reads of each row, and how it is counted. */
function countedOf({ of, path, asked }: PlanMeasure, at: number, plan: ReportPlan, names: Names): { columns: readonly Sql[]; figure: Sql } {
  const value = name(`v${at + 1}`);
  const condition = name(`w${at + 1}`);
  const columns = [
    ...(path === undefined ? [] : [sql`${names.value(path).sql} as ${value}`]),
    ...(asked.length === 0 ? [] : [sql`${compileFilters({ fields: merged(asked) }, names, plan)} as ${condition}`]),
  ];
  const only = asked.length === 0 ? NONE : sql`filter (where ${condition})`;
  if (of === 'count') return { columns, figure: sql`count(*) ${only}` };
  if (of === 'distinct') return { columns, figure: sql`count(distinct ${value}) ${only}` };
  return { columns, figure: sql`(${AGGREGATES[of](value)} ${only})::text` };
}

const AGGREGATES: Readonly<Record<'sum' | 'min' | 'max', (value: Sql) => Sql>> = {
  sum: (value) => sql`sum(${value})`,
  min: (value) => sql`min(${value})`,
  max: (value) => sql`max(${value})`,
};

/** The lines with the names of their keys, each through its gate, and where each key stands in its order. */
function told(keys: readonly KeyOf[], plan: ReportPlan): Sql {
  const parts = keys.map((key, at) => toldOf(key, at));
  const figures = plan.measures.map((_, at) => column('u', figureName(at)));
  const columns = [sql`u.depth`, ...parts.flatMap(({ columns: own }) => own), ...figures];
  const joins = parts.flatMap(({ join }) => join ?? []);
  return sql`select ${list(columns)} from u ${joined(joins, ' ')} limit ${bound(plan.limit, 'bigint')}`;
}

function toldOf(key: KeyOf, at: number): { columns: readonly Sql[]; join?: Sql } {
  const own = column('u', keyName(at));
  const alias = nameName(at);
  const named = key.names ? column(alias, 'key_name') : sql`null::text`;
  const english = key.names?.english?.(alias) ?? sql`null::text`;
  const shown = key.target.type === 'DATE' ? sql`to_char(${own}, 'YYYY-MM-DD')` : own;
  const columns = [
    sql`${shown} as ${name(keyName(at))}`,
    sql`dense_rank() over (order by ${list(orderedBy(key, own, named))}) as ${name(rankName(at))}`,
    sql`${named} as ${name(nameName(at))}`,
    sql`${english} as ${name(englishName(at))}`,
  ];
  if (!key.names) return { columns };
  const on = and(sql`${column(alias, 'id')} = ${own}`, key.names.rows(alias));
  return { columns, join: sql`left join ${relation(key.names.table)} ${aliasName(alias)} on ${on}` };
}
