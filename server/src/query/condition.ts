import type { CompareOp, Condition, Term } from '#protocol/rules/condition.ts';
import { addDays, fold } from '#protocol/rules/condition-evaluate.ts';
import type { Kind } from '#protocol/rules/condition-kind.ts';
import { and, type Bound, bound, FALSE, oneOf, or, type Sql, sql } from './sql.ts';

/** A name of a condition as SQL. `ids`: the column is a bigint, so that a comparison can use its index. */
export interface Operand {
  kind: Kind;
  sql: Sql;
  ids: boolean;
  /**
   * The few values that its definition knows: asked for, they stand in the statement, so that the planner knows how many rows they are
   * and which index holds those alone. There are no more such statements than a definition has states.
   */
  known?: ReadonlySet<string>;
}
export interface ConditionScope {
  /** throws for an unknown name */
  operand(field: string): Operand;
  user: { id: number; department_entity: number | null };
  today: string;
  zone: Bound;
}
type Right = { sql: Sql; literal?: string; empty?: boolean; day?: boolean };

/** The condition as SQL: true for the same records as evaluateCondition, false or null for the others. It has passed checkCondition. */
export function compileCondition(condition: Condition, scope: ConditionScope): Sql {
  if (condition.kind === 'and') return and(...condition.all.map((one) => compileCondition(one, scope)));
  if (condition.kind === 'or') return or(...condition.any.map((one) => compileCondition(one, scope)));
  const left = scope.operand(condition.field);
  if (condition.kind === 'empty') return condition.empty ? isEmpty(left) : sql`(${isEmpty(left)}) is not true`;
  if (condition.kind === 'in') return compileIn(left, condition.values, scope);
  return compileCompare(left, condition.op, condition.value, scope);
}

function isEmpty(of: Operand): Sql {
  if (of.kind === 'text') return sql`coalesce(${of.sql}, '') = ''`;
  if (of.kind === 'list' || of.kind === 'files') return sql`coalesce(cardinality(${of.sql}), 0) = 0`;
  return sql`${of.sql} is null`;
}

function compileIn(left: Operand, values: readonly Term[], scope: ConditionScope): Sql {
  const literals = values.flatMap((term) => (term.kind === 'literal' ? [term.text] : []));
  if (literals.length === values.length && isKnown(left, literals)) return oneOf(left.sql, [...new Set(literals.map(Number))]);
  const whole = literals.length === values.length && literals.every((text) => /^\d{1,15}$/.test(text));
  if (whole && left.kind === 'list') return sql`${left.sql} && ${bound(literals, 'bigint[]')}`;
  if (whole && left.ids) return sql`${left.sql} = any(${bound(literals, 'bigint[]')})`;
  if (literals.length === values.length && left.kind === 'text') return sql`${left.sql} = any(${bound(literals, 'text[]')})`;
  return or(...values.map((term) => compileCompare(left, '=', term, scope)));
}

const isKnown = ({ known }: Operand, literals: readonly string[]): boolean =>
  known !== undefined && literals.every((one) => known.has(one));

function compileCompare(left: Operand, op: CompareOp, term: Term, scope: ConditionScope): Sql {
  if (op === '=' && term.kind === 'literal' && isKnown(left, [term.text])) return oneOf(left.sql, [Number(term.text)]);
  if (op === '!=') return sql`(${compileCompare(left, '=', term, scope)}) is not true`;
  const right = compileTerm(left, term, scope);
  if (right.empty) return FALSE;
  if (left.kind === 'list') return right.literal ? sql`${left.sql} @> array[${right.sql}]` : sql`${right.sql} = any(${left.sql})`;
  if (op === 'like') return contains(left.sql, right);
  if (left.kind === 'datetime') return compareInstant(left.sql, op, right, scope.zone);
  if (left.kind === 'text') return compareText(left.sql, op, right);
  if (left.kind === 'date' && term.kind === 'field' && right.day !== true) return ordered(left.sql, op, localDay(right.sql, scope.zone));
  return ordered(left.sql, op, right.sql);
}

function compileTerm(left: Operand, term: Term, scope: ConditionScope): Right {
  if (term.kind === 'literal') return literal(left, term.text);
  if (term.kind === 'today') return day(addDays(scope.today, term.days));
  if (term.kind === 'user') {
    const id = scope.user[term.name];
    return id === null ? { sql: FALSE, empty: true } : { sql: sql`${bound(id, 'bigint')}`, literal: String(id) };
  }
  const other = scope.operand(term.field);
  const lowered = left.kind === 'text' ? sql`nullif(${other.sql}, '')` : other.sql;
  return { sql: lowered, day: other.kind === 'date' };
}

const day = (text: string): Right => ({ sql: sql`${bound(text, 'date')}`, literal: text, day: true });

function literal(left: Operand, text: string): Right {
  if (left.kind === 'text') return { sql: sql`${bound(text, 'text')}`, literal: text };
  if (left.kind === 'date') return day(text.slice(0, 10));
  if (left.kind === 'datetime') return text.length === 10 ? day(text) : { sql: sql`${bound(text, 'timestamp')}`, literal: text };
  const whole = /^-?\d{1,18}$/.test(text) && (left.ids || left.kind === 'list');
  return { sql: sql`${bound(text, whole ? 'bigint' : 'numeric')}`, literal: text };
}

/** Contains, A to Z folded on both sides: by collation C, so that no other letter changes. */
function contains(left: Sql, right: Right): Sql {
  const part = right.literal === undefined ? sql`lower(${right.sql} collate "C")` : sql`${bound(fold(right.literal), 'text')}`;
  return sql`strpos(lower(${left} collate "C"), ${part}) > 0`;
}

function compareText(left: Sql, op: CompareOp, right: Right): Sql {
  if (op === '=') return sql`${left} = ${right.sql}`;
  return ordered(sql`nullif(${left}, '') collate "C"`, op, right.sql);
}

function ordered(left: Sql, op: CompareOp, right: Sql): Sql {
  if (op === '=') return sql`${left} = ${right}`;
  if (op === '>') return sql`${left} > ${right}`;
  if (op === '>=') return sql`${left} >= ${right}`;
  return op === '<' ? sql`${left} < ${right}` : sql`${left} <= ${right}`;
}

export const localDay = (instant: Sql, zone: Bound): Sql => sql`(${instant} at time zone ${zone})::date`;
const localSecond = (instant: Sql, zone: Bound): Sql => sql`date_trunc('second', ${instant} at time zone ${zone})`;

/** A day is whole in the company's time zone and is compared by its bounds, so that an index on the column serves. */
function compareInstant(left: Sql, op: CompareOp, right: Right, zone: Bound): Sql {
  if (right.day && right.literal) {
    const from = (text: string): Sql => sql`(${bound(text, 'timestamp')} at time zone ${zone})`;
    const begin = from(right.literal);
    const end = from(addDays(right.literal, 1));
    if (op === '=') return sql`(${left} >= ${begin} and ${left} < ${end})`;
    if (op === '>=') return sql`${left} >= ${begin}`;
    if (op === '>') return sql`${left} >= ${end}`;
    return op === '<' ? sql`${left} < ${begin}` : sql`${left} < ${end}`;
  }
  if (right.day) return ordered(localDay(left, zone), op, right.sql);
  return ordered(localSecond(left, zone), op, right.literal ? right.sql : localSecond(right.sql, zone));
}
