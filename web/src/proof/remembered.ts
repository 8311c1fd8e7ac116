import { foldName } from '#protocol/signin/names.ts';
import type { Identity } from '#protocol/signin/proof.ts';
import { REMEMBERED_MINUTES } from '#protocol/signin/remember.ts';

/** What this browser keeps of who asked to be remembered (AUTH-09): the names as they are folded, and a value that stands for the password once. */
export interface Remembered extends Identity {
  value: string;
  /** epoch milliseconds; the server has the last word */
  until: number;
}

const KEY = 'fw.remembered';

/** Who is remembered here, as long as it may hold; of a sub-account or a person, only where it is of him. */
export function remembered(of: Partial<Identity> = {}): Remembered | null {
  try {
    const kept = JSON.parse(globalThis.localStorage?.getItem(KEY) || 'null') as Remembered | null;
    return kept && kept.until > Date.now() && isOf(kept, of) ? kept : null;
  } catch {
    return null;
  }
}

/** Whether it is of these names as somebody typed them; an empty one is anybody's. */
export const isOf = (kept: Identity, { subname, username }: Partial<Identity>): boolean =>
  (!subname || foldName(subname) === kept.subname) && (!username || foldName(username) === kept.username);

/** Keeps the value of a sign-in; one that follows another ends when that one would have. */
export const keepRemembered = ({ subname, username }: Identity, value: string, after: Remembered | null): void =>
  store(JSON.stringify({ subname, username, value, until: after?.until ?? Date.now() + REMEMBERED_MINUTES * 60_000 }));

export const forgetRemembered = (): void => store('');

/** A browser that refuses its storage keeps nothing. */
function store(text: string): void {
  try {
    globalThis.localStorage?.setItem(KEY, text);
  } catch {
    // who is not remembered types
  }
}
