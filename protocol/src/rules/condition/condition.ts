/**
 * The condition language of definitions and requests (`where`, `view_where`, row rules, filters): the specification's form
 * `a=1&b>{c}` letter for letter, and `|`, brackets, `in (1,2)`, `like`, `is empty`, `is not empty`, quoted values.
 * One parser (condition-parse.ts), one printer (condition-print.ts), two back ends: condition-evaluate.ts on a record,
 * server/src/query/condition.ts to SQL. Both give the same result.
 *
 * Empty (null, '' or a list of nothing) is decided once: an empty value equals nothing, not even another empty one, and is
 * neither above nor below anything; `!=` is the exact opposite of `=`; only `is empty` (also written `a=`) finds it. So a
 * user without a department matches no row by `department_entity={user.department_entity}`.
 */
export type Condition =
  | { readonly kind: 'and'; readonly all: readonly Condition[] }
  | { readonly kind: 'or'; readonly any: readonly Condition[] }
  | { readonly kind: 'compare'; readonly field: string; readonly op: CompareOp; readonly value: Term }
  | { readonly kind: 'in'; readonly field: string; readonly values: readonly Term[] }
  | { readonly kind: 'empty'; readonly field: string; readonly empty: boolean };

/** `like` is: contains, without regard to the case of A to Z; % and _ are letters like others. */
export type CompareOp = '=' | '!=' | '>' | '>=' | '<' | '<=' | 'like';

export type Term =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'user'; readonly name: UserTerm }
  | { readonly kind: 'today'; readonly days: number };

export const USER_TERMS = ['id', 'department_entity'] as const;
export type UserTerm = (typeof USER_TERMS)[number];

/** What is wrong with a condition: an error of the definition at load, 317 in a request, 341 where it nests too deeply. */
export class ConditionError extends Error {
  constructor(
    message: string,
    readonly tooDeep = false,
  ) {
    super(message);
    this.name = 'ConditionError';
  }
}

/** Always true: what an absent condition means. */
export const ALWAYS: Condition = Object.freeze({ kind: 'and', all: Object.freeze([]) });

/** Conjunction without nesting of its own kind; one alone stands for itself. */
export function every(...conditions: readonly Condition[]): Condition {
  const all = conditions.flatMap((one) => (one.kind === 'and' ? one.all : [one]));
  return all.length === 1 ? all[0]! : { kind: 'and', all };
}

/** Disjunction without nesting of its own kind; one alone stands for itself. */
export function either(first: Condition, ...others: readonly Condition[]): Condition {
  const any = [first, ...others].flatMap((one) => (one.kind === 'or' ? one.any : [one]));
  return any.length === 1 ? any[0]! : { kind: 'or', any };
}

/** Every field name that the condition reads, on either side. */
export function fieldsOf(condition: Condition): string[] {
  if (condition.kind === 'and') return condition.all.flatMap(fieldsOf);
  if (condition.kind === 'or') return condition.any.flatMap(fieldsOf);
  if (condition.kind === 'empty') return [condition.field];
  const terms = condition.kind === 'in' ? condition.values : [condition.value];
  return [condition.field, ...terms.flatMap((term) => (term.kind === 'field' ? [term.field] : []))];
}

/** The condition with each field name that it reads written anew, on either side. */
export function renameFields(condition: Condition, to: (name: string) => string): Condition {
  const term = (of: Term): Term => (of.kind === 'field' ? { ...of, field: to(of.field) } : of);
  if (condition.kind === 'and') return { ...condition, all: condition.all.map((one) => renameFields(one, to)) };
  if (condition.kind === 'or') return { ...condition, any: condition.any.map((one) => renameFields(one, to)) };
  if (condition.kind === 'empty') return { ...condition, field: to(condition.field) };
  if (condition.kind === 'in') return { ...condition, field: to(condition.field), values: condition.values.map(term) };
  return { ...condition, field: to(condition.field), value: term(condition.value) };
}
