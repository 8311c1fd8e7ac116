import { addDays, checkDays, isDay } from './calendar.ts';
import type { FieldKind } from './kind.ts';
import { between, isEmpty, malformed } from './kind.ts';
import { encodeText, showText } from './line.ts';
import { EXAMPLES, isNoDay, readDay } from './typed-day.ts';

/** A day of the calendar, yyyy-MM-dd; never an instant. */
export const date: FieldKind = {
  read: (typed) => readDay(typed) ?? typed,
  parse(input, field) {
    if (isEmpty(input)) return { value: null };
    if (typeof input === 'string' && isDay(input)) return { value: input };
    return isNoDay(input) ? malformed(field, 'fieldNoDay') : malformed(field, 'fieldMoment', { example: EXAMPLES.date });
  },
  check: (value, field, today) => (value === null ? null : checkDays(String(value), field, today)),
  encode: encodeText,
  show: showText,
  sample: (random) => addDays('2024-02-28', between(random, 0, 1500)),
};
