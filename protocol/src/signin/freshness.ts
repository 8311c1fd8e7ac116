const HOUR = 3_600_000;

/** Time key of an instant: month, day and hour, UTC. */
export const timeKey = (now: Date): string => now.toISOString().slice(5, 13).replace('T', '-');

/**
 * The year that a time key stands for: `11-21-02` is `2026-11-21-02` when that is this hour, the one before or the one after;
 * anything else is null. The year is signed too, so that a recorded body is worth nothing a year later.
 */
export function resolveTime(key: string, now: Date): string | null {
  for (const offset of [0, -HOUR, HOUR]) {
    const hour = new Date(now.getTime() + offset);
    if (timeKey(hour) === key) return `${hour.getUTCFullYear()}-${key}`;
  }
  return null;
}

/** A number of [1e9, 1e10) as the wire writes it, without leading zeros. */
export const isRandom = (random: string): boolean => /^[1-9]\d{9}$/.test(random);
