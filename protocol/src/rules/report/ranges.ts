import type { Period } from '#protocol/meta/report/periods.ts';

/** The first and the last day of something. */
export type Days = readonly [first: string, last: string];

const YEAR = /^(?!0000)\d{4}$/;
const MONTH = /^((?!0000)\d{4})-(0[1-9]|1[0-2])$/;

/** Buckets of each length, as they are written. */
const BUCKETS: Readonly<Record<Period, RegExp>> = {
  DAILY: /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  MONTH,
  QUARTER: /^(?!0000)\d{4}-Q[1-4]$/,
  YEAR,
};

/**
 * The days that a report is asked for: a month (yyyy-MM) by days, a year (yyyy) by months or quarters; of any length from one bucket to another,
 * both among them (2025-Q3,2026-Q2). Null for what is none, such as a month where a year is asked for.
 */
export function daysAsked(period: Period, value: string): Days | null {
  const [from = '', to] = value.split(',', 2);
  if (to !== undefined) return value === `${from},${to}` && from <= to ? bucketsAsked(period, from, to) : null;
  if (period === 'DAILY') return MONTH.test(value) ? monthDays(value) : null;
  return period !== 'YEAR' && YEAR.test(value) ? [`${value}-01-01`, `${value}-12-31`] : null;
}

function bucketsAsked(period: Period, from: string, to: string): Days | null {
  if (![from, to].every((one) => BUCKETS[period].test(one) && (period !== 'DAILY' || isDay(one)))) return null;
  return [daysOf(from)[0], daysOf(to)[1]];
}
const isDay = (day: string): boolean => day <= monthDays(day.slice(0, 7))[1];

/** The bucket of a period in which a day lies: 2026-11-27, 2026-11, 2026-Q4, 2026. */
export function bucketOf(period: Period, day: string): string {
  if (period === 'DAILY') return day;
  if (period === 'MONTH') return day.slice(0, 7);
  return period === 'YEAR' ? day.slice(0, 4) : `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

/** The days of a bucket. */
export function daysOf(bucket: string): Days {
  const [year = '', part] = bucket.split('-', 2);
  if (part === undefined) return [`${year}-01-01`, `${year}-12-31`];
  if (!part.startsWith('Q')) return bucket.length > 7 ? [bucket, bucket] : monthDays(bucket);
  const last = Number(part.slice(1)) * 3;
  return [`${year}-${two(last - 2)}-01`, monthDays(`${year}-${two(last)}`)[1]];
}

/** Buckets from one to another, both among them; at most `most`, null where there are more. */
export function bucketsBetween(period: Period, from: string, to: string, most: number): readonly string[] | null {
  const found: string[] = [];
  for (let at = from; at <= to; at = next(period, at)) {
    if (found.length === most) return null;
    found.push(at);
    if (at === to) break;
  }
  return found;
}

function next(period: Period, bucket: string): string {
  const [, last] = daysOf(bucket);
  const day = new Date(`${last}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return bucketOf(period, day.toISOString().slice(0, 10));
}

function monthDays(month: string): Days {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = number === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(number) ? 30 : 31;
  return [`${month}-01`, `${month}-${days}`];
}

const two = (number: number): string => String(number).padStart(2, '0');
