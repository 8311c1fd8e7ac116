import type { Compare, Period } from '#protocol/meta/report/periods.ts';
import { type Days, daysAsked } from './ranges.ts';

/** How far what is compared lies back. */
export type Move = { readonly months: number } | { readonly days: number };

/** A month of days is compared with the month before, a range of months, quarters or years with as many before it, a range of days with as many days. */
export function moveOf(period: Period, value: string, compare: Compare): Move | null {
  const days = daysAsked(period, value);
  if (!days) return null;
  if (compare === 'year') return { months: 12 };
  if (period === 'DAILY' && value.includes(',')) return { days: (instant(days[1]) - instant(days[0])) / DAY + 1 };
  const [from, to] = days.map(monthOf) as [number, number];
  return { months: to - from + 1 };
}

/** Where a day that is compared stands: a day that the later month does not have falls on its last one, as PostgreSQL has it. */
export function movedOn(day: string, move: Move): string {
  if ('days' in move) return afterDays(day, move.days) ?? day;
  const [, , number] = parts(day);
  const month = monthOf(day) + move.months;
  return written(month, Math.min(number, lengthOf(month)));
}

/** The days that fall into these once they are moved; null where there are none in the calendar. */
export function movedBack([from, to]: Days, move: Move): Days | null {
  const [first, last] = 'days' in move ? [afterDays(from, -move.days), afterDays(to, -move.days)] : monthsBack(from, to, move.months);
  return first && last && first <= last ? [first, last] : null;
}

function monthsBack(from: string, to: string, months: number): readonly [string?, string?] {
  const [first, last] = [monthOf(from) - months, monthOf(to) - months];
  if (first < FIRST_MONTH) return [];
  const [, , begin] = parts(from);
  const [, , end] = parts(to);
  return [
    begin <= lengthOf(first) ? written(first, begin) : written(first + 1, 1),
    // what the asked month does not have fell on its last day
    end === lengthOf(monthOf(to)) ? written(last, lengthOf(last)) : written(last, Math.min(end, lengthOf(last))),
  ];
}

const DAY = 86_400_000;
/** January of the year 1. */
const FIRST_MONTH = 12;
const parts = (day: string) => day.split('-').map(Number) as [year: number, month: number, day: number];
/** Months since the year 0. */
const monthOf = (day: string): number => parts(day)[0] * 12 + parts(day)[1] - 1;
const instant = (day: string): number => Date.parse(`${day}T00:00:00Z`);

function lengthOf(month: number): number {
  const [year, number] = [Math.floor(month / 12), (month % 12) + 1];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return number === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(number) ? 30 : 31;
}

const written = (month: number, day: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${two((month % 12) + 1)}-${two(day)}`;
const two = (number: number): string => String(number).padStart(2, '0');

function afterDays(day: string, days: number): string | undefined {
  const date = new Date(instant(day) + days * DAY);
  return date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999 ? undefined : date.toISOString().slice(0, 10);
}
