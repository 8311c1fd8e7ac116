import { dayIn, instantOf } from '#protocol/wire/clock.ts';

/** When a company works: its clock, its weeks, and the days that are otherwise than they say. */
export interface WorkingTime {
  zone: string;
  /** by their first days; before the first of them that one holds. None: the usual week */
  weeks: readonly Week[];
  /** by yyyy-MM-dd: worked on though its week has it free, or not though it is a working day */
  days: ReadonlyMap<string, boolean>;
}

/** A week of working, in force from a day until the next one's. */
export interface Week {
  /** yyyy-MM-dd */
  since: string;
  /** 1 Monday to 7 Sunday */
  weekdays: readonly number[];
  /** `HH:mm` or `HH:mm:ss` on the wall, in order */
  spans: readonly (readonly [from: string, until: string])[];
}

/** That of a company that has none, as every one begins (suites/sys/seed/calendar.ts). */
const USUAL: Week = {
  since: '',
  weekdays: [1, 2, 3, 4, 5],
  spans: [
    ['09:00', '12:00'],
    ['13:00', '18:00'],
  ],
};

/** How far a limit is looked for: who marks years as holidays waits by the wall. */
const MOST_DAYS = 1100;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * The instant when so many working hours have gone by, on the company's clock: the days of its week but for its calendar. Where these have
 * not so many, as many hours by the wall.
 */
export function afterWork(from: number, hours: number, { zone, weeks, days }: WorkingTime): number {
  let left = hours * HOUR;
  // noon of each day: no clock is put forward there
  let noon = instantOf(`${dayIn(zone, new Date(from))} 12:00`, zone) ?? from;
  for (let day = 0; day < MOST_DAYS; day += 1, noon += DAY) {
    const date = dayIn(zone, new Date(noon));
    const week = weekOf(weeks, date);
    if (!(days.get(date) ?? week.weekdays.includes(weekdayOf(date)))) continue;
    for (const [begin, end] of week.spans) {
      const start = Math.max(from, instantOf(`${date} ${begin}`, zone) ?? from);
      const until = instantOf(`${date} ${end}`, zone) ?? from;
      if (until <= start) continue;
      if (until - start >= left) return start + left;
      left -= until - start;
    }
  }
  return from + hours * HOUR;
}

const weekOf = (weeks: readonly Week[], date: string): Week => weeks.findLast(({ since }) => since <= date) ?? weeks[0] ?? USUAL;

/** Of the calendar day, whatever the zone. */
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
