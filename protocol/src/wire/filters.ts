import { z } from 'zod';
import { MOST_LEVELS } from '#protocol/meta/grouping.ts';
import { TOO_MANY, wireJson, wireNamed } from './codec.ts';

/** Conditions that one request may ask (F5): as many fields, as many values in all their lists, a `where` of as many letters; more is 341. */
const MOST_FIELDS = 200;
const MOST_VALUES = 2000;
const LONGEST_WHERE = 2000;
/** The longest text that is looked for inside of others: the length of a name. */
export const LONGEST_SEARCH = 200;
/** Texts that one request looks for inside of others, and comparisons of pages of text, beside its keyword: for each the text of each row is read; more is 341. */
export const MOST_SEARCHES = 10;

const scalar = z.union([z.string().max(2000), z.number(), z.null()]);

/**
 * Operators a filter on one field may name. `in` takes a list; `empty` and `filled` no value; `below` the id of a node, on a field that refers
 * to a tree: that node and all below it; `called` a list of names, on a text, which differ from it in nothing but the case and width of letters;
 * `during` a span of days beside today (`wire/spans.ts`), on days and instants.
 */
export const FILTER_OPS = ['=', '!=', '>', '>=', '<', '<=', 'in', 'like', 'empty', 'filled', 'below', 'called', 'during'] as const;
export type FilterOp = (typeof FILTER_OPS)[number];

/** Filters on one field that hold all at once, at most. */
const MOST_ALL = 20;

const oneFilter = [
  scalar,
  z.tuple([scalar, scalar]),
  z.strictObject({ op: z.enum(FILTER_OPS), value: z.union([scalar, z.array(scalar).max(1000)]).optional() }),
] as const;
export type OneFilter = z.infer<(typeof oneFilter)[number]>;

/** value | [from, to] (either end null) | {op, value} | {all: several of them, which hold all at once} */
export const fieldFilter = z.union([...oneFilter, z.strictObject({ all: z.array(z.union(oneFilter)).max(MOST_ALL) })]);
export type FieldFilter = z.infer<typeof fieldFilter>;

/** What a filter asks of its field, one after the other. */
export const filtersIn = (filter: FieldFilter): readonly OneFilter[] =>
  filter !== null && typeof filter === 'object' && 'all' in filter ? filter.all : [filter];

/** Values that filters list: one by one, or as ids in `,1,2,`. */
const valuesIn = (filter: FieldFilter): number => filtersIn(filter).reduce<number>((count, one) => count + valuesOf(one), 0);

function valuesOf(filter: OneFilter): number {
  const value = filter !== null && typeof filter === 'object' && 'op' in filter ? filter.value : filter;
  if (Array.isArray(value)) return value.length;
  return typeof value === 'string' && value.startsWith(',') ? value.split(',').length : 1;
}

/** What is looked for in the searched fields of a table. */
export const keyWord = z.string().max(LONGEST_SEARCH, '$searchTooLong').optional();

/** `filters` of Page, List, Group, Tree. Names are resolved against the definition: an unknown one is 317. */
export const filters = z.strictObject({
  key_word: keyWord,
  /** rows whose department (or group value) is this one or below it */
  belong_id: z.number().int().optional(),
  fields: wireNamed(fieldFilter)
    .superRefine((fields, context) => {
      const values = Object.values(fields).reduce<number>((count, filter) => count + valuesIn(filter), 0);
      if (Object.keys(fields).length > MOST_FIELDS || values > MOST_VALUES) context.addIssue(TOO_MANY);
    })
    .optional(),
  sort: z
    .array(z.tuple([z.string().max(130), z.enum(['asc', 'desc'])]))
    .max(8)
    .optional(),
  /** rows of one group of a grouped list: of each level by what, and the value that Group told with `order=value` */
  within: z
    .array(z.tuple([z.string().max(140), z.union([z.string().max(4000), z.number(), z.null()])]))
    .superRefine((levels, context) => {
      if (levels.length > MOST_LEVELS) context.addIssue(TOO_MANY);
    })
    .optional(),
  /** with a keyword: what begins with it comes first, then the order as it is; for who picks one */
  best: z.literal(1).optional(),
  /** the condition language, names bounded to readable fields */
  where: z
    .string()
    .superRefine((text, context) => {
      if (text.length > LONGEST_WHERE) context.addIssue(TOO_MANY);
    })
    .optional(),
});
export type Filters = z.infer<typeof filters>;
export const wireFilters = () => wireJson(filters).optional();
