import type { Asker } from './asker.ts';
import { byName, pinyin } from './by-name.ts';
import { type Level, levelBy, TOLD } from './level.ts';
import { createNames, type Names } from './names.ts';
import { type Reading, rowsOf } from './reading.ts';
import { relation, source } from './source.ts';
import { and, bound, column, compile, joined, NONE, name, type Sql, type Statement, sql } from './sql.ts';

/** One level of the groups of a list: those that the filters leave, `within` those above. */
export interface LevelPlan extends Reading {
  readonly kind: 'level';
  /** by what: protocol/meta/grouping.ts */
  readonly by: string;
  /** fields that are added up in each group */
  readonly sums: readonly string[];
  readonly limit: number;
  readonly offset: number;
}

/** Column that carries the nth sum of a group, and that of all groups together. */
export const sumName = (at: number): string => `fw.s${at + 1}`;
export const wholeName = (at: number): string => `fw.t${at + 1}`;

/**
 * A page of groups in the order of their values, what is empty last. Rows are counted by what stands in the column, and only those counts are
 * joined with the names that the reader may see; references that he may not see are one group. Columns: id (text of a day), key_name and
 * key_name_en (of a reference), there, num, the sums, `at`; and, also where the page has no group (`at` null): groups, whole, the sums of all.
 */
export function compileLevel(plan: LevelPlan, asker: Asker): Statement {
  const names = createNames(plan.reader, plan.gate);
  const level = levelBy(plan.by, names);
  const sums = plan.sums.map((_, at) => name(sumName(at)));
  const again = sums.map((one) => sql`sum(${one}) as ${one}`);
  const named = list(sql`id, key_name, key_name_en, there, sum(n)::bigint as num`, ...again);
  const groups = isReference(level)
    ? sql`v as (${visible(plan, level, sums)}), g as (select ${named} from v group by 1, 2, 3, 4)`
    : sql`g as (select ${list(sql`${toldOf(level)} as id, null::text as key_name, null::text as key_name_en, k is not null as there, n as num`, sql`k`, ...sums)} from c)`;
  const all = plan.sums.map((_, at) => sql`sum(${name(sumName(at))})::text as ${name(wholeName(at))}`);
  const whole = list(sql`count(*) as groups, coalesce(sum(num), 0)::bigint as whole`, ...all);
  const own = list(sql`p.id, p.key_name, p.key_name_en, p.there, p.num, p.at`, ...plan.sums.map((_, at) => summed(at)));
  const page = sql`select g.*, row_number() over (${orderOf(level, plan)}) as at from g order by at limit ${bound(plan.limit, 'bigint')} offset ${bound(plan.offset, 'bigint')}`;
  return compile(
    sql`with c as (${counted(plan, level, names)}), ${groups}, w as (select ${whole} from g), p as (${page}) select w.*, ${own} from w left join p on true order by p.at`,
    asker,
  );
}

const list = (...columns: readonly Sql[]): Sql => joined(columns, ', ');
const isReference = ({ field }: Level): boolean => field.def.data_type === 'entity';
const toldOf = ({ unit }: Level): Sql => (unit ? TOLD[unit](sql`k`) : sql`k`);
const summed = (at: number): Sql => sql`${column('p', sumName(at))}::text as ${name(sumName(at))}`;

/** The rows by what stands in the column: nothing is joined but what filters ask for. */
function counted(plan: LevelPlan, { key }: Level, names: Names): Sql {
  const sums = plan.sums.map((field, at) => sql`sum(${names.value(field).sql}) as ${name(sumName(at))}`);
  const where = rowsOf(plan, names);
  return sql`select ${list(sql`${key} as k, count(*) as n`, ...sums)} from ${source(plan.gate.table, 't', plan.asOf)} ${names.joins()} where ${where} group by 1`;
}

/** Of each reference the id and names that the reader may see. */
function visible(plan: LevelPlan, { field }: Level, sums: readonly Sql[]): Sql {
  const target = field.source && plan.reader.names(field.source.table);
  const none = sql`null::text as key_name, null::text as key_name_en, c.k is not null as there, c.n`;
  if (!target) return sql`select ${list(sql`null::bigint as id, ${none}`, ...sums)} from c`;
  const english = target.english?.('e') ?? sql`null::text`;
  const id = target.open ? sql`c.k` : sql`e.id`;
  const told = sql`${id} as id, e.key_name, ${english} as key_name_en, c.k is not null as there, c.n`;
  const on = and(sql`e.id = c.k`, target.rows('e'));
  return sql`select ${list(told, ...sums)} from c left join ${relation(target.table)} e on ${on}`;
}

/** References by the name that is shown, choices as their list has them, days and texts as they are; turned where the rows are sorted so by this field. */
function orderOf(level: Level, plan: LevelPlan): Sql {
  const [sorted] = plan.filters.sort ?? [];
  const turned = sorted?.[0] === level.field.name && sorted[1] === 'desc' ? sql` desc nulls last` : NONE;
  const steps = valuesOf(level, plan).map((value) => sql`${value}${turned}`);
  return sql`order by ${list(sql`g.there desc`, ...steps)}`;
}

function valuesOf(level: Level, { locale }: LevelPlan): Sql[] {
  if (isReference(level)) return [...byName(sql`g.key_name`, sql`g.key_name_en`, locale).map(({ value }) => value), sql`g.id`];
  const { storage, items } = level.field;
  if (storage === 'text') return [pinyin(sql`g.k`), sql`g.k collate "C"`];
  if (!items) return [sql`g.k`];
  const order = bound(
    items.map(({ id }) => id),
    'bigint[]',
  );
  return [sql`array_position(${order}, g.k)`, sql`g.k`];
}
