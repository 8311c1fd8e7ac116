import { dayIn, instantOf } from '#protocol/wire/clock.ts';

/** When a company works: its clock, the spans of a working day, and the days that are otherwise than the week says. */
export interface WorkingTime {
  zone: string;
  /** `HH:mm` to `HH:mm` on the wall, in order */
  spans: readonly (readonly [from: string, until: string])[];
  /** by yyyy-MM-dd: worked on though it is a weekend, or not though it is none */
  days: ReadonlyMap<string, boolean>;
}

/** How far a limit is looked for: who marks years as holidays waits by the wall. */
const MOST_DAYS = 1100;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * The instant when so many working hours have gone by, on the company's clock: Monday to Friday but for its calendar. Where the calendar has
 * not so many, as many hours by the wall.
 */
export function afterWork(from: number, hours: number, { zone, spans, days }: WorkingTime): number {
  let left = hours * HOUR;
  // noon of each day: no clock is put forward there
  let noon = instantOf(`${dayIn(zone, new Date(from))} 12:00`, zone) ?? from;
  for (let day = 0; day < MOST_DAYS; day += 1, noon += DAY) {
    const date = dayIn(zone, new Date(noon));
    if (!(days.get(date) ?? isWeekday(date))) continue;
    for (const [begin, end] of spans) {
      const start = Math.max(from, instantOf(`${date} ${begin}`, zone) ?? from);
      const until = instantOf(`${date} ${end}`, zone) ?? from;
      if (until <= start) continue;
      if (until - start >= left) return start + left;
      left -= until - start;
    }
  }
  return from + hours * HOUR;
}

/** Of the calendar day, whatever the zone. */
const isWeekday = (date: string): boolean => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

/** `09:00-12:00,13:00-18:00` as spans. */
export const spansOf = (text: string): [string, string][] => text.split(',').map((span) => span.trim().split('-') as [string, string]);
