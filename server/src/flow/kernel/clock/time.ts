import { instantOf, wallAt } from '#protocol/wire/clock.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A time limit as typed, `yyyy-MM-dd HH:mm:ss` of the company's wall clock (a day alone lasts until its end), or ISO 8601 with
 * an offset, as an instant. What is neither is handed on as it is, and refused as malformed by the engine.
 */
export function limitTime(text: string | undefined, zone: string): string | null {
  if (!text) return null;
  const instant = instantOf(DAY.test(text) ? `${text} 23:59:59` : text, zone);
  return instant === null ? text : new Date(instant).toISOString();
}

/** Times of a case never go back, whatever the clock says (I13). */
export function later(now: Date, stored: { last_at: string } | null): string {
  const time = now.toISOString();
  return stored && stored.last_at > time ? stored.last_at : time;
}

/** An instant as the wire shows it: yyyy-MM-dd HH:mm:ss on the company's clock. */
export const onClock = (instant: string | null, zone: string): string | null =>
  instant === null ? null : wallAt(Date.parse(instant), zone);
