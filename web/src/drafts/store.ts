import { isLooking } from '#web/api/session.ts';
import type { TabLabel } from '#web/nav/page.ts';
import { isDraftKey } from './place.ts';

/** What was typed somewhere. */
export interface Draft<B = unknown> {
  /** when it was typed, in milliseconds */
  at: number;
  /** the record's version that it was typed on */
  on?: number;
  /** what its page is called */
  name: TabLabel;
  body: B;
}

/** A draft as it lies in the browser, under its place's key and the name of the window that keeps it. */
export interface KeptDraft<B = unknown> extends Draft<B> {
  key: string;
}

/** Letters, keys included: of one draft, and of all drafts of all people on this machine. */
const LARGEST = 400_000;
const MOST = 2_000_000;
const OLDEST = 30 * 86_400_000;

const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};

/** Hears of every draft that is kept or dropped, here and in other windows. */
export function onDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
globalThis.addEventListener?.('storage', ({ key }: StorageEvent) => (key === null || isDraftKey(key)) && tell());

/** Keeps it; false where it cannot be: too large, or no room left in this browser. The oldest of other drafts give way, never one in `spared`. */
export function putDraft(key: string, draft: Draft, spared: (key: string) => boolean = () => false): boolean {
  // who looks through somebody's eyes leaves nothing here, and reads nothing that this person typed
  if (isLooking()) return true;
  const text = JSON.stringify(draft);
  if (text.length > LARGEST) return false;
  const others = allKeys().filter((each) => each !== key);
  const aging = others.filter((each) => !spared(each)).sort((one, other) => timeOf(one) - timeOf(other));
  let room = MOST - others.reduce((sum, each) => sum + sizeOf(each), 0);
  for (;;) {
    if (room >= key.length + text.length && isSet(key, text)) break;
    const oldest = aging.shift();
    if (oldest === undefined) return false;
    room += sizeOf(oldest);
    localStorage.removeItem(oldest);
  }
  tell();
  return true;
}

function isSet(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(key: string): void {
  if (isLooking() || localStorage.getItem(key) === null) return;
  localStorage.removeItem(key);
  tell();
}

/** What lies under one key lies under another from now on; false where there is no room for that: then it stays where it was. */
export function moveDraft(from: string, to: string, spared?: (key: string) => boolean): boolean {
  const text = localStorage.getItem(from);
  const draft = read(from);
  if (text === null || draft === null || isLooking()) return true;
  // first away, so that there is room where there was room before
  localStorage.removeItem(from);
  if (putDraft(to, draft, spared)) return true;
  isSet(from, text);
  tell();
  return false;
}

/** All that is kept below a key (a place's or a person's), newest first. What is too old is gone. */
export function draftsBelow<B>(start: string, now = Date.now()): KeptDraft<B>[] {
  if (isLooking()) return [];
  return allKeys()
    .filter((key) => key.startsWith(start))
    .flatMap((key) => {
      const draft = read<B>(key);
      if (draft && now - draft.at < OLDEST) return [{ ...draft, key }];
      localStorage.removeItem(key);
      return [];
    })
    .sort((one, other) => other.at - one.at);
}

const allKeys = (): string[] => Object.keys(localStorage).filter(isDraftKey);
const sizeOf = (key: string): number => key.length + (localStorage.getItem(key)?.length ?? 0);
const timeOf = (key: string): number => read(key)?.at ?? 0;

function read<B>(key: string): Draft<B> | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Draft<B>> | null;
    return draft && typeof draft.at === 'number' && [draft.name, draft.body].every((each) => typeof each === 'object' && each !== null)
      ? (draft as Draft<B>)
      : null;
  } catch {
    return null;
  }
}
