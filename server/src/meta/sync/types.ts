/** How a column comes from one type to another: the expression, and whether values may be lost on the way. */
export interface Conversion {
  using: string;
  lossy: boolean;
}

const NUMERIC = /^numeric\((\d+),(\d+)\)$/;
/** digits before the point that a bigint may have */
const BIGINT_DIGITS = 19;

/** `column` is quoted already. A lossy conversion may also be refused by the database, when a value does not fit. */
export function conversion(column: string, from: string, to: string): Conversion {
  if (to === 'bigint[]' && from === 'bigint')
    return { using: `case when ${column} is null then null else array[${column}] end`, lossy: false };
  if (from === 'bigint[]' && to !== 'text') return { using: `${column}[1]::text::${to}`, lossy: true };
  const lossy = !isWider(from, to);
  return { using: isCast(from, to) ? `${column}::${to}` : `nullif(${column}::text, '')::${to}`, lossy };
}

/** PostgreSQL casts within numbers and within dates; all else goes by its text, which works where the values do. */
function isCast(from: string, to: string): boolean {
  const kinds = [/^(bigint|integer|numeric)/, /^(date|timestamp)/].map((kind) => (of: string) => kind.test(of) && !of.endsWith('[]'));
  return to === 'text' || kinds.some((kind) => kind(from) && kind(to));
}

function isWider(from: string, to: string): boolean {
  if (to === 'text') return true;
  const target = NUMERIC.exec(to);
  if (!target) return false;
  const [whole, scale] = [Number(target[1]) - Number(target[2]), Number(target[2])];
  if (from === 'bigint') return whole >= BIGINT_DIGITS;
  const source = NUMERIC.exec(from);
  return source !== null && whole >= Number(source[1]) - Number(source[2]) && scale >= Number(source[2]);
}
