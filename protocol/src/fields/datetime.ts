import { addDays, checkDays, clockOf, isDay } from './calendar.ts';
import type { FieldKind } from './kind.ts';
import { between, isEmpty, malformed } from './kind.ts';
import { encodeText, showText } from './line.ts';
import { EXAMPLES, isNoDay, readInstant } from './typed-day.ts';

/** yyyy-MM-dd HH:mm:ss on the company's clock; a day alone is its midnight. */
export const datetime: FieldKind = {
  read: (typed) => readInstant(typed) ?? typed,
  parse(input, field) {
    if (isEmpty(input)) return { value: null };
    if (isNoDay(input)) return malformed(field, 'fieldNoDay');
    if (typeof input !== 'string' || !isDay(input.slice(0, 10))) return malformed(field, 'fieldMoment', { example: EXAMPLES.datetime });
    const clock = input.length === 10 ? '00:00:00' : input[10] === ' ' ? clockOf(input.slice(11)) : null;
    return clock ? { value: `${input.slice(0, 10)} ${clock}` } : malformed(field, 'fieldMoment', { example: EXAMPLES.datetime });
  },
  check: (value, field, today) => (value === null ? null : checkDays(String(value).slice(0, 10), field, today)),
  encode: encodeText,
  show: (wire, { def }) => (def.format?.endsWith(':ss') ? showText(wire) : showText(wire).slice(0, 16)),
  sample: (random) => `${addDays('2024-02-28', between(random, 0, 1500))} ${String(between(random, 0, 23)).padStart(2, '0')}:30:00`,
};
