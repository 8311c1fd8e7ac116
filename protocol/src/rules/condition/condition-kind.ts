import { Decimal } from 'decimal.js';
import type { Kind } from '#protocol/meta/data-types.ts';
import { type Condition, ConditionError, type Term } from './condition.ts';

/** Answers the kind of a name of the definition, undefined for an unknown one. */
export type Names = (field: string) => Kind | undefined;

const ORDERED = new Set(['>', '>=', '<', '<=']);
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const DATETIME = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])( ([01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/;
const NUMBER = /^[+-]?\d{1,30}(\.\d{1,30})?$/;

/** Throws ConditionError unless every name is known and every value fits what it is compared with. */
export function checkCondition(condition: Condition, names: Names): void {
  if (condition.kind === 'and') for (const one of condition.all) checkCondition(one, names);
  else if (condition.kind === 'or') for (const one of condition.any) checkCondition(one, names);
  else checkComparison(condition, names);
}

function checkComparison(condition: Exclude<Condition, { kind: 'and' | 'or' }>, names: Names): void {
  const kind = known(condition.field, names);
  if (condition.kind === 'empty') return;
  const op = condition.kind === 'in' ? '=' : condition.op;
  if (kind === 'files') throw new ConditionError(`${condition.field} can only be empty or not`);
  if (kind === 'list' && ORDERED.has(op)) throw new ConditionError(`${condition.field} is a list: = asks for membership`);
  if (op === 'like' && kind !== 'text') throw new ConditionError(`${condition.field} is not a text`);
  for (const term of condition.kind === 'in' ? condition.values : [condition.value]) checkTerm(condition.field, kind, term, names);
}

function known(field: string, names: Names): Kind {
  const kind = names(field);
  if (!kind) throw new ConditionError(`unknown field ${field}`);
  return kind;
}

function checkTerm(field: string, kind: Kind, term: Term, names: Names): void {
  if (term.kind === 'literal') {
    if (!fits(kind, term.text)) throw new ConditionError(`${field} has no such value: ${term.text.slice(0, 40)}`);
    return;
  }
  const other = term.kind === 'field' ? known(term.field, names) : term.kind === 'user' ? 'number' : 'date';
  const day = kind === 'date' || kind === 'datetime';
  const fit = kind === other || (kind === 'list' && other === 'number') || (day && (other === 'date' || other === 'datetime'));
  if (!fit || other === 'list' || other === 'files') throw new ConditionError(`${field} cannot be compared with it`);
}

/** Whether a text can stand as a value of the kind. */
export function fits(kind: Kind, text: string): boolean {
  if (kind === 'text') return !text.includes('\0');
  if (kind === 'number') return NUMBER.test(text);
  if (kind === 'list') return /^\d{1,15}$/.test(text);
  if (kind === 'date') return DATE.test(text) && isDay(text);
  return kind === 'datetime' && DATETIME.test(text) && isDay(text.slice(0, 10));
}

/** Whether the day exists in the calendar (no 30 February); years from 1. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return text.slice(0, 4) !== '0000' && !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
}

/** The order of two numbers written in decimals, exact; NaN where one is none (a form while one types). */
export function compareNumbers(left: string, right: string): number {
  return NUMBER.test(left) && NUMBER.test(right) ? new Decimal(left).comparedTo(new Decimal(right)) : Number.NaN;
}
