import { checkBounds, Decimal, fitDecimal, NUMBER, precisionOf } from './decimal.ts';
import { figureOf } from './figure.ts';
import type { FieldKind } from './kind.ts';
import { between, isEmpty, malformed } from './kind.ts';
import { encodeText } from './line.ts';
import { readNumber } from './typed-number.ts';

const LONGEST = 100;

/** A JSON number is taken where its decimal writing is certain: at most 15 digits, no exponent. */
function plainText(input: unknown): string | null {
  if (typeof input === 'string') return input.length <= LONGEST && NUMBER.test(input) ? input : null;
  if (typeof input !== 'number' || !Number.isFinite(input)) return null;
  const text = String(input);
  return NUMBER.test(text) && text.replace(/\D/g, '').length <= 15 ? text : null;
}

/** An exact decimal of precision `length`; more decimals than that are refused, not rounded. Values carry every decimal of the scale. */
export const numeric: FieldKind = {
  read: (typed, field) => readNumber(typed, field) ?? typed,
  parse(input, field) {
    if (isEmpty(input)) return { value: null };
    const text = plainText(input);
    if (text === null) return malformed(field);
    const decimal = new Decimal(text);
    const { precision, scale } = precisionOf(field.def);
    if (decimal.decimalPlaces() > scale) return malformed(field, 'fieldDecimals', { limit: scale });
    const value = fitDecimal(decimal, field.def);
    return value === null ? malformed(field, 'fieldDigits', { limit: precision - scale }) : { value };
  },
  check: (value, field) => (value === null ? null : checkBounds(value as string, field)),
  encode: encodeText,
  show(wire, { def }) {
    if (typeof wire !== 'string' && typeof wire !== 'number') return '';
    return figureOf(wire, def);
  },
  sample(random, { def }) {
    const { scale } = precisionOf(def);
    const low = new Decimal(String(def.min ?? 0));
    const high = def.max === undefined ? low.plus(9) : new Decimal(String(def.max));
    const part = new Decimal(between(random, 0, 1_000_000)).div(1_000_000);
    return low.plus(high.minus(low).times(part)).toDecimalPlaces(scale, Decimal.ROUND_DOWN).toFixed(scale);
  },
};
