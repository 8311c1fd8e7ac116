import { merged } from '#protocol/rules/report/where.ts';
import type { Asker } from '../asker.ts';
import { compileFilters } from '../filters.ts';
import { createNames, type Names } from '../names.ts';
import { rowsOf } from '../reading.ts';
import { relation, source } from '../source.ts';
import { aliasName, and, bound, column, compile, joined, NONE, name, type Sql, type Statement, sql } from '../sql.ts';
import { attrName, attrOf } from './attr.ts';
import { ofNode } from './branches.ts';
import { joinsOf, type KeyOf, keyName, keyOf, orderedBy, placed } from './keys.ts';
import { type Balance, balanceOf } from './last.ts';
import type { PlanMeasure, ReportLeg } from './leg.ts';
import { type Counting, filterOf, summed } from './summary.ts';

/** What stands across of a pivot: how many of the targets, the last ones, and which levels of them. */
export interface Across {
  readonly width: number;
  readonly levels: readonly number[];
}

/** A report as it is counted: its legs laid beside each other, at each of the levels (how many targets from the first; 0 is the total). */
export interface ReportPlan {
  readonly kind: 'report';
  readonly legs: readonly ReportLeg[];
  readonly levels: readonly number[];
  /** each level of lines is counted at each of its levels */
  readonly across?: Across;
  readonly limit: number;
}

/** Columns of what is counted: rank, name and English name of the nth target, the nth figure; whether the nth leg has rows there. */
export const rankName = (at: number): string => `o${at + 1}`;
export const nameName = (at: number): string => `n${at + 1}`;
export const englishName = (at: number): string => `e${at + 1}`;
export const figureName = (at: number): string => `m${at + 1}`;
export const legName = (at: number): string => `l${at + 1}`;
/** Of a tree, the node above that of the first target. */
export const UP = 'up';

/**
 * All lines of a report by one statement that only counts: each level is counted from the rows themselves, by grouping sets, none from another.
 * Column `depth` says of which level a line is, `across` of which level of columns; keys beyond it are null. Rows, names and hidden fields are those
 * of a list. No leg is joined with another, which would count a row as often as the other has rows: each is grouped alone, and has one line at most
 * under each key.
 */
export function compileReport(plan: ReportPlan, asker: Asker): Statement {
  const legs = plan.legs.map((leg, at) => legOf(leg, at, plan));
  const { keys } = legs[0]!;
  const trees = keys.flatMap(({ tree }) => (tree ? [tree.rows] : []));
  const measures = plan.legs.flatMap((leg) => leg.measures).sort((a, b) => a.at - b.at);
  const beside = laidBeside(plan, measures, keys.length);
  return compile(
    sql`with ${list([...trees, ...legs.flatMap(({ parts }) => parts)])}, u as (${beside}) ${told(keys, measures, plan)}`,
    asker,
  );
}

/** `r1` the rows of a leg with what is read of each, `g1` what they come to at each level. */
function legOf(leg: ReportLeg, at: number, plan: ReportPlan): { keys: readonly KeyOf[]; parts: readonly Sql[] } {
  const names = createNames(leg.reader, leg.gate);
  const keys = leg.targets.map((target, nth) => keyOf(target, names, leg, nth));
  const balance = balanceOf(leg, keys, names);
  const counting = summed(leg, keys, names, balance) ?? counted(leg, names, balance);
  const columns = [
    ...keys.map(({ value }, nth) => sql`${value} as ${name(keyName(nth))}`),
    ...counting.columns.map(([own, value]) => sql`${value} as ${name(own)}`),
  ];
  const rows = sql`select ${list([sql`true as there`, ...columns])} from ${counting.from} ${names.joins()} ${joinsOf(keys)} where ${counting.where}`;
  const figures = counting.figures.map((figure, nth) => sql`${figure} as ${name(figureName(leg.measures[nth]!.at))}`);
  const own = keys.map((_, nth) => name(keyName(nth)));
  const [r, g] = [aliasName(`r${at + 1}`), aliasName(`g${at + 1}`)];
  const grouped = isOfTree(leg)
    ? inNodes(keys[0]!, r, figures, counting)
    : sql`select ${list([...depthsOf(own, plan), ...own, ...figures])} from ${r} ${sets(own, plan)} ${thereOf(own, counting)}`;
  return { keys, parts: [sql`${r} as (${rows})`, sql`${g} as (${grouped})`] };
}

const thereOf = (own: readonly Sql[], { there }: Counting): Sql =>
  own.length > 0 && there ? sql`having ${there} or ${depthOf(own)} = 0` : NONE;

const isOfTree = ({ targets: [first] }: ReportLeg): boolean => first?.type === 'TREE';

/** Of a tree the total, and each node with the one above it: a row is counted once with each node above its own, with that one, and with that one alone. */
function inNodes(key: KeyOf, rows: Sql, figures: readonly Sql[], { there }: Counting): Sql {
  const own = name(keyName(0));
  const total = sql`select ${list([sql`0 as depth`, sql`null::bigint as ${own}`, sql`null::bigint as ${name(UP)}`, ...figures])} from ${rows}`;
  const { value, up, join } = key.tree ? placed(key.tree, 0, own) : { value: own, up: sql`null::bigint`, join: NONE };
  const nodes = sql`select ${list([sql`1 as depth`, sql`${value} as ${own}`, sql`${up} as ${name(UP)}`, ...figures])} from ${rows} ${join}`;
  return sql`${total} union all ${nodes} group by ${value}, ${up} ${there ? sql`having ${there}` : NONE}`;
}

/** The legs under each other, what another leg counts empty, then one line for each key: max() has one value at most to take. */
function laidBeside({ legs, across }: ReportPlan, measures: readonly PlanMeasure[], width: number): Sql {
  const own = [...Array.from({ length: width }, (_, nth) => keyName(nth)), ...(legs.some(isOfTree) ? [UP] : [])];
  const keys = [sql`depth`, ...(across ? [sql`across`] : []), ...own.map(name)];
  if (legs.length === 1)
    return sql`select ${list([...keys, ...measures.map(({ at }) => name(figureName(at))), sql`true as ${name(legName(0))}`])} from g1`;
  const under = legs.map((leg, at) => {
    const figures = measures.map((measure) => {
      const own = name(figureName(measure.at));
      return leg.measures.includes(measure) ? own : isWhole(measure) ? sql`null::bigint as ${own}` : sql`null::text as ${own}`;
    });
    const flags = legs.map((_, nth) => (nth === at ? sql`true as ${name(legName(nth))}` : sql`null::boolean as ${name(legName(nth))}`));
    return sql`select ${list([...keys, ...figures, ...flags])} from ${aliasName(`g${at + 1}`)}`;
  });
  const figures = measures.map(({ at }) => sql`max(${name(figureName(at))}) as ${name(figureName(at))}`);
  const flags = legs.map((_, nth) => sql`bool_or(${name(legName(nth))}) as ${name(legName(nth))}`);
  return sql`select ${list([...keys, ...figures, ...flags])} from (${joined(under, ' union all ')}) a group by ${list(keys)}`;
}

const isWhole = ({ of }: PlanMeasure): boolean => of === 'count' || of === 'distinct';

const list = (columns: readonly Sql[]): Sql => joined(columns, ', ');

/** How many keys a line has: each is either grouped by, or not. */
const depthOf = (own: readonly Sql[]): Sql => (own.length === 0 ? sql`0` : sql`(${joinedBy(own.map((key) => sql`1 - grouping(${key})`))})`);
const joinedBy = (parts: readonly Sql[]): Sql => parts.slice(1).reduce((all, one) => sql`${all} + ${one}`, parts[0]!);

/** Of lines and, in a pivot, of columns. */
function depthsOf(own: readonly Sql[], { across }: ReportPlan): readonly Sql[] {
  const rows = own.length - (across?.width ?? 0);
  return [sql`${depthOf(own.slice(0, rows))} as depth`, ...(across ? [sql`${depthOf(own.slice(rows))} as across`] : [])];
}

function sets(own: readonly Sql[], { levels, across }: ReportPlan): Sql {
  if (own.length === 0) return sql`group by ()`;
  const rows = own.length - (across?.width ?? 0);
  const all = levels.flatMap((level) =>
    (across?.levels ?? [0]).map((beside) => sql`(${list([...own.slice(0, level), ...own.slice(rows, rows + beside)])})`),
  );
  return sql`group by grouping sets (${list(all)})`;
}

/** Rows read one by one. */
function counted(leg: ReportLeg, names: Names, balance: Balance | undefined): Counting {
  const measures = leg.measures.map((measure) => countedOf(measure, leg, names, balance));
  return {
    ...{ from: source(leg.gate.table, 't', leg.asOf), where: rowsOf(leg, names) },
    ...{ columns: [...measures, ...(balance ? [balance] : [])].flatMap(({ columns }) => columns) },
    figures: measures.map(({ figure }) => figure),
  };
}

/** What a figure reads of each row, and how it is counted. */
function countedOf(
  { of, at, path, times, asked, last }: PlanMeasure,
  leg: ReportLeg,
  names: Names,
  balance: Balance | undefined,
): Pick<Counting, 'columns'> & { figure: Sql } {
  const value = name(`v${at + 1}`);
  const columns: Counting['columns'] = [
    ...(path === undefined ? [] : [[`v${at + 1}`, readOf(path, times, names)] as const]),
    ...(asked.length === 0 ? [] : [[`w${at + 1}`, compileFilters({ fields: merged(asked) }, names, leg)] as const]),
  ];
  const count = (also?: Sql): Sql => {
    const only = filterOf([...(asked.length === 0 ? [] : [name(`w${at + 1}`)]), ...(also ? [also] : [])]);
    if (of === 'count') return sql`count(*) ${only}`;
    if (of === 'distinct') return sql`count(distinct ${value}) ${only}`;
    return sql`(${AGGREGATES[of](value)} ${only})::text`;
  };
  return { columns, figure: last && balance ? balance.figure(count) : count() };
}

/** A value of a row, or what it comes to by another one of it: exact, however long. */
function readOf(path: string, times: string | undefined, names: Names): Sql {
  const value = names.value(path).sql;
  return times === undefined ? value : sql`((${value})::numeric * (${names.value(times).sql})::numeric)`;
}

const AGGREGATES: Readonly<Record<'sum' | 'min' | 'max', (value: Sql) => Sql>> = {
  sum: (value) => sql`sum(${value})`,
  min: (value) => sql`min(${value})`,
  max: (value) => sql`max(${value})`,
};

/** The lines with the names of their keys, each through its gate, and where each key stands in its order. */
function told(keys: readonly KeyOf[], measures: readonly PlanMeasure[], plan: ReportPlan): Sql {
  const parts = keys.map((key, at) => toldOf(key, at, plan.legs[0]!));
  const figures = measures.map(({ at }) => column('u', figureName(at)));
  const flags = plan.legs.map((_, at) => column('u', legName(at)));
  const columns = [
    sql`u.depth`,
    ...(plan.across ? [sql`u.across`] : []),
    ...parts.flatMap(({ columns: own }) => own),
    ...figures,
    ...flags,
    ...(plan.legs.some(isOfTree) ? [column('u', UP)] : []),
  ];
  const joins = parts.flatMap(({ join }) => join ?? []);
  return sql`select ${list(columns)} from u ${joined(joins, ' ')} limit ${bound(plan.limit, 'bigint')}`;
}

function toldOf(key: KeyOf, at: number, { reader, locale }: ReportLeg): { columns: readonly Sql[]; join?: Sql } {
  const own = column('u', keyName(at));
  const alias = nameName(at);
  const named = key.names ? column(alias, 'key_name') : sql`null::text`;
  const english = key.names?.english?.(alias) ?? sql`null::text`;
  const shown = key.target.type === 'DATE' ? sql`to_char(${own}, 'YYYY-MM-DD')` : own;
  const columns = [
    sql`${shown} as ${name(keyName(at))}`,
    sql`dense_rank() over (order by ${list(orderedBy(key, own, alias, locale))}) as ${name(rankName(at))}`,
    sql`${named} as ${name(nameName(at))}`,
    sql`${english} as ${name(englishName(at))}`,
  ];
  if (!key.names) return { columns };
  const id = key.tree ? ofNode(own) : own;
  const on = and(sql`${column(alias, 'id')} = ${id}`, key.names.rows(alias));
  const join = sql`left join ${relation(key.names.table)} ${aliasName(alias)} on ${on}`;
  const attr = attrOf(key, reader, id, at);
  if (!attr) return { columns, join };
  return { columns: [...columns, sql`${attr.value} as ${name(attrName(at))}`], join: sql`${join} ${attr.join}` };
}
