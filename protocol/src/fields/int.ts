import { checkBounds, Decimal } from './decimal.ts';
import { writeFigure } from './figure.ts';
import type { FieldKind } from './kind.ts';
import { between, isEmpty, malformed } from './kind.ts';
import { encodeText } from './line.ts';
import { readNumber } from './typed-number.ts';

/** FORM-07: 0, or digits without a leading zero, optionally negative. */
export const isInteger = (text: string): boolean => /^(0|-?[1-9][0-9]*)$/.test(text);

/** A whole number of at most 2^53-1 either way: on the wire a JSON number. */
export const int: FieldKind = {
  read: (typed, field) => readNumber(typed, field) ?? typed,
  parse(input, field) {
    if (isEmpty(input)) return { value: null };
    if (typeof input !== 'number' && !(typeof input === 'string' && isInteger(input))) return malformed(field);
    const value = Number(input);
    return Number.isSafeInteger(value) && !Object.is(value, -0) ? { value } : malformed(field);
  },
  check: (value, field) => (value === null ? null : checkBounds(value as number, field)),
  encode: encodeText,
  show: (wire) => (typeof wire === 'number' || typeof wire === 'string' ? writeFigure(wire, 0) : ''),
  sample(random, { def }) {
    const low = Number(new Decimal(String(def.min ?? 0)).ceil());
    return between(random, low, def.max === undefined ? low + 10_000 : Math.floor(Number(def.max)));
  },
};
