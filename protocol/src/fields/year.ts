import type { FieldKind } from './kind.ts';
import { between, isEmpty, malformed } from './kind.ts';
import { encodeText, showText } from './line.ts';
import { EXAMPLES, readYear } from './typed-day.ts';

/** yyyy, 0001 to 9999. */
export const year: FieldKind = {
  read: (typed) => readYear(typed) ?? typed,
  parse(input, field) {
    if (isEmpty(input)) return { value: null };
    const text = typeof input === 'number' ? String(input) : input;
    return typeof text === 'string' && /^[0-9]{4}$/.test(text) && text !== '0000'
      ? { value: text }
      : malformed(field, 'fieldMoment', { example: EXAMPLES.year });
  },
  check: () => null,
  encode: encodeText,
  show: showText,
  sample: (random) => String(between(random, 2015, 2030)),
};
