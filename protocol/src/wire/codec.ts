import { z } from 'zod';
import { JsonError, parseJson } from './json.ts';
import { listItems, MAX_ID } from './lists.ts';

/**
 * Requests are form-encoded: each value is a string, nested values are JSON strings inside fields; JSON bodies carry the same
 * names with their own types. These schemas take both, exactly: '0x10', ' 1', '1e3', NaN are no integers.
 */

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

/** Checks end a list that holds what is wrong at the first that is: they abort. */
export const wireInt = (min: number, max: number) =>
  z.preprocess(asInt, z.number().int({ abort: true }).min(min, { abort: true }).max(max, { abort: true }));
export const wireId = () => wireInt(1, MAX_ID);
export const wireFlag = () => wireInt(0, 1);
export const wireText = (max: number) => z.string().max(max, { abort: true });
/** Nested values: a JSON string, or the value itself in a JSON body. */
export const wireJson = <S extends z.ZodType>(schema: S) => z.preprocess(asJson, schema);

/** The most letters of a name: a field, or a table and a field. */
const LONGEST_NAME = 130;

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value);
/** Looks at the names, and at how much the lists under them hold, before anything that they hold is looked at. */
const checkNames = (value: unknown, most: number, context: z.RefinementCtx): unknown => {
  if (!isObject(value)) return value;
  let entries = 0;
  for (const [name, one] of Object.entries(value)) {
    entries += Array.isArray(one) ? one.length : 0;
    if (name.length <= LONGEST_NAME && entries <= most) continue;
    context.addIssue(entries > most ? TOO_MANY : { code: 'invalid_key', origin: 'record', issues: [] });
    return z.NEVER;
  }
  return value;
};
/**
 * Values under names that the request chooses; lists among them hold `most` in all. Never `z.record`: it goes on behind a wrong value,
 * whatever it is told (`parseRequest`), and a request of many small values, all wrong, cost ten times as much as a right one.
 */
export const wireNamed = <S extends z.ZodType>(value: S, most = Number.POSITIVE_INFINITY) =>
  z.preprocess(
    (sent, context) => checkNames(sent, most, context),
    z
      .object({})
      .catchall(value)
      .meta({ propertyNames: { maxLength: LONGEST_NAME } }),
  );

/** Values of any kind under names that the request chooses: what they are is asked of the fields. Nothing is copied. */
export const wireValues = () =>
  z
    .custom<Record<string, unknown>>((sent) => isObject(sent) && Object.keys(sent).every((name) => name.length <= LONGEST_NAME), {
      abort: true,
    })
    .meta({ type: 'object', propertyNames: { maxLength: LONGEST_NAME }, additionalProperties: {} });

/** Steps of one flow by steps of another; at most `most`. */
export const wireSteps = (most: number) =>
  z
    .custom<Record<string, number>>((sent) => isObject(sent) && areSteps(sent, most), { abort: true })
    .meta({ type: 'object', propertyNames: { pattern: STEP.source }, additionalProperties: { type: 'integer' } });
const STEP = /^\d{1,4}$/;
function areSteps(sent: Record<string, unknown>, most: number): boolean {
  let read = 0;
  for (const name in sent)
    if (++read > most || !STEP.test(name) || !STEP.test(String(sent[name])) || typeof sent[name] !== 'number') return false;
  return true;
}

/** `,1,2,` or `1,2` or an array: ids in order; at most `max`. */
export const wireIds = (max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? listItems(value, max).map(asInt) : value),
    z.array(z.number().int().min(1, { abort: true }).max(MAX_ID, { abort: true })).max(max),
  );

/** Codes in a list, `,List,Add,` or an array; at most `max`, each once. */
export const wireCodes = (max: number) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' ? listItems(value, max) : value),
      z
        .array(
          z
            .string()
            .regex(/^[A-Za-z][A-Za-z0-9_.]*$/, { abort: true })
            .max(LONGEST_NAME, { abort: true }),
        )
        .max(max),
    )
    .transform((codes) => [...new Set(codes)]);
