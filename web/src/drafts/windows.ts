import { newRid } from '#web/api/rid.ts';

/**
 * Windows of one browser share what is kept and not what is open. Each has a name, under which its drafts lie; a reload keeps the name.
 * A window that is duplicated has its twin's name until one of them writes over the other: then it takes a new one.
 */
const KEY = 'fw.window';
let name = globalThis.sessionStorage?.getItem(KEY) ?? newName();

function newName(): string {
  const next = newRid().slice(0, 8);
  globalThis.sessionStorage?.setItem(KEY, next);
  return next;
}

/** A place that this window has open; `write` keeps what is typed there once more, under the window's name as it is then. */
export interface Held {
  place: string;
  write(): void;
  /** the person gave all up: what still stands there is not kept any more */
  forget(): void;
}

const held = new Set<Held>();

export function hold(one: Held): () => void {
  held.add(one);
  return () => held.delete(one);
}

/** Keeps all that is typed in this window now, without waiting for the pause after the last key. */
export function writeHeld(): void {
  for (const one of held) one.write();
}

export function forgetHeld(): void {
  for (const one of held) one.forget();
}

/** Ends the holding of one place: what stands there is kept once more, and belongs to who takes it from there. */
export function releaseHeld(place: string): void {
  for (const one of held) {
    if (one.place !== place) continue;
    one.write();
    one.forget();
  }
}

/** Where this window keeps what is typed at a place. */
export const ownKey = (place: string): string => place + name;

export const isHeldHere = (key: string): boolean => [...held].some(({ place }) => ownKey(place) === key);

type Message = { ask: string } | { holds: string };
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('fw.drafts');
const hearers = new Set<(key: string) => void>();

/** How long another window, busy or in the background, has to say that it holds a place; who is slower is told by the storage, and loses nothing. */
const PATIENCE = 1_000;

/** Which of these keys other windows hold open now. */
export function heldElsewhere(place: string): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  const hear = (key: string) => keys.add(key);
  hearers.add(hear);
  channel?.postMessage({ ask: place } satisfies Message);
  return new Promise((resolve) =>
    setTimeout(() => {
      hearers.delete(hear);
      resolve(keys);
    }, PATIENCE),
  );
}

if (channel)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('holds' in data) for (const hear of hearers) hear(data.holds);
    else if ([...held].some(({ place }) => place === data.ask)) channel.postMessage({ holds: ownKey(data.ask) } satisfies Message);
  };

/** Another window wrote or removed what is held here: it is written again, and under a new name where the old one is not ours alone. */
globalThis.addEventListener?.('storage', ({ key, newValue }: StorageEvent) => {
  if (key !== null && !isHeldHere(key)) return;
  if (newValue !== null) name = newName();
  for (const one of held) one.write();
});
