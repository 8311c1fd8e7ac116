/**
 * The company's clock. Times travel as its wall time, `yyyy-MM-dd HH:mm:ss` without an offset; whoever computes with one, an age
 * or what today is, does so in its zone and never in that of the machine.
 */
const WALL = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?$/;
/** Making one takes longer than the rest of a small call. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const options = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    ...options,
  });
  formats.set(zone, made);
  return made;
}

/** Whether a clock of this name is known. */
export function isZone(zone: string): boolean {
  try {
    return formatOf(zone) !== undefined;
  } catch {
    return false;
  }
}

/** Milliseconds that the zone's clock is ahead of UTC at an instant. */
function aheadAt(instant: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(instant);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - Math.floor(instant / 1000) * 1000;
}

/** What the zone's clock shows at an instant (epoch milliseconds): yyyy-MM-dd HH:mm:ss. */
export const wallAt = (instant: number, zone: string): string =>
  new Date(instant + aheadAt(instant, zone)).toISOString().slice(0, 19).replace('T', ' ');

/** How the zone's clock stands to UTC at an instant, for who may read it elsewhere: `UTC+08:00`. */
export function offsetAt(instant: number, zone: string): string {
  const minutes = Math.round(aheadAt(instant, zone) / 60_000);
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

const MINUTE = 60_000;
/** Days begin with a minute of every clock of today: a zone's last answer holds for the rest of it. */
const days = new Map<string, { minute: number; day: string }>();

/** The day that it is there, yyyy-MM-dd. */
export function dayIn(zone: string, instant: Date): string {
  const minute = Math.floor(instant.getTime() / MINUTE);
  const last = days.get(zone);
  if (last?.minute === minute) return last.day;
  const day = wallAt(instant.getTime(), zone).slice(0, 10);
  days.set(zone, { minute, day });
  return day;
}

/**
 * When the zone's clock shows a wall time, in epoch milliseconds; null for what is none, a day or a minute that there is not among them. An
 * hour that the clock skips is the one after it.
 */
export function instantOf(wall: string, zone: string): number | null {
  const [, day, clock, second = ':00'] = WALL.exec(wall) ?? [];
  const text = `${day}T${clock}${second}`;
  const asUtc = Date.parse(`${text}Z`);
  // 30 February is read as 2 March
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(text)) return null;
  return asUtc - aheadAt(asUtc - aheadAt(asUtc, zone), zone);
}
