import { createContext, use, useEffect, useId, useMemo, useRef } from 'react';
import type { PageDescriptor, TabLabel } from './page.ts';
import { nav, useNav } from './store.ts';

export interface TabPlace {
  key: string;
  active: boolean;
  /** grows when the tab is switched to: ask for fresh data then */
  turn: number;
}

/** The tab a page stands in; pages in dialogs have none. */
export const TabContext = createContext<TabPlace | null>(null);

export interface TabHandle extends TabPlace {
  setLabel: (label: TabLabel) => void;
  /** closes this tab; asks where something would be lost */
  close: () => Promise<boolean>;
  replace: (page: PageDescriptor, label: TabLabel) => void;
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
      turn: place?.turn ?? 0,
      setLabel: (label) => dispatch({ type: 'label', key, label }),
      close: () => nav.close([key]),
      replace: (page, label) => dispatch({ type: 'replace', key, page, label }),
    }),
    [key, place?.active, place?.turn, dispatch],
  );
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
