import { clockOf } from './calendar.ts';
import type { FieldKind } from './kind.ts';
import { between, isEmpty, malformed } from './kind.ts';
import { encodeText, showText } from './line.ts';
import { EXAMPLES, readClock } from './typed-day.ts';

/** HH:mm:ss of any day. */
export const time: FieldKind = {
  read: (typed) => readClock(typed) ?? typed,
  parse(input, field) {
    if (isEmpty(input)) return { value: null };
    const value = typeof input === 'string' ? clockOf(input) : null;
    return value ? { value } : malformed(field, 'fieldMoment', { example: EXAMPLES.time });
  },
  check: () => null,
  encode: encodeText,
  // to the minute, unless it has seconds
  show: (wire) => showText(wire).replace(/^(\d\d:\d\d):00$/, '$1'),
  sample: (random) => `${String(between(random, 0, 23)).padStart(2, '0')}:${String(between(random, 0, 59)).padStart(2, '0')}:00`,
};
