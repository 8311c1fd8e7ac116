import type { Kind } from '#protocol/meta/data-types.ts';
import type { CompareOp, Condition, Term, UserTerm } from '#protocol/rules/condition/condition.ts';
import { addDays, fold } from '#protocol/rules/condition/condition-evaluate.ts';
import { ASKER } from './asker.ts';
import { holdsPart } from './part.ts';
import { and, bound, daysAfter, FALSE, oneOf, or, type Param, type Sql, sql } from './sql.ts';

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
}
/** What stands on the right: a value of the statement, not a column, where it is `given`; of a whole day its beginning, and that of the next. */
type Right = { sql: Sql; literal?: string; given?: true; day?: boolean; begins?: (after: 0 | 1) => Sql };

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

/** Its literals are one comparison with an array, however many they are: a comparison each would be asked of each row. */
function compileIn(left: Operand, values: readonly Term[], scope: ConditionScope): Sql {
  const literals = values.flatMap((term) => (term.kind === 'literal' ? [term.text] : []));
  const others = values.filter((term) => term.kind !== 'literal');
  return or(among(left, literals), ...others.map((term) => compileCompare(left, '=', term, scope)));
}

function among(left: Operand, texts: readonly string[]): Sql {
  if (texts.length === 0) return FALSE;
  if (isKnown(left, texts)) return oneOf(left.sql, [...new Set(texts.map(Number))]);
  if (left.kind === 'list') return sql`${left.sql} && ${bound(texts, 'bigint[]')}`;
  if (left.kind === 'text') return sql`${left.sql} = any(${bound(texts, 'text[]')})`;
  if (left.kind === 'date') return sql`${left.sql} = any(${bound(texts, 'date[]')})`;
  if (left.kind === 'datetime') return amongInstants(left.sql, texts);
  const whole = left.ids && texts.every((text) => /^-?\d{1,18}$/.test(text));
  return sql`${left.sql} = any(${bound(texts, whole ? 'bigint[]' : 'numeric[]')})`;
}

const isKnown = ({ known }: Operand, literals: readonly string[]): boolean =>
  known !== undefined && literals.every((one) => known.has(one));

function compileCompare(left: Operand, op: CompareOp, term: Term, scope: ConditionScope): Sql {
  if (op === '=' && term.kind === 'literal' && isKnown(left, [term.text])) return oneOf(left.sql, [Number(term.text)]);
  if (op === '!=') return sql`(${compileCompare(left, '=', term, scope)}) is not true`;
  const right = compileTerm(left, term, scope);
  if (left.kind === 'list') return right.given ? sql`${left.sql} @> array[${right.sql}]` : sql`${right.sql} = any(${left.sql})`;
  if (op === 'like') return contains(left.sql, right);
  if (left.kind === 'datetime') return compareInstant(left.sql, op, right);
  if (left.kind === 'text') return compareText(left.sql, op, right);
  if (left.kind === 'date' && term.kind === 'field' && right.day !== true) return ordered(left.sql, op, localDay(right.sql));
  return ordered(left.sql, op, right.sql);
}

function compileTerm(left: Operand, term: Term, scope: ConditionScope): Right {
  if (term.kind === 'literal') return literal(left, term.text);
  if (term.kind === 'today') return today(term.days);
  if (term.kind === 'user') return { sql: sql`${USER[term.name]}`, given: true };
  const other = scope.operand(term.field);
  const lowered = left.kind === 'text' ? sql`nullif(${other.sql}, '')` : other.sql;
  return { sql: lowered, day: other.kind === 'date' };
}

const USER: Readonly<Record<UserTerm, Param>> = { id: ASKER.user, department_entity: ASKER.department };

const day = (text: string): Right => ({
  ...{ sql: sql`${bound(text, 'date')}`, literal: text, given: true, day: true },
  begins: (after) => sql`${bound(addDays(text, after), 'timestamp')}`,
});
const today = (days: number): Right => ({
  ...{ sql: daysAfter(ASKER.today, days), given: true, day: true },
  begins: (after) => sql`${daysAfter(ASKER.today, days + after)}::timestamp`,
});

function literal(left: Operand, text: string): Right {
  if (left.kind === 'text') return { sql: sql`${bound(text, 'text')}`, literal: text, given: true };
  if (left.kind === 'date') return day(text.slice(0, 10));
  if (left.kind === 'datetime')
    return text.length === 10 ? day(text) : { sql: sql`${bound(text, 'timestamp')}`, literal: text, given: true };
  const whole = /^-?\d{1,18}$/.test(text) && (left.ids || left.kind === 'list');
  return { sql: sql`${bound(text, whole ? 'bigint' : 'numeric')}`, literal: text, given: true };
}

/** Contains, A to Z folded on both sides: by collation C, so that no other letter changes. */
function contains(left: Sql, right: Right): Sql {
  const text = sql`lower(${left} collate "C")`;
  if (right.literal === undefined) return holdsPart(text, sql`lower(${right.sql} collate "C")`, '');
  const looked = fold(right.literal);
  return holdsPart(text, sql`${bound(looked, 'text')}`, looked);
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

const localDay = (instant: Sql): Sql => sql`(${instant} at time zone ${ASKER.zone})::date`;
const localSecond = (instant: Sql): Sql => sql`date_trunc('second', ${instant} at time zone ${ASKER.zone})`;

/**
 * Whole days and seconds of the company's clock. They are looked for between the first and the last of them, a day more on both sides
 * for the hour that a clock is put back, so that an index on the column serves.
 */
function amongInstants(left: Sql, texts: readonly string[]): Sql {
  const days = texts.filter((text) => text.length === 10);
  const seconds = texts.filter((text) => text.length > 10);
  const sorted = texts.map((text) => text.slice(0, 10)).sort();
  const [first, last] = [addDays(sorted[0]!, -1), `${addDays(sorted.at(-1)!, 1)} 24:00:00`].map(
    (local) => sql`(${bound(local, 'timestamp')} at time zone ${ASKER.zone})`,
  ) as [Sql, Sql];
  const one = or(
    days.length ? sql`${localDay(left)} = any(${bound(days, 'date[]')})` : FALSE,
    seconds.length ? sql`${localSecond(left)} = any(${bound(seconds, 'timestamp[]')})` : FALSE,
  );
  return and(sql`${left} >= ${first}`, sql`${left} < ${last}`, one);
}

/** A day is whole in the company's time zone and is compared by its bounds, so that an index on the column serves. */
function compareInstant(left: Sql, op: CompareOp, right: Right): Sql {
  if (right.begins) {
    const [begin, end] = [right.begins(0), right.begins(1)].map((local) => sql`(${local} at time zone ${ASKER.zone})`) as [Sql, Sql];
    if (op === '=') return sql`(${left} >= ${begin} and ${left} < ${end})`;
    if (op === '>=') return sql`${left} >= ${begin}`;
    if (op === '>') return sql`${left} >= ${end}`;
    return op === '<' ? sql`${left} < ${begin}` : sql`${left} < ${end}`;
  }
  if (right.day) return ordered(localDay(left), op, right.sql);
  return ordered(localSecond(left), op, right.given ? right.sql : localSecond(right.sql));
}
