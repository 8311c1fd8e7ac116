import { createContext, use, useCallback, useEffect, useMemo } from 'react';
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
  /** closes this tab; asks when there is unsaved work */
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

/** Marks the tab as holding unsaved work while `dirty`; closing it and leaving the page ask then. */
export function useUnsaved(dirty: boolean): void {
  const { key } = useTab();
  const mark = useCallback((value: boolean) => useNav.getState().dispatch({ type: 'dirty', key, dirty: value }), [key]);
  useEffect(() => {
    if (key) mark(dirty);
    return () => {
      if (key && dirty) mark(false);
    };
  }, [key, dirty, mark]);
}
