import type { FieldDef } from '#protocol/meta/field.ts';
import { numericLength } from '#protocol/meta/length.ts';

/** Decimals that a reader sees of a number at least: the format's where it names them, else those that are kept: none of a whole number, 2 of a calculated one without a length. */
export function decimalsOf(def: Pick<FieldDef, 'data_type' | 'format' | 'length' | 'calc'>): number {
  if (def.data_type === 'int') return 0;
  if (/^[0-9]$/.test(def.format ?? '')) return Number(def.format);
  return def.calc !== undefined && def.length === undefined ? 2 : numericLength(def).scale;
}

/** A decimal text of the wire with so many decimals, thousands separated, half away from zero, exact for any length; '' when empty, a text that is no number as it is. */
export function writeFigure(value: string | number | null | undefined, decimals: number): string {
  if (value === null || value === undefined || value === '') return '';
  const match = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(plain(value));
  if (!match) return String(value);
  const [, sign, whole = '', fraction = ''] = match;
  const padded = whole + fraction.padEnd(decimals + 1, '0').slice(0, decimals);
  const up = Number(fraction.padEnd(decimals + 1, '0')[decimals]) >= 5 ? 1n : 0n;
  const digits = (BigInt(padded) + up).toString().padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  const minus = sign === '-' && /[1-9]/.test(digits) ? '−' : '';
  return minus + thousands(digits.slice(0, cut)) + (decimals > 0 ? `.${digits.slice(cut)}` : '');
}

/** Places of a decimal text, without zeros at its end. */
export function placesIn(decimal: string): number {
  const dot = decimal.indexOf('.');
  let end = decimal.length;
  while (end > dot && decimal[end - 1] === '0') end -= 1;
  return dot < 0 ? 0 : Math.max(0, end - dot - 1);
}

/** What a figure lacks to stand below one with so many decimals, point below point: it is drawn and not seen. undefined: nothing, or it is no bare figure. */
export function lackingTo(text: string, places: number | undefined): string | undefined {
  const [figure, fraction = ''] = /^[−+]?[\d,]+(?:\.(\d+))?$/.exec(text) ?? [];
  if (figure === undefined || places === undefined || fraction.length >= places) return undefined;
  return `${fraction === '' ? '.' : ''}${'0'.repeat(places - fraction.length)}`;
}

/** How many decimals the longest of these figures has, where not all have as many. */
export function decimalsAmong(figures: readonly string[]): number | undefined {
  const all = figures.flatMap((text) => /^[−+]?[\d,]+(?:\.(\d+))?$/.exec(text)?.slice(1, 2) ?? []).map((part = '') => part.length);
  const most = Math.max(0, ...all);
  return all.some((places) => places < most) ? most : undefined;
}

/**
 * A number as its field writes it, given or calculated, one or a sum: the decimals of its format and every one beyond them. Rules compare
 * what is stored, so 4,999.996 is never read as 5,000.00. What shall have fewer says so by `length`, and then is stored so.
 */
export const figureOf = (value: string | number | null | undefined, def: Parameters<typeof decimalsOf>[0]): string =>
  writeExact(value, decimalsOf(def));

/** A number with every decimal it has, and at least so many. */
export const writeExact = (value: string | number | null | undefined, least = 0): string =>
  writeFigure(value, Math.max(least, placesIn(String(value ?? ''))));

function thousands(digits: string): string {
  const parts: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) parts.unshift(digits.slice(Math.max(0, end - 3), end));
  return parts.join(',');
}

/** Numbers in exponent form are written out; texts are left as they are. */
function plain(value: string | number): string {
  if (typeof value === 'string') return value.trim();
  return Number.isInteger(value)
    ? BigInt(value).toString()
    : value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
}

/** A unit that is an amount itself, such as CNY 10,000: beside a figure it could be read as another one. */
export const isAmount = (unit: string): boolean => /(?:^|[\s$¥€£])\d/.test(unit);

/** What keeps a figure and its unit on one line. */
const BLANK = '\u00a0';

/**
 * A figure that stands alone, with what it is counted in: 1,200.00 万元, 45.00 MW, 53.6%, US$12.00; 1,200.00 × CNY 10,000, which cannot be
 * read twice. It may go on in a second line behind × only.
 */
export function withUnit(figure: string, unit: string): string {
  if (figure === '' || unit === '') return figure;
  if (unit === '%') return `${figure}%`;
  if (isAmount(unit)) return `${figure}${BLANK}× ${unit.replaceAll(' ', BLANK)}`;
  if (!/[$¥€£]$/.test(unit)) return `${figure}${BLANK}${unit.replaceAll(' ', BLANK)}`;
  return figure.startsWith('−') ? `−${unit}${figure.slice(1)}` : unit + figure;
}
