import { isDay } from './calendar.ts';
import type { FieldKind } from './kind.ts';
import { between, isEmpty, malformed } from './kind.ts';
import { encodeText, showText } from './line.ts';
import { EXAMPLES, readMonth } from './typed-day.ts';

/** yyyy-MM. */
export const month: FieldKind = {
  read: (typed) => readMonth(typed) ?? typed,
  parse(input, field) {
    if (isEmpty(input)) return { value: null };
    return typeof input === 'string' && isDay(`${input}-01`)
      ? { value: input }
      : malformed(field, 'fieldMoment', { example: EXAMPLES.month });
  },
  check: () => null,
  encode: encodeText,
  show: showText,
  sample: (random) => `${between(random, 2015, 2030)}-${String(between(random, 1, 12)).padStart(2, '0')}`,
};
