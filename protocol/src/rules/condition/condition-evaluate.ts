import type { Kind } from '#protocol/meta/data-types.ts';
import type { CompareOp, Condition, Term, UserTerm } from './condition.ts';
import { compareNumbers, type Names } from './condition-kind.ts';

/** What a condition is evaluated on. Values are as on the wire or as typed in a form: `{id}`, ids, decimal strings, ',1,2,'. */
export interface Circumstance {
  names: Names;
  value(field: string): unknown;
  user: Readonly<Record<UserTerm, number | null>>;
  /** yyyy-MM-dd in the company's time zone */
  today: string;
  /** what a comparison with an empty value comes to; absent: it does not hold, and only `!=` does */
  empty?: true;
}

/** Whether the condition holds. It has passed checkCondition with the same names; an unknown name is false. */
export function evaluateCondition(condition: Condition, on: Circumstance): boolean {
  if (condition.kind === 'and') return condition.all.every((one) => evaluateCondition(one, on));
  if (condition.kind === 'or') return condition.any.some((one) => evaluateCondition(one, on));
  const kind = on.names(condition.field);
  if (!kind) return false;
  const value = plain(kind, on.value(condition.field));
  if (condition.kind === 'empty') return (value.length === 0) === condition.empty;
  const terms = (condition.kind === 'in' ? condition.values : [condition.value]).map((term) => termValue(term, on));
  if (on.empty && (value.length === 0 || terms.every((term) => term === null || term === ''))) return true;
  return terms.some((term) => holds(kind, value, condition.kind === 'in' ? '=' : condition.op, term));
}

/** The values of a field as texts: none when it is empty, several only of a list. */
function plain(kind: Kind, value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((one) => plain(kind, one));
  if (typeof value === 'object') return plain(kind, (value as { id?: unknown }).id);
  if (kind === 'list' || kind === 'files') return String(value).split(',').filter(Boolean);
  return [String(value)];
}

function termValue(term: Term, on: Circumstance): string | null {
  if (term.kind === 'literal') return term.text;
  if (term.kind === 'today') return addDays(on.today, term.days);
  if (term.kind === 'user') return on.user[term.name] === null ? null : String(on.user[term.name]);
  const kind = on.names(term.field);
  return kind ? (plain(kind, on.value(term.field))[0] ?? null) : null;
}

function holds(kind: Kind, values: readonly string[], op: CompareOp, right: string | null): boolean {
  if (op === '!=') return !holds(kind, values, '=', right);
  if (right === null || right === '') return false;
  return values.some((left) => (op === 'like' ? fold(left).includes(fold(right)) : ordered(op, compare(kind, left, right))));
}

function ordered(op: CompareOp, order: number): boolean {
  if (op === '=') return order === 0;
  if (op === '>') return order > 0;
  if (op === '>=') return order >= 0;
  return op === '<' ? order < 0 : order <= 0;
}

function compare(kind: Kind, left: string, right: string): number {
  if (kind === 'number' || kind === 'list') return compareNumbers(left, right);
  if (kind === 'text') return compareCodePoints(left, right);
  // a day compared with an instant compares days: `create_time={today}` is the whole day
  const length = Math.min(left.length, right.length) <= 10 ? 10 : 19;
  return compareCodePoints(left.slice(0, length), right.slice(0, length));
}

/** The day so many days later, within the years 1 to 9999. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  if (date.getUTCFullYear() < 1) return '0001-01-01';
  return date.getUTCFullYear() > 9999 ? '9999-12-31' : date.toISOString().slice(0, 10);
}

/** Only A to Z, so that the browser and the database agree to the letter. */
export const fold = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The database's order of texts (collation C): by code point, not by UTF-16 unit. */
export function compareCodePoints(left: string, right: string): number {
  const a = [...left];
  const b = [...right];
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const order = a[i]!.codePointAt(0)! - b[i]!.codePointAt(0)!;
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
