import type { Fault, FieldSpec } from './kind.ts';
import { fault } from './kind.ts';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const ASCII = /^[\x20-\x7e]*$/;

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** A day of the calendar, yyyy-MM-dd, from the year 1 on: 2026-02-30 is none. */
export function isDay(text: string): boolean {
  const found = ASCII.test(text) ? DAY.exec(text) : null;
  if (!found) return false;
  const [year, month, day] = found.slice(1).map(Number) as [number, number, number];
  if (year < 1 || month < 1 || month > 12) return false;
  return day >= 1 && day <= LENGTHS[month - 1]! + (month === 2 && isLeap(year) ? 1 : 0);
}

/** HH:mm:ss; null when it is none. HH:mm is taken as full minutes. */
export const clockOf = (text: string): string | null =>
  ASCII.test(text) && CLOCK.test(text) ? (text.length === 5 ? `${text}:00` : text) : null;

/** The day `days` after (before, when negative). */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** FIELD-03: min and max of a date count days from today. */
export function checkDays(day: string, field: FieldSpec, today: string): Fault | null {
  const { min, max } = field.def;
  const last = max === undefined ? null : addDays(today, Number(max));
  const first = min === undefined ? null : addDays(today, Number(min));
  if (last && day > last) return fault(305, 'fieldMax', field, { bound: last, shown: last });
  if (first && day < first) return fault(305, 'fieldMin', field, { bound: first, shown: first });
  return null;
}
