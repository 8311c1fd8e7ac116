import type { TabLabel } from '#web/nav/page.ts';
import { type Draft, draftsBelow, dropDraft, type KeptDraft, onDrafts, putDraft } from './store.ts';
import { heldElsewhere, hold, isHeldHere, ownKey } from './windows.ts';

/** What is typed at a place, as its page has it. */
export interface Typed<B> {
  /** what would be lost; null while nothing would */
  body(): B | null;
  /** hears of changes; answers how to stop */
  watch(listener: () => void): () => void;
  /** puts back what was found */
  restore(found: Draft<B>): void;
  /** what its page is called */
  name(): TabLabel;
  /** the record's version that is typed on */
  on?(): number | undefined;
}

/** How it stands with a place that is open. */
export interface Standing<B = unknown> {
  /** what was found and put back */
  restored: Draft<B> | null;
  /** another window holds something typed here too */
  isElsewhere: boolean;
  /** left by windows that are gone, and not put back: newest first */
  left: readonly KeptDraft<B>[];
  /** what is typed could not be kept: leaving loses it */
  isUnkept: boolean;
}

export const NOTHING_HELD: Standing<never> = { restored: null, isElsewhere: false, left: [], isUnkept: false };

export interface Hold<B> {
  /** saved or discarded: this window keeps nothing here any more */
  end(): void;
  /** puts one of `left` in the place of what is typed, which is left in turn */
  take(one: KeptDraft<B>): void;
  /** the page is gone; what is typed is kept */
  stop(): void;
}

const PAUSE = 400;

/** What had no room under the place that its page turns to, until it is there. */
const carried = new Map<string, Draft>();
export const carry = (place: string, draft: Draft): unknown => carried.set(place, draft);

/**
 * Follows a place while its page is open: puts back what this window kept, else the newest that a closed window left; keeps what is typed
 * 400 ms after the last key and whenever the page may go; says what other windows hold.
 */
export function holdDraft<B>(place: string, typed: Typed<B>, tell: (standing: Standing<B>) => void): Hold<B> {
  let standing: Standing<B> = NOTHING_HELD;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known: string[] = [];
  let isOver = false;
  let isForgotten = false;
  const change = (next: Partial<Standing<B>>) => {
    standing = { ...standing, ...next };
    tell(standing);
  };
  const draftNow = (body: B): Draft<B> => {
    const on = typed.on?.();
    return { at: Date.now(), ...(on === undefined ? {} : { on }), name: typed.name(), body };
  };
  const write = () => {
    clearTimeout(timer);
    if (isForgotten) return;
    const body = typed.body();
    if (body === null) dropDraft(ownKey(place));
    const isUnkept = body !== null && !putDraft(ownKey(place), draftNow(body), isHeldHere);
    if (standing.isUnkept !== isUnkept) change({ isUnkept });
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(write, PAUSE);
  };
  const restore = (found: Draft<B>) => {
    typed.restore(found);
    change({ restored: found });
  };
  const others = () => draftsBelow<B>(place).filter(({ key }) => key !== ownKey(place));
  /** Asks who holds what the other windows kept; `isFirst`: the newest of what nobody holds is put back where nothing is typed. */
  const meet = async (isFirst: boolean) => {
    const alive = await heldElsewhere(place);
    if (isOver) return;
    const left = others().filter(({ key }) => !alive.has(key));
    const newest = isFirst && typed.body() === null ? left.shift() : undefined;
    change({ isElsewhere: others().some(({ key }) => alive.has(key)), left });
    if (!newest) return;
    restore(newest);
    write();
    dropDraft(newest.key);
  };
  const look = (isFirst = false) => {
    const keys = others().map(({ key }) => key);
    if (keys.join() === known.join()) return;
    known = keys;
    void meet(isFirst);
  };

  const brought = carried.get(place) as Draft<B> | undefined;
  carried.delete(place);
  const own = brought ?? draftsBelow<B>(place).find(({ key }) => key === ownKey(place));
  if (own && typed.body() === null) restore(own);
  if (brought) write();
  look(true);
  const hide = () => document.visibilityState === 'hidden' && write();
  addEventListener('pagehide', write);
  document.addEventListener('visibilitychange', hide);
  const stops = [
    hold({
      ...{ place, write },
      forget: () => {
        isForgotten = true;
      },
    }),
    typed.watch(later),
    onDrafts(() => look()),
    () => removeEventListener('pagehide', write),
    () => document.removeEventListener('visibilitychange', hide),
  ];
  return {
    end: () => {
      clearTimeout(timer);
      dropDraft(ownKey(place));
      change({ restored: null, isUnkept: false });
    },
    take: (one) => {
      const mine = typed.body();
      restore(one);
      write();
      const instead = mine === null ? [] : [{ ...draftNow(mine), key: one.key }];
      if (mine === null) dropDraft(one.key);
      else putDraft(one.key, draftNow(mine), isHeldHere);
      change({ left: standing.left.flatMap((each) => (each.key === one.key ? instead : each)) });
    },
    stop: () => {
      isOver = true;
      write();
      for (const stop of stops) stop();
    },
  };
}
