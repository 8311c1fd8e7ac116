import { create } from 'zustand';
import type { PageDescriptor, TabLabel } from './page.ts';
import { closableKeys, dirtyTabs, NO_TABS, reduceTabs, type Tab, type TabsAction, type TabsState } from './tabs.ts';

interface Nav extends TabsState {
  dispatch: (action: TabsAction) => void;
}

/** The open tabs of this window. */
export const useNav = create<Nav>((set) => ({
  ...NO_TABS,
  dispatch: (action) => set((state) => reduceTabs(state, action)),
}));

/** Asks whether unsaved tabs may go; the frame sets it (a dialog is not nav's business). */
let askLeave: (tabs: readonly Tab[]) => Promise<boolean> = async () => true;
export const setAskLeave = (ask: typeof askLeave): void => {
  askLeave = ask;
};

/** What pages do with tabs. */
export const nav = {
  open: (page: PageDescriptor, label: TabLabel): void => useNav.getState().dispatch({ type: 'open', page, label }),
  select: (key: string): void => useNav.getState().dispatch({ type: 'select', key }),
  /** Closes tabs after asking for those with unsaved work; false when the person stays. */
  close: async (keys: readonly string[]): Promise<boolean> => {
    const unsaved = dirtyTabs(useNav.getState(), keys);
    if (unsaved.length > 0 && !(await askLeave(unsaved))) return false;
    useNav.getState().dispatch({ type: 'close', keys });
    return true;
  },
  closeAll: (): Promise<boolean> => nav.close(closableKeys(useNav.getState())),
  /** May everything go (sign-out, domain switch)? */
  mayLeave: async (): Promise<boolean> => {
    const unsaved = useNav.getState().tabs.filter((tab) => tab.dirty);
    return unsaved.length === 0 || askLeave(unsaved);
  },
};

const KEY = 'fw.tabs';

/** Keeps the open tabs over a reload of this window; `owner` is whose they are (user, domain, module). */
export function keepTabs(owner: string): () => void {
  return useNav.subscribe(({ tabs, active, trail }) => {
    const kept = { owner, active, trail, tabs: tabs.map(({ dirty: _, ...tab }) => tab) };
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
