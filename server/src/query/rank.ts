import { ASKER } from './asker.ts';
import type { Gate } from './gate.ts';
import { rankOfRow } from './keyword.ts';
import { createNames, type Names } from './names.ts';
import { carriedName, type OrderBy, orderClause, orderColumns, orderOf } from './order.ts';
import { askedOf, type Reading, rowsOf } from './reading.ts';
import { source } from './source.ts';
import { and, bound, joined, type Sql, sql, whole } from './sql.ts';

/** A search of one table among many: its best rows. */
export interface FindPlan extends Reading {
  readonly key_word: string;
  readonly limit: number;
  readonly offset?: number;
}
interface Ranked {
  rows: Sql;
  order: readonly OrderBy[];
  whole: true;
}

/** Of a table the newest rows that are read before its index of pairs is asked; where so many of them match, those are ranked and no others. */
const READ = 2_000;
const ENOUGH = 40;
/** Of who sees his departments' rows, so many of these in all. */
const READ_OF_HIS = 1_000;
/** Departments whose rows are read by themselves: of more, the newest of the table are some of theirs. */
const FEW = 32;

/** A page of one table for who picks a record of it: what begins with the word comes first, and of what is equally well the table's order decides. */
export const pickBest = (plan: FindPlan): Ranked => ranked(plan, (names) => orderOf(plan.filters.sort, plan, names));

/**
 * Rows by how well their name is what is looked for, then the newest. A word that stands in one of fifty of the newest rows is ranked among
 * those: the index would gather all that there are (docs/decisions/045). Every other is found by the index, whole.
 */
export const pickRanked = (plan: FindPlan): Ranked =>
  ranked(plan, () => [{ value: sql`t.id`, type: 'bigint', descending: true, filled: true, served: false }]);

function ranked(plan: FindPlan, behind: (names: Names) => readonly OrderBy[]): Ranked {
  const names = createNames(plan.reader, plan.gate);
  const rank: OrderBy = { value: rankOfRow(plan, names), type: 'numeric', descending: false, filled: true, served: false };
  const order = [rank, ...behind(names)];
  const { limit, offset = 0 } = plan;
  const end = bound(limit + offset, 'bigint');
  const cut = offset === 0 ? sql`limit ${end}` : sql`limit ${bound(limit, 'bigint')} offset ${bound(offset, 'bigint')}`;
  const columns = joined([sql`t.*`, ...orderColumns(order)], ', ');
  const best = (from: Sql, where: Sql, until = sql`limit ${end}`): Sql =>
    sql`select ${columns} from ${from} ${names.joins()} where ${where} ${orderClause(order)} ${until}`;
  const table = source(plan.gate.table, 't');
  const ground = plan.gate.ground('t');
  if (!ground) return { rows: best(table, rowsOf(plan, names), cut), order, whole: true };
  const asked = and(...askedOf(plan, names, 'reading all'));
  const steps = stepsOf(plan, { columns, joins: names.joins(), asked, ground });
  const far = best(table, and(rowsOf(plan, names), sql`not ${steps.enough}`));
  const both = sql`((select * from ${steps.found}) union all (${far})) b`;
  return { rows: sql`with ${steps.first} select * from ${both} ${orderClause(order, 'b')} ${cut}`, order, whole: true };
}

interface Parts {
  columns: Sql;
  joins: Sql;
  /** what is looked for */
  asked: Sql;
  ground: Sql;
}
/** What is read before the index of pairs is asked. */
interface Steps {
  first: Sql;
  /** rows of it */
  found: Sql;
  /** whether these are enough */
  enough: Sql;
}

const newest = (gate: Gate, where: Sql, most: Sql): Sql =>
  sql`select t.* from ${source(gate.table, 't')} where ${where} order by t.id desc limit ${most}`;
const read = whole(READ);
const count = (of: Sql): Sql => sql`(select count(*) from ${of})`;
const many = (of: Sql): Sql => sql`${count(of)} >= ${whole(ENOUGH)}`;

/** The newest rows of the table, of them those that the reader may see. */
function stepsOf({ gate }: FindPlan, parts: Parts): Steps {
  const department = gate.department('t');
  if (department) return stepsIn(gate, department, parts);
  const { columns, joins, asked, ground } = parts;
  const from = sql`(${newest(gate, ground, read)}) t ${joins}`;
  const enough = sql`(${many(sql`near`)})`;
  return {
    first: sql`near as materialized (select ${columns} from ${from} where ${and(gate.rows('t'), asked)})`,
    found: sql`near where ${enough}`,
    enough,
  };
}

/**
 * Of who sees his departments' rows few are among the table's newest. Where a word stands in many of these, and too few are his, the newest of each
 * of his departments are read: where that is every one of them, no other way is gone. A rare word is found by the index at once.
 */
function stepsIn(gate: Gate, department: Sql, { columns, joins, asked, ground }: Parts): Steps {
  const each = sql`greatest(${whole(READ_OF_HIS)} / greatest(cardinality(${ASKER.departments}), 1), ${whole(ENOUGH)})`;
  const few = sql`cardinality(${ASKER.departments}) <= ${whole(FEW)}`;
  const goes = sql`(${few} and ${many(sql`word`)} and not ${many(sql`near`)})`;
  const own = newest(gate, and(ground, sql`${department} = u.id`), each);
  const units = sql`unnest(${ASKER.departments}) u (id)`;
  const walk = sql`(select t.* from ${units} cross join lateral (${own}) t where ${goes}) t`;
  const all = sql`(${goes} and not exists (select from ${units} where ${count(sql`(${own}) w`)} >= ${each}))`;
  const enough = sql`(${many(sql`near`)} or ${many(sql`his`)} or ${all})`;
  const rows = gate.rows('t');
  const steps = [
    sql`word as materialized (select t.* from (${newest(gate, ground, read)}) t ${joins} where ${asked})`,
    sql`near as materialized (select ${columns} from word t ${joins} where ${rows})`,
    sql`his as materialized (select ${columns} from ${walk} ${joins} where ${and(rows, asked)})`,
  ];
  const both = sql`(select * from near union all select * from his h where not exists (select from near n where n.id = h.id)) f`;
  return { first: joined(steps, ', '), found: sql`${both} where ${enough}`, enough };
}

/** The column that carries how well the name is what is looked for. */
export const RANK = carriedName(0);
