import { z } from 'zod';
import { JsonError, parseJson } from './json.ts';

/**
 * Requests are form-encoded: each value is a string, nested values are JSON strings inside fields; JSON bodies carry the same
 * names with their own types. These schemas take both, exactly: '0x10', ' 1', '1e3', NaN are no integers.
 */
export const MAX_ID = Number.MAX_SAFE_INTEGER;

const asInt = (value: unknown): unknown => (typeof value === 'string' && /^-?(0|[1-9]\d{0,15})$/.test(value) ? Number(value) : value);
const asJson = (value: unknown, context: z.RefinementCtx): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return parseJson(value);
  } catch (error) {
    if (error instanceof JsonError && error.tooMany) context.addIssue(TOO_MANY);
    return value;
  }
};
/** What a list of more entries than its schema takes reports too: 341. */
export const TOO_MANY = { code: 'too_big', origin: 'array', maximum: 0, inclusive: true } as const;

export const wireInt = (min: number, max: number) => z.preprocess(asInt, z.number().int().min(min).max(max));
export const wireId = () => wireInt(1, MAX_ID);
export const wireFlag = () => wireInt(0, 1);
export const wireText = (max: number) => z.string().max(max);
/** Nested values: a JSON string, or the value itself in a JSON body. */
export const wireJson = <S extends z.ZodType>(schema: S) => z.preprocess(asJson, schema);

/** `,1,2,` or `1,2` or an array: ids in order; at most `max`. */
export const wireIds = (max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? listItems(value).map(asInt) : value),
    z.array(z.number().int().min(1).max(MAX_ID)).max(max),
  );

/** What a list holds, `,a,b,` or `a,b`; nothing between two commas is an item too, of no kind. */
export const listItems = (list: string): string[] => (list === '' || list === ',' ? [] : list.replace(/^,|,$/g, '').split(','));

/** Ids as the wire writes lists: `,1,2,`; none is the empty string. */
export const idList = (ids: readonly number[]): string => (ids.length ? `,${ids.join(',')},` : '');
