import { Refusal } from '#protocol/codes.ts';
import type { Kind } from '#protocol/meta/data-types.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import { type Condition, ConditionError, every, type Term } from '#protocol/rules/condition/condition.ts';
import { checkCondition } from '#protocol/rules/condition/condition-kind.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import { type Filters, filtersIn, LONGEST_SEARCH, MOST_SEARCHES, type OneFilter } from '#protocol/wire/filters.ts';
import { compileCalled } from './asked/called.ts';
import { compileDuring } from './asked/during.ts';
import { compileBelow, type Trees } from './belong.ts';
import { compileCondition } from './condition.ts';
import type { Names } from './names.ts';
import { and, type Sql } from './sql.ts';

/** The filters of a request as SQL over what the reader sees. Whatever does not fit the definition is 317. */
export function compileFilters(filters: Filters, names: Names, trees: Trees): Sql {
  const fields = Object.entries(filters.fields ?? {}).flatMap(([path, filter]) => filtersIn(filter).map((one) => [path, one] as const));
  const own = fields.flatMap(([path, filter]) => {
    if (isOperation(filter, 'below')) return [compileBelow(path, filter.value, names, trees)];
    if (isOperation(filter, 'during')) return [compileDuring(path, filter.value, names)];
    return isOperation(filter, 'called') ? [compileCalled(path, filter.value, names)] : [];
  });
  const asked = fields.flatMap(([path, filter]) => (isOperation(filter, ...OF_THEIR_OWN) ? [] : ofFilter(path, filter, names)));
  if (filters.where !== undefined) asked.push(refused(() => parseCondition(filters.where as string)));
  for (const one of asked) refused(() => checkCondition(one, (field) => names.value(field).kind));
  const isPage = (path: string) => isOf(names.value(path).field.def.data_type, 'page');
  const called = fields.flatMap(([path, filter]) => (isOperation(filter, 'called') && isPage(path) ? [path] : []));
  boundSearches(asked.flatMap(searchesIn), called.length + count(asked, isPage));
  return and(...asked.map((one) => compileCondition(one, { operand: (field) => names.value(field) })), ...own);
}

/** What no condition says. */
const OF_THEIR_OWN = ['below', 'called', 'during'] as const;
const isOperation = (filter: OneFilter, ...ops: readonly Operation['op'][]): filter is Operation =>
  filter !== null && typeof filter === 'object' && !Array.isArray(filter) && ops.includes((filter as Operation).op);

const count = (asked: readonly Condition[], isPage: (path: string) => boolean): number =>
  asked.reduce((sum, one) => sum + pagesIn(one, isPage), 0);

/** How often a page of text is read for each row, other than to look for something inside of it: whole, and rich text for its words. */
function pagesIn(condition: Condition, isPage: (path: string) => boolean): number {
  if (condition.kind === 'and') return count(condition.all, isPage);
  if (condition.kind === 'or') return count(condition.any, isPage);
  const terms = condition.kind === 'in' ? condition.values : condition.kind === 'compare' ? [condition.value] : [];
  const others = terms.filter((term) => term.kind === 'field');
  const times = condition.kind === 'in' ? 1 + others.length : condition.kind === 'compare' && condition.op === 'like' ? 0 : 1;
  return (isPage(condition.field) ? times : 0) + others.filter(({ field }) => isPage(field)).length;
}

/** What is looked for inside of texts, each letter of which is read for each. */
function searchesIn(condition: Condition): Term[] {
  if (condition.kind === 'and') return condition.all.flatMap(searchesIn);
  if (condition.kind === 'or') return condition.any.flatMap(searchesIn);
  return condition.kind === 'compare' && condition.op === 'like' ? [condition.value] : [];
}

/** A text that stands in another field is as long as whoever wrote it liked: a request does not look for that. `read`: pages of text beside. */
function boundSearches(looked: readonly Term[], read: number): void {
  const texts = looked.map((term) => {
    if (term.kind !== 'literal') throw new Refusal(317);
    return term.text;
  });
  if (texts.some((text) => text.length > LONGEST_SEARCH)) throw new Refusal(316, '$searchTooLong', { limit: LONGEST_SEARCH });
  if (texts.length + read > MOST_SEARCHES) throw new Refusal(341);
}

/** 317, or 341, instead of the condition language's own error. */
function refused<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof ConditionError ? new Refusal(error.tooDeep ? 341 : 317) : error;
  }
}

/** One filter of the search view as a condition; nothing asked is no condition. */
function ofFilter(path: string, filter: OneFilter, names: Names): Condition[] {
  const { kind, field } = names.value(path);
  if (Array.isArray(filter)) return ofRange(path, kind, filter);
  if (filter !== null && typeof filter === 'object') return ofOperator(path, filter);
  if (filter === null || filter === '') return [];
  const ids = kind === 'list' || kind === 'number' ? idsOf(filter) : null;
  if (ids) return ids.length ? [{ kind: 'in', field: path, values: ids }] : [];
  const part = kind === 'text' && !isOf(field.def.data_type, 'part of a moment');
  return [{ kind: 'compare', field: path, op: part ? 'like' : '=', value: literal(filter) }];
}

/** `,1,2,`: any of several, for what holds ids. */
function idsOf(filter: string | number): Term[] | null {
  if (typeof filter !== 'string' || !/^,(\d{1,15},)+$/.test(filter)) return null;
  return filter.slice(1, -1).split(',').map(literal);
}

/** `in` of an empty list */
const NOTHING: Condition = { kind: 'or', any: [] };
const literal = (value: string | number): Term => ({ kind: 'literal', text: String(value) });

type Scalar = string | number | null;
const given = (value: Scalar | undefined): value is string | number => value !== null && value !== undefined && value !== '';

function ofRange(path: string, kind: Kind, [from, to]: readonly [Scalar, Scalar]): Condition[] {
  if (kind === 'list' || kind === 'files') throw new Refusal(317);
  const bounds: Condition[] = [];
  if (given(from)) bounds.push({ kind: 'compare', field: path, op: '>=', value: literal(from) });
  if (given(to)) bounds.push({ kind: 'compare', field: path, op: '<=', value: literal(to) });
  return bounds.length ? [every(...bounds)] : [];
}

type Operation = Extract<OneFilter, { op: unknown }>;

function ofOperator(path: string, { op, value }: Operation): Condition[] {
  if (op === 'below' || op === 'called' || op === 'during') throw new Refusal(317);
  if (op === 'empty' || op === 'filled') return [{ kind: 'empty', field: path, empty: op === 'empty' }];
  if (op === 'in') {
    if (!Array.isArray(value)) throw new Refusal(317);
    const values = value.filter(given).map(literal);
    return values.length ? [{ kind: 'in', field: path, values }] : [NOTHING];
  }
  if (Array.isArray(value)) throw new Refusal(317);
  if (!given(value)) return op === '=' || op === '!=' ? [{ kind: 'empty', field: path, empty: op === '=' }] : [];
  return [{ kind: 'compare', field: path, op, value: literal(value) }];
}
