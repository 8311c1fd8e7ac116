const WALL = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/**
 * A time limit as typed, `yyyy-MM-dd HH:mm:ss` of the company's wall clock (a day alone lasts until its end), or ISO 8601 with
 * an offset, as an instant. What is neither is handed on as it is, and refused as malformed by the engine.
 */
export function limitTime(text: string | undefined, zone: string): string | null {
  if (!text) return null;
  const wall = WALL.exec(text);
  if (!wall) return text;
  const [year, month, day, hour, minute, second] = wall.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  const end = hour === undefined;
  const asUtc = Date.UTC(year!, month! - 1, day!, end ? 23 : hour, end ? 59 : minute, end ? 59 : (second ?? 0));
  const back = new Date(asUtc);
  if (Number.isNaN(asUtc) || back.getUTCMonth() + 1 !== month || back.getUTCDate() !== day) return text;
  const guess = asUtc - offsetAt(asUtc, zone);
  return new Date(asUtc - offsetAt(guess, zone)).toISOString();
}

/** Milliseconds that the zone's clock is ahead of UTC at an instant. */
function offsetAt(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - Math.floor(instant / 1000) * 1000;
}

/** Times of a case never go back, whatever the clock says (I13). */
export function later(now: Date, stored: { last_at: string } | null): string {
  const time = now.toISOString();
  return stored && stored.last_at > time ? stored.last_at : time;
}

/** An instant as the wire shows it: yyyy-MM-dd HH:mm:ss on the company's clock. */
export function onClock(instant: string | null, zone: string): string | null {
  if (instant === null) return null;
  const at = Date.parse(instant);
  return new Date(at + offsetAt(at, zone)).toISOString().slice(0, 19).replace('T', ' ');
}
