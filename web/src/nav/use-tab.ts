import { createContext, type RefObject, use, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { PageDescriptor, PageView, TabLabel } from './page.ts';
import { type Entering, nav, useNav } from './store.ts';

export interface TabPlace {
  key: string;
  active: boolean;
  /** what is set on the page and its address carries */
  view: PageView;
  /** grows when the tab is switched to: ask for fresh data then */
  turn: number;
  /** the page stands in a part of the tab's page, beside what else stands there */
  part?: TabPart;
  /** the page stands in no tab: its own address keeps what is set on it */
  keep?: (view: PageView, how: Entering) => void;
}

/** A part of a page that shows another one: what that does to its tab it does to this part, and the tab keeps its name. */
export interface TabPart {
  turnTo: (page: PageDescriptor, how: Entering) => void;
  close: () => Promise<boolean>;
}

/** The tab a page stands in; pages in dialogs have none. */
export const TabContext = createContext<TabPlace | null>(null);

const NO_VIEW: PageView = {};

export interface TabHandle extends Omit<TabPlace, 'part' | 'keep'> {
  setLabel: (label: TabLabel) => void;
  /** something was done in this tab: it ends with 200 (FRAME-08) */
  done: () => void;
  /** closes this tab, as the frame decides where something is not saved */
  close: () => Promise<boolean>;
  /** the tab shows another page from now on; `settle`: what stood here gave way for good, Back does not lead to it */
  turnTo: (page: PageDescriptor, label: TabLabel, how: Entering) => void;
}

/** Outside of a tab everything is a quiet no. */
export function useTab(): TabHandle {
  const place = use(TabContext);
  const key = place?.key ?? '';
  const { dispatch } = useNav.getState();
  return useMemo(
    () => ({
      key,
      active: place?.active ?? true,
      view: place?.view ?? NO_VIEW,
      turn: place?.turn ?? 0,
      setLabel: (label) => place?.part || dispatch({ type: 'label', key, label }),
      done: () => place?.part || dispatch({ type: 'done', key }),
      close: () => (place?.part ? place.part.close() : nav.close([key])),
      turnTo: (page, label, how) => (place?.part ? place.part.turnTo(page, how) : nav.turn(key, page, label, how)),
    }),
    [key, place?.active, place?.view, place?.turn, place?.part, dispatch],
  );
}

/** What is set on the page, as its address carries it, and how to set it; '' takes a name away. */
export function useView(): [PageView, (change: PageView, how: Entering) => void] {
  const { key, view } = useTab();
  const place = use(TabContext);
  const now = useRef(place);
  now.current = place;
  const set = useCallback(
    (change: PageView, how: Entering) => {
      const own = now.current?.keep;
      const before = own ? now.current!.view : (useNav.getState().tabs.find((tab) => tab.key === key)?.view ?? {});
      const next = Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''));
      if (own) own(next, how);
      else nav.setView(key, next, how);
    },
    [key],
  );
  return [view, set];
}

/** What the page stands like and no address carries; its tab keeps it over a reload, as JSON. Outside of a tab it lasts as long as the page. */
export function useTabKept<T>(name: string, begin: T): [T, (change: (now: T) => T) => void] {
  const { key } = useTab();
  const [value, setValue] = useState<T>(
    () => (useNav.getState().tabs.find((tab) => tab.key === key)?.kept?.[name] as T | undefined) ?? begin,
  );
  const told = useRef(value);
  useEffect(() => {
    if (!key || value === told.current) return;
    told.current = value;
    useNav.getState().dispatch({ type: 'keep', key, name, value });
  }, [key, name, value]);
  return [value, setValue];
}

/** Names the tab where nobody did: an address brings no words. Where its page `failed` it is called `failure` as long as nothing names it. */
export function useLabel(label: TabLabel | undefined, failed: boolean, failure: TabLabel): void {
  const { key, setLabel } = useTab();
  useEffect(() => {
    const tab = useNav.getState().tabs.find((each) => each.key === key);
    const known = label ?? (failed ? failure : undefined);
    if (!known || !['', failure.key_name].includes(tab?.label.key_name ?? '-')) return;
    setLabel({ key_name: known.key_name, key_name_en: known.key_name_en });
  }, [key, label, failed, failure, setLabel]);
}

/**
 * Says to the tab that something stands here that is not saved, and whether leaving loses it (`isAtRisk`: it could not be kept, or a file
 * is on its way). One tab may have several such places.
 */
export function useUnsaved(isDirty: boolean, isAtRisk = false): void {
  const source = useId();
  const { key } = useTab();
  useEffect(() => {
    if (!key) return;
    const { dispatch } = useNav.getState();
    dispatch({ type: 'unsaved', key, source, unsaved: isAtRisk ? 'risk' : isDirty ? 'kept' : null });
    return () => dispatch({ type: 'unsaved', key, source, unsaved: null });
  }, [key, source, isDirty, isAtRisk]);
}

/** Where the keyboard begins on a page that has come on screen and in which it stands nowhere yet; `isThere` once that is drawn. */
export function useFirstFocus(first: RefObject<HTMLElement | null>, isThere: boolean): void {
  useEffect(() => {
    const { current } = first;
    if (isThere && current && current.closest('[role=tabpanel]') === document.activeElement) current.focus({ preventScroll: true });
  }, [first, isThere]);
}

/** Calls when the tab comes back to the screen: switching to a tab asks for fresh data (FRAME-07). */
export function useReturn(comeBack: () => unknown): void {
  const { turn } = useTab();
  const seen = useRef(turn);
  const call = useRef(comeBack);
  call.current = comeBack;
  useEffect(() => {
    if (seen.current === turn) return;
    seen.current = turn;
    call.current();
  }, [turn]);
}
