import { foldName } from '#protocol/signin/names.ts';
import type { Identity } from '#protocol/signin/proof.ts';
import { REMEMBERED_MINUTES } from '#protocol/signin/remember.ts';

/** What this browser keeps of who asked to be remembered (AUTH-09): the names, and a value that stands for the password once. */
export interface Remembered extends Identity {
  value: string;
  /** epoch milliseconds; the server has the last word */
  until: number;
}

const KEY = 'fw.remembered';

/** Who is remembered here, as long as it may hold; of a sub-account or a person, only where it is of him. */
export function remembered(of: Partial<Identity> = {}): Remembered | null {
  try {
    const kept = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? 'null') as Remembered | null;
    return kept && typeof kept.value === 'string' && kept.until > Date.now() && isOf(kept, of) ? kept : null;
  } catch {
    return null;
  }
}

/** Whether it is of these names as somebody typed them; an empty one is anybody's. */
export const isOf = (kept: Identity, { subname, username }: Partial<Identity>): boolean =>
  (!subname || foldName(subname) === kept.subname) && (!username || foldName(username) === kept.username);

/** Keeps the value of a sign-in; one that follows another ends when that one would have. Nothing is kept where the browser keeps nothing. */
export function keepRemembered({ subname, username }: Identity, value: string, after: Remembered | null): void {
  const until = after?.until ?? Date.now() + REMEMBERED_MINUTES * 60_000;
  try {
    globalThis.localStorage?.setItem(KEY, JSON.stringify({ subname: foldName(subname), username: foldName(username), value, until }));
  } catch {
    forgetRemembered();
  }
}

export function forgetRemembered(): void {
  try {
    globalThis.localStorage?.removeItem(KEY);
  } catch {
    // a browser that refuses its storage has kept nothing
  }
}
