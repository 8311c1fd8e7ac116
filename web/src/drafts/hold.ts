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
  const change = (next: Partial<Standing<B>>) => {
    standing = { ...standing, ...next };
    tell(standing);
  };
  const keeping = keepDraft(place, typed, (isUnkept) => standing.isUnkept !== isUnkept && change({ isUnkept }));
  const { write } = keeping;
  const restore = (found: Draft<B>) => {
    typed.restore(found);
    keeping.own();
    change({ restored: found });
  };
  const takeUp = (newest: KeptDraft<B>) => {
    restore(newest);
    write();
    dropDraft(newest.key);
  };

  const brought = carried.get(place) as Draft<B> | undefined;
  carried.delete(place);
  const own = brought ?? draftsBelow<B>(place).find(({ key }) => key === ownKey(place));
  if (own && typed.body() === null) restore(own);
  else if (own) keeping.own();
  if (brought) write();
  const others = watchOthers<B>(place, (left, isElsewhere, isFirst) => {
    const newest = isFirst && typed.body() === null ? left.shift() : undefined;
    change({ isElsewhere, left });
    if (newest) takeUp(newest);
  });
  const stops = [hold({ place, write, forget: keeping.forget }), typed.watch(keeping.later), others.stop, writeOnLeaving(write)];
  return {
    end: () => {
      keeping.drop();
      change({ restored: null, isUnkept: false });
    },
    take: (one) => {
      const mine = typed.body();
      restore(one);
      write();
      const instead = mine === null ? [] : [{ ...draftNow(typed, mine), key: one.key }];
      if (mine === null) dropDraft(one.key);
      else putDraft(one.key, draftNow(typed, mine), isHeldHere);
      change({ left: standing.left.flatMap((each) => (each.key === one.key ? instead : each)) });
    },
    stop: () => {
      others.end();
      write();
      for (const stop of stops) stop();
    },
  };
}

function draftNow<B>(typed: Typed<B>, body: B): Draft<B> {
  const on = typed.on?.();
  return { at: Date.now(), ...(on === undefined ? {} : { on }), name: typed.name(), body };
}

/**
 * Writes what is typed at a place under this window's name, at once or after a pause, until it is forgotten. Where nothing is typed any more it
 * takes away what it wrote or put back, and nothing else: another page of this window may have the same place open.
 */
function keepDraft<B>(place: string, typed: Typed<B>, tell: (isUnkept: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isForgotten = false;
  let isOwn = false;
  const write = () => {
    clearTimeout(timer);
    if (isForgotten) return;
    const body = typed.body();
    if (body === null && isOwn) dropDraft(ownKey(place));
    isOwn = body !== null;
    tell(body !== null && !putDraft(ownKey(place), draftNow(typed, body), isHeldHere));
  };
  return {
    write,
    /** what lies there stands here now */
    own: () => {
      isOwn = true;
    },
    later: () => {
      clearTimeout(timer);
      timer = setTimeout(write, PAUSE);
    },
    forget: () => {
      isForgotten = true;
    },
    drop: () => {
      clearTimeout(timer);
      dropDraft(ownKey(place));
    },
  };
}

/** Tells what lies at a place that is not this window's, of windows that are gone and of those that hold it: now, and whenever it changes. */
function watchOthers<B>(place: string, tell: (left: KeptDraft<B>[], isElsewhere: boolean, isFirst: boolean) => void) {
  let known: string[] = [];
  let isOver = false;
  const others = () => draftsBelow<B>(place).filter(({ key }) => key !== ownKey(place));
  const meet = async (isFirst: boolean) => {
    const alive = await heldElsewhere(place);
    if (isOver) return;
    const isHeld = ({ key }: KeptDraft<B>) => alive.has(key);
    tell(
      others().filter((one) => !isHeld(one)),
      others().some(isHeld),
      isFirst,
    );
  };
  const look = (isFirst = false) => {
    const keys = others().map(({ key }) => key);
    if (keys.join() === known.join()) return;
    known = keys;
    void meet(isFirst);
  };
  look(true);
  return {
    /** nothing is told any more */
    end: () => {
      isOver = true;
    },
    stop: onDrafts(() => look()),
  };
}

/** Whenever the page may go. */
function writeOnLeaving(write: () => void): () => void {
  const hide = () => document.visibilityState === 'hidden' && write();
  addEventListener('pagehide', write);
  document.addEventListener('visibilitychange', hide);
  return () => {
    removeEventListener('pagehide', write);
    document.removeEventListener('visibilitychange', hide);
  };
}
