import { readDayAlone } from '#protocol/fields/typed-day.ts';
import type { FieldDef } from '#protocol/meta/field.ts';

/** The time limit of an urgent event as a field (FLOW-07): typed, read, drawn and refused like any time. */
export const LIMIT: FieldDef = {
  ...{ uid: 'flow.limit_time', field_name: 'limit_time', key_name: '办理时限', key_name_en: 'Time limit' },
  // days from today: the calendar offers none that is over
  ...{ data_type: 'datetime', min: 0 },
};

/** When a day ends that is said as a limit without a time: it is meant to the last, however it comes. */
export const endOfDay = (day: string): string => `${day} 23:59:59`;

/** What was typed as a limit, where it means another thing than a time of other fields does; null where it does not. */
export function limitMeant(typed: string): string | null {
  const day = readDayAlone(typed);
  return day && endOfDay(day);
}
