import pg from 'pg';

const OID = { int8: 20, date: 1082, timestamp: 1114, timestamptz: 1184, numeric: 1700 } as const;
const ARRAY_OID = { int8: 1016, date: 1182, timestamp: 1115, timestamptz: 1185, numeric: 1231 } as const;

const TEXT_ARRAY = 1009 as number;

type Parse = (text: string) => unknown;

/** Ids and counts are numbers; one beyond 2^53-1 would be silently wrong, so it is refused instead. */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is beyond the exact range`);
  return value;
}

/** `2026-11-21 03:56:31.5+00` (sessions run in UTC) to `2026-11-21T03:56:31.5Z`: every digit that was stored. */
export function parseTimestamptz(text: string): string {
  return text.replace(' ', 'T').replace(/\+00$/, 'Z');
}

const asIs: Parse = (text) => text;

const parsers = new Map<number, Parse>([
  [OID.int8, (text) => parseInt8(text)],
  [OID.numeric, asIs],
  [OID.date, asIs],
  [OID.timestamp, asIs],
  [OID.timestamptz, parseTimestamptz],
  [ARRAY_OID.int8, elements((text) => parseInt8(text))],
  [ARRAY_OID.numeric, elements(asIs)],
  [ARRAY_OID.date, elements(asIs)],
  [ARRAY_OID.timestamp, elements(asIs)],
  [ARRAY_OID.timestamptz, elements(parseTimestamptz)],
]);

function elements(parse: Parse): Parse {
  const split = pg.types.getTypeParser(TEXT_ARRAY as 25, 'text') as (text: string) => unknown[];
  const each = (item: unknown): unknown => (Array.isArray(item) ? item.map(each) : item === null ? null : parse(item as string));
  return (text) => split(text).map(each);
}

/** numeric, dates and times arrive as the exact strings of the database, bigint as a number, jsonb parsed. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};
