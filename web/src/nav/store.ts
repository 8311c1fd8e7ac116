import { create } from 'zustand';
import { address, go, goBack, onAddress, settle } from './address.ts';
import { type Closed, closedOf } from './follow.ts';
import type { PageDescriptor, PageView, TabLabel } from './page.ts';
import { placeAddress, readPlace } from './paths.ts';
import { closableKeys, isAtRisk, isUnsaved, NO_TABS, reduceTabs, type Tab, type TabsAction, type TabsState, unsavedTabs } from './tabs.ts';

interface Nav extends TabsState {
  dispatch: (action: TabsAction) => void;
}

/** The open tabs of this window. */
export const useNav = create<Nav>((set) => ({
  ...NO_TABS,
  dispatch: (action) => set((state) => reduceTabs(state, action)),
}));

/**
 * What becomes of the browser's entry: a page of its own (push), the same one that says more (replace), or one that gives way for good, so
 * that Back does not lead to it (settle).
 */
export type Entering = 'push' | 'replace' | 'settle';
const ENTER = { push: (to: string) => go(to), replace: (to: string) => go(to, 'replace'), settle } as const;

function act(action: TabsAction, how: Entering): void {
  useNav.getState().dispatch(action);
  const to = activeAddress();
  if (to) ENTER[how](to);
}

/** The address of the tab on screen. */
export function activeAddress(): string {
  const { tabs, active, module } = useNav.getState();
  const tab = tabs.find((each) => each.key === active);
  return tab ? tabAddress(tab, module) : '';
}

export const tabAddress = (tab: Tab, module: string): string =>
  placeAddress({ page: tab.page, view: tab.view, module: tab.home ? module : tab.module });

/** Whether tabs with unsaved work may go, and what is said of it; the frame sets it (dialogs and words are not nav's business). */
let mayLeave: (tabs: readonly Tab[]) => Promise<boolean> = async () => true;
export const setMayLeave = (decide: typeof mayLeave): void => {
  mayLeave = decide;
};

/** What is done where a tab closes that something follows; the frame sets it. */
let goOn: (closed: Closed) => void = () => undefined;
export const setGoOn = (go: typeof goOn): void => {
  goOn = go;
};

/** What pages do with tabs. */
export const nav = {
  /** `follow`: what is opened when the tab is closed */
  open: (page: PageDescriptor, label: TabLabel, module?: string, follow?: string): void =>
    act({ type: 'open', page, label, ...(module ? { module } : {}), ...(follow ? { follow } : {}) }, 'push'),
  /** with what is set on it, as an address says it; the page names its tab */
  visit: (page: PageDescriptor, view: PageView): void => act({ type: 'visit', page, view, module: useNav.getState().module }, 'push'),
  select: (key: string, how: Entering = 'push'): void => act({ type: 'select', key }, how),
  /** Closes tabs, those with unsaved work as the frame decides; false when the person stays. */
  close: async (keys: readonly string[]): Promise<boolean> => {
    const unsaved = unsavedTabs(useNav.getState(), keys);
    if (unsaved.length > 0 && !(await mayLeave(unsaved))) return false;
    const closed = closedOf(useNav.getState().tabs, keys);
    act({ type: 'close', keys }, 'settle');
    if (closed) goOn(closed);
    return true;
  },
  /** to the page before, else to the first tab */
  back: (): void => {
    if (!goBack()) nav.select(useNav.getState().tabs[0]?.key ?? '');
  },
  closeAll: (): Promise<boolean> => nav.close(closableKeys(useNav.getState())),
  /** the tab's page turns into another */
  turn: (key: string, page: PageDescriptor, label: TabLabel, how: Entering): void => act({ type: 'turn', key, page, label }, how),
  setView: (key: string, view: PageView, how: Entering): void => {
    useNav.getState().dispatch({ type: 'view', key, view });
    if (useNav.getState().active === key) ENTER[how](activeAddress());
  },
  /** another module's menu at the side; the page stays */
  setModule: (module: string): void => act({ type: 'module', module }, 'replace'),
  /** May what is typed on a part of the tab's page give way? `label`: what it is called. */
  mayTurn: async (key: string, label: TabLabel): Promise<boolean> => {
    const unsaved = unsavedTabs(useNav.getState(), [key]);
    return unsaved.length === 0 || mayLeave(unsaved.map((tab) => ({ ...tab, label })));
  },
  /** May everything go (domain switch)? */
  mayLeave: async (): Promise<boolean> => {
    const unsaved = useNav.getState().tabs.filter(isUnsaved);
    return unsaved.length === 0 || mayLeave(unsaved);
  },
};

/** A question before Back or Forward leaves the frame, where something would be lost by it. */
export function askBeforeLeaving(to: string): Promise<boolean> | null {
  const risky = useNav.getState().tabs.filter(isAtRisk);
  return readPlace(to) || risky.length === 0 ? null : mayLeave(risky);
}

/** Goes where the address says, now and with each Back and Forward; the frame's own address is that of its first tab. Answers how to stop. */
export function followAddress(): () => void {
  let isVisiting = false;
  const visit = () => {
    const place = readPlace(address());
    if (!place || isVisiting || address() === activeAddress()) return;
    const { page, view, module } = place;
    const { tabs, dispatch } = useNav.getState();
    if (module) dispatch({ type: 'module', module });
    if (page) dispatch({ type: 'visit', page, view, module });
    else dispatch({ type: 'select', key: tabs[0]?.key ?? '' });
    isVisiting = true;
    go(activeAddress(), 'replace');
    isVisiting = false;
  };
  visit();
  return onAddress(visit);
}

const KEY = 'fw.tabs/';

/** Keeps the open tabs over a reload of this window; `owner` is whose they are (user, domain). What is not saved is marked until its page stands again. */
export function keepTabs(owner: string): () => void {
  return useNav.subscribe(({ tabs, active, trail, module }) => {
    const kept = tabs.map(({ unsaved: _, ...tab }, at) => (isUnsaved(tabs[at]!) ? { ...tab, unsaved: { [BEFORE]: 'kept' } } : tab));
    sessionStorage.setItem(KEY + owner, JSON.stringify({ active, trail, module, tabs: kept }));
  });
}

/** Where the mark stands of what was typed before a reload. */
export const BEFORE = 'before';

/** The tabs kept for this owner; null when there are none. */
export function keptTabs(owner: string): TabsState | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY + owner) ?? 'null') as TabsState | null;
    return kept?.tabs[0]?.home ? kept : null;
  } catch {
    return null;
  }
}

/** Signed out: no window of this browser shows whose tabs they were. */
export function forgetTabs(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEY)) sessionStorage.removeItem(key);
}
