import { dayIn, instantOf, isZone, wallAt } from '#protocol/wire/clock.ts';

/**
 * The company's clock on screen. Times of the wire are its wall time and are shown as they are; ages, limits and what today is are
 * computed in its zone, wherever the browser stands. Without a session it is the browser's own.
 */
const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
let told: string | undefined;
/** Looked up when it is first needed: a browser's first clock takes longer to make than the entry to run. */
let zone: string | null = null;

/** Told with each session; a zone that this browser does not know leaves its own. */
export function chooseZone(next: string | undefined): void {
  told = next;
  zone = null;
}

export function companyZone(): string {
  zone ??= told && isZone(told) ? told : ownZone();
  return zone;
}

/** The company's zone where its clock shows another time than the browser's just now; then the person should know. */
export function foreignZone(now = Date.now()): string | null {
  const ours = companyZone();
  return wallAt(now, ours) === wallAt(now, ownZone()) ? null : ours;
}

/** yyyy-MM-dd */
export const today = (now = Date.now()): string => dayIn(companyZone(), new Date(now));

/** yyyy-MM-dd HH:mm:ss */
export const wallNow = (now = Date.now()): string => wallAt(now, companyZone());

/** Seconds from a time of the wire until now; none where it is to come, or is no time. */
export const secondsSince = (time: string, now = Date.now()): number => Math.max(0, (now - (instantOf(time, companyZone()) ?? now)) / 1000);

/** Milliseconds until a time of the wire, negative once it has passed; null where it is no time. */
export function untilTime(time: string, now = Date.now()): number | null {
  const at = instantOf(time, companyZone());
  return at === null ? null : at - now;
}
