import { endOfDay } from '#protocol/rules/limit.ts';
import { instantOf, wallAt } from '#protocol/wire/clock.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** ISO 8601 with an offset: what stands before it is a wall time. */
const OFFSET = /^(.+?)(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** What was said for a time and is none: no clock reads it. */
const NO_TIME = 'no time';

/** No limit lies further away: a year that was mistyped would let the case lie. */
const FURTHEST_YEARS = 10;

/**
 * A time limit as typed, `yyyy-MM-dd HH:mm:ss` of the company's wall clock (a day alone lasts until its end), or ISO 8601 with
 * an offset, as an instant. What is neither, and a day that there is not, the engine refuses as malformed.
 */
export function limitTime(text: string | undefined, zone: string): string | null {
  if (!text) return null;
  const wall = OFFSET.exec(text)?.[1];
  const instant = wall === undefined ? instantOf(DAY.test(text) ? endOfDay(text) : text, zone) : instantOf(wall, 'UTC') && Date.parse(text);
  return instant === null || Number.isNaN(instant) ? NO_TIME : new Date(instant).toISOString();
}

/** The catalogue's text of what is wrong with a limit; null where nothing is, '' where it is no time. */
export function limitFault(limit: string, now: string): '$flow_limit_past' | '$flow_limit_far' | '' | null {
  const at = new Date(limit);
  if (Number.isNaN(at.getTime())) return '';
  if (at <= new Date(now)) return '$flow_limit_past';
  at.setUTCFullYear(at.getUTCFullYear() - FURTHEST_YEARS);
  return at > new Date(now) ? '$flow_limit_far' : null;
}

/** Times of a case never go back, whatever the clock says (I13). */
export function later(now: Date, stored: { last_at: string } | null): string {
  const time = now.toISOString();
  return stored && stored.last_at > time ? stored.last_at : time;
}

/** An instant as the wire shows it: yyyy-MM-dd HH:mm:ss on the company's clock. */
export const onClock = (instant: string | null, zone: string): string | null =>
  instant === null ? null : wallAt(Date.parse(instant), zone);
