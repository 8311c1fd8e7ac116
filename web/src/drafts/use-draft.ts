import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { dataLabel } from '#web/nav/page.ts';
import { useNav } from '#web/nav/store.ts';
import { useTab, useUnsaved } from '#web/nav/use-tab.ts';
import { carry, type Hold, holdDraft, NOTHING_HELD, type Standing, type Typed } from './hold.ts';
import { type DraftPlace, placeKey, recordKey } from './place.ts';
import { draftsBelow, dropDraft, type KeptDraft, moveDraft, onDrafts } from './store.ts';
import { isHeldHere, ownKey, releaseHeld } from './windows.ts';

export interface DraftHandle<B> extends Standing<B> {
  /** saved or discarded: nothing is kept any more */
  end(): void;
  /** puts one of `left` in the place of what is typed */
  take(one: KeptDraft<B>): void;
}

interface DraftOptions<B> extends Omit<Typed<B>, 'name'> {
  place: DraftPlace;
  /** false while what is typed cannot be put back yet, and where nothing is typed */
  isReady: boolean;
  /** something stands there that is not saved: the tab says so */
  isDirty: boolean;
}

/** Keeps what is typed at a place as long as its page is open, and puts back what was kept before. */
export function useDraft<B>({ place, isReady, isDirty, ...typed }: DraftOptions<B>): DraftHandle<B> {
  const [standing, setStanding] = useState<Standing<B>>(NOTHING_HELD);
  // the person may change under an open page; what was typed stays the one's who typed it
  // biome-ignore lint/correctness/useExhaustiveDependencies: a place is what it says
  const key = useMemo(() => placeKey(place), [JSON.stringify(place)]);
  const { key: tab } = useTab();
  const now = useRef({ ...typed, tab });
  now.current = { ...typed, tab };
  const held = useRef<Hold<B> | null>(null);
  useEffect(() => {
    if (!isReady) return;
    const one = holdDraft<B>(
      key,
      {
        body: () => now.current.body(),
        watch: (listener) => now.current.watch(listener),
        restore: (found) => now.current.restore(found),
        name: () => useNav.getState().tabs.find((each) => each.key === now.current.tab)?.label ?? dataLabel(''),
        on: () => now.current.on?.(),
      },
      setStanding,
    );
    held.current = one;
    return () => {
      held.current = null;
      one.stop();
    };
  }, [key, isReady]);
  useUnsaved(isDirty, standing.isUnkept);
  return useMemo(() => ({ ...standing, end: () => held.current?.end(), take: (one) => held.current?.take(one) }), [standing]);
}

/** Something small that is typed, such as an opinion, as React state that survives. `isEmpty`: nothing is typed; `isKept` false: it goes with its page. */
export function useTyped<V extends object>(place: DraftPlace, empty: V, isEmpty: (value: V) => boolean, isKept = true) {
  const [value, setValue] = useState(empty);
  const now = useRef(value);
  const [listeners] = useState(() => new Set<() => void>());
  const set = useMemo(
    () => (change: Partial<V>) => {
      now.current = { ...now.current, ...change };
      setValue(now.current);
      for (const listener of listeners) listener();
    },
    [listeners],
  );
  // what stands there belongs to the place it was typed at: where the page turns to another place it stays behind, kept
  const key = JSON.stringify(place);
  const typedAt = useRef(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: before the new place is held, after the old one was kept
  useEffect(() => {
    if (typedAt.current !== key) set(empty);
    typedAt.current = key;
  }, [key]);
  const draft = useDraft<V>({
    place,
    isReady: isKept,
    isDirty: place.part !== 'filter' && !isEmpty(value),
    body: () => (isEmpty(now.current) ? null : now.current),
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    restore: ({ body }) => set(body),
  });
  return {
    value,
    set,
    draft,
    /** what was typed at this place is sent or discarded; what stands at another by now stays */
    end: () => {
      if (typedAt.current !== key) return;
      set(empty);
      draft.end();
    },
  };
}

/** The newest that is kept at a place which is only looked at. */
export function useKept<B>(place: DraftPlace, isWanted: boolean): KeptDraft<B> | null {
  return useNewest<B>(placeKey(place), isWanted, () => true);
}

/** The newest that is kept of a part of a record, at a place that no page leads to; `reached`: the place that this page leads to. */
export function useStray<B>(place: Omit<DraftPlace, 'about'>, reached: DraftPlace | null): KeptDraft<B> | null {
  const here = reached && placeKey(reached);
  return useNewest<B>(recordKey(place), place.id > 0, (key) => here === null || !key.startsWith(here));
}

function useNewest<B>(key: string, isWanted: boolean, isMeant: (key: string) => boolean): KeptDraft<B> | null {
  const newest = () => (isWanted ? (draftsBelow<B>(key).find((one) => isMeant(one.key)) ?? null) : null);
  const seen = useSyncExternalStore(onDrafts, () => {
    const found = newest();
    return found ? `${found.key} ${found.at}` : '';
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when another one is the newest
  return useMemo(newest, [seen, key]);
}

/** Gives up all that is kept at a place. */
export function dropKept(place: DraftPlace): void {
  for (const { key } of draftsBelow(placeKey(place))) dropDraft(key);
}

/** What this window holds at a place goes to another: a new record has a number now. False where it cannot be kept there: then it only stands on the page. */
export function moveKept(from: DraftPlace, to: DraftPlace): boolean {
  const [old, next] = [placeKey(from), placeKey(to)];
  releaseHeld(old);
  const draft = draftsBelow(old).find(({ key }) => key === ownKey(old));
  const isMoved = moveDraft(ownKey(old), ownKey(next), isHeldHere);
  if (isMoved || !draft) return isMoved;
  carry(next, draft);
  dropDraft(draft.key);
  return false;
}
