import { Refusal } from '#protocol/codes.ts';
import type { DataType } from '#protocol/meta/data-types.ts';
import { GROUPING, isOfSeveral } from '#protocol/meta/grouping.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import type { Asker } from './asker.ts';
import { type Tree, treeOf } from './belong.ts';
import type { NameGate } from './gate.ts';
import { columnNamed, createNames, type Names } from './names.ts';
import { type Reading, rowsOf } from './reading.ts';
import { inCompany, relation, source } from './source.ts';
import { and, bound, column, compile, type Sql, type Statement, sql } from './sql.ts';

export interface GroupPlan extends Reading {
  readonly kind: 'group';
  readonly field: string;
  /** of a field that refers to a tree: count of each node what is below it, too */
  readonly below?: boolean;
}

/** Groups of one answer at most. */
const MOST_GROUPS = 5000;

/**
 * Counts by the values of a field, most first. Columns: id, key_name and key_name_en (of a reference), there (a value that the reader may not
 * see is there without an id), num, whole (the records of all groups, each once), below where it was asked for and the field refers to a tree.
 */
export function compileGroup(plan: GroupPlan, asker: Asker): Statement {
  const names = createNames(plan.reader, plan.gate);
  const { field } = names.value(plan.field);
  if (!GROUPING.includes(field.def.data_type as DataType) || plan.field.includes('.')) throw new Refusal(317);
  const target = field.source && plan.reader.names(field.source.table);
  const tree = plan.below && target ? treeOf(field, plan.catalogue) : undefined;
  const groups = sql`v as (${valuesOf(plan, field, names, target)}), g as (${GROUPS})`;
  const most = bound(MOST_GROUPS, 'bigint');
  if (!tree || !target) return compile(sql`with ${groups} select * from g order by num desc, id limit ${most}`, asker);
  const above = sql`u(id, top) as (${nodesAbove(tree)}), w as (${isOfSeveral(field.def) ? RECORDS_BELOW : SUMS_BELOW})`;
  return compile(sql`with recursive ${groups}, ${above} ${named(target)} order by below desc, id limit ${most}`, asker);
}

const GROUPS = sql`select id, key_name, key_name_en, there, count(*) as num, (sum(count(*) filter (where first)) over ())::bigint as whole from v group by 1, 2, 3, 4`;
/** A record of one value is below a node once. */
const SUMS_BELOW = sql`select u.top as id, sum(g.num)::bigint as below from u join g on g.id = u.id group by 1`;
const RECORDS_BELOW = sql`select u.top as id, count(distinct v.record) as below from u join v on v.id = u.id group by 1`;

/** Each value of each record; `first` marks the records. */
function valuesOf(plan: GroupPlan, field: ResolvedField, names: Names, target: NameGate | undefined): Sql {
  const where = rowsOf(plan, names);
  const value = isOfSeveral(field.def) ? oneOfSeveral(field, names, target) : theValue(plan.field, names);
  const from = sql`from ${source(plan.gate.table, 't', plan.asOf)} ${names.joins()} where ${where}`;
  return sql`select t.id as record, ${value} ${from}`;
}

function theValue(path: string, names: Names): Sql {
  const value = names.value(path);
  const key = value.entityName ? value.entityName() : sql`null::text`;
  const english = value.englishName?.() ?? sql`null::text`;
  const there = sql`${names.raw(value.field)} is not null`;
  return sql`${value.sql} as id, ${key} as key_name, ${english} as key_name_en, ${there} as there, true as first`;
}

/** A row for each value of a record; one for a record without any. */
function oneOfSeveral(field: ResolvedField, names: Names, target: NameGate | undefined): Sql {
  const each = names.lateral(sql`select e.id, e.n from unnest(${names.raw(field)}) with ordinality e(id, n)`);
  const id = column(each, 'id');
  const marks = sql`${id} is not null as there, coalesce(${column(each, 'n')}, 1) = 1 as first`;
  if (!field.source) return sql`${id} as id, null::text as key_name, null::text as key_name_en, ${marks}`;
  if (!target) return sql`null::bigint as id, null::text as key_name, null::text as key_name_en, ${marks}`;
  const english = target.english?.('e') ?? sql`null::text`;
  const on = and(sql`e.id = ${id}`, target.rows('e'));
  const one = names.lateral(sql`select e.id, e.key_name, ${english} as key_name_en from ${relation(target.table)} e where ${on}`);
  return sql`${column(one, 'id')} as id, ${column(one, 'key_name')} as key_name, ${column(one, 'key_name_en')} as key_name_en, ${marks}`;
}

/** Of each group its own node and all above it; a circle ends. */
function nodesAbove({ table, parent }: Tree): Sql {
  const up = columnNamed('d', table, parent);
  const on = and(inCompany(table, 'd'), sql`d.id = u.top`);
  const own = sql`select id, id from g where id is not null`;
  return sql`${own} union select u.id, ${up} from u join ${relation(table)} d on ${on} where ${up} is not null`;
}

/** The nodes that the reader may name, and what has none. */
function named(target: NameGate): Sql {
  const english = target.english?.('n') ?? sql`null::text`;
  const whole = sql`(select max(whole) from g) as whole`;
  const told = sql`w.id, n.key_name, ${english} as key_name_en, true as there, coalesce(g.num, 0) as num, ${whole}, w.below`;
  const on = and(sql`n.id = w.id`, target.rows('n'));
  const nodes = sql`select ${told} from w left join g on g.id = w.id left join ${relation(target.table)} n on ${on} where n.id is not null or g.id is not null`;
  return sql`select * from (${nodes} union all select id, key_name, key_name_en, there, num, whole, num from g where id is null) a`;
}
