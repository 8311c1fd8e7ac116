import { create } from 'zustand';
import type { PageDescriptor, TabLabel } from './page.ts';
import { closableKeys, isUnsaved, NO_TABS, reduceTabs, type Tab, type TabsAction, type TabsState, unsavedTabs } from './tabs.ts';

interface Nav extends TabsState {
  dispatch: (action: TabsAction) => void;
}

/** The open tabs of this window. */
export const useNav = create<Nav>((set) => ({
  ...NO_TABS,
  dispatch: (action) => set((state) => reduceTabs(state, action)),
}));

/** Whether tabs with unsaved work may go, and what is said of it; the frame sets it (dialogs and words are not nav's business). */
let mayLeave: (tabs: readonly Tab[]) => Promise<boolean> = async () => true;
export const setMayLeave = (decide: typeof mayLeave): void => {
  mayLeave = decide;
};

/** What pages do with tabs. */
export const nav = {
  open: (page: PageDescriptor, label: TabLabel): void => useNav.getState().dispatch({ type: 'open', page, label }),
  select: (key: string): void => useNav.getState().dispatch({ type: 'select', key }),
  /** Closes tabs, those with unsaved work as the frame decides; false when the person stays. */
  close: async (keys: readonly string[]): Promise<boolean> => {
    const unsaved = unsavedTabs(useNav.getState(), keys);
    if (unsaved.length > 0 && !(await mayLeave(unsaved))) return false;
    useNav.getState().dispatch({ type: 'close', keys });
    return true;
  },
  closeAll: (): Promise<boolean> => nav.close(closableKeys(useNav.getState())),
  /** May everything go (domain switch)? */
  mayLeave: async (): Promise<boolean> => {
    const unsaved = useNav.getState().tabs.filter(isUnsaved);
    return unsaved.length === 0 || mayLeave(unsaved);
  },
};

const KEY = 'fw.tabs';

/** Keeps the open tabs over a reload of this window; `owner` is whose they are (user, domain, module). */
export function keepTabs(owner: string): () => void {
  return useNav.subscribe(({ tabs, active, trail }) => {
    const kept = { owner, active, trail, tabs: tabs.map(({ unsaved: _, ...tab }) => tab) };
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  });
}

/** The tabs kept for this owner, with the home tab as it is now; null when there are none. */
export function keptTabs(owner: string): TabsState | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (TabsState & { owner: string }) | null;
    if (kept?.owner !== owner || !kept.tabs[0]?.home) return null;
    return { tabs: kept.tabs, active: kept.active, trail: kept.trail };
  } catch {
    return null;
  }
}
