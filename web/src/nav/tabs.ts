import { type PageDescriptor, pageKey, type TabLabel } from './page.ts';

export interface Tab {
  key: string;
  page: PageDescriptor;
  label: TabLabel;
  /** the first tab: never closed */
  home?: true;
  /** places of its page where something typed is not saved: kept over a leave, or lost by it */
  unsaved?: Readonly<Record<string, Unsaved>>;
  /** grows each time the tab is switched to: its page asks for fresh data, unless it is dirty */
  turn: number;
}

export type Unsaved = 'kept' | 'risk';

export const isUnsaved = ({ unsaved = {} }: Tab): boolean => Object.keys(unsaved).length > 0;
export const isAtRisk = ({ unsaved = {} }: Tab): boolean => Object.values(unsaved).includes('risk');

export interface TabsState {
  tabs: readonly Tab[];
  active: string;
  /** keys in the order of their last use, the active one last */
  trail: readonly string[];
}

export type TabsAction =
  | { type: 'start'; home: { page: PageDescriptor; label: TabLabel } }
  | { type: 'open'; page: PageDescriptor; label: TabLabel }
  | { type: 'select'; key: string }
  | { type: 'close'; keys: readonly string[] }
  | { type: 'unsaved'; key: string; source: string; unsaved: Unsaved | null }
  | { type: 'label'; key: string; label: TabLabel }
  /** the tab shows another page from now on: a new record that was saved */
  | { type: 'replace'; key: string; page: PageDescriptor; label: TabLabel };

export const NO_TABS: TabsState = { tabs: [], active: '', trail: [] };

/** The tab frame as a pure function (FRAME-06, FRAME-07). */
export function reduceTabs(state: TabsState, action: TabsAction): TabsState {
  switch (action.type) {
    case 'start': {
      const key = pageKey(action.home.page);
      return { tabs: [{ key, ...action.home, home: true, turn: 0 }], active: key, trail: [key] };
    }
    case 'open': {
      const key = pageKey(action.page);
      if (state.tabs.some((tab) => tab.key === key)) return select(state, key);
      const tabs = [...state.tabs, { key, page: action.page, label: action.label, turn: 0 }];
      return { tabs, active: key, trail: [...state.trail, key] };
    }
    case 'select':
      return select(state, action.key);
    case 'close':
      return close(state, new Set(action.keys));
    case 'unsaved':
      return unsaved(state, action);
    case 'label':
      return change(state, action.key, (tab) => ({ ...tab, label: action.label }));
    case 'replace':
      return replace(state, action.key, action.page, action.label);
  }
}

function change(state: TabsState, key: string, edit: (tab: Tab) => Tab): TabsState {
  return { ...state, tabs: state.tabs.map((tab) => (tab.key === key ? edit(tab) : tab)) };
}

/** The same state where nothing changes, so that nobody is drawn for it. */
function unsaved(state: TabsState, action: Extract<TabsAction, { type: 'unsaved' }>): TabsState {
  const { key, source } = action;
  if ((state.tabs.find((tab) => tab.key === key)?.unsaved?.[source] ?? null) === action.unsaved) return state;
  return change(state, key, ({ unsaved: before = {}, ...tab }) => {
    const { [source]: _, ...others } = before;
    const now = action.unsaved ? { ...others, [source]: action.unsaved } : others;
    return Object.keys(now).length > 0 ? { ...tab, unsaved: now } : tab;
  });
}

function select(state: TabsState, key: string): TabsState {
  if (!state.tabs.some((tab) => tab.key === key)) return state;
  const turned = key === state.active ? state : change(state, key, (tab) => ({ ...tab, turn: tab.turn + 1 }));
  return { ...turned, active: key, trail: [...state.trail.filter((each) => each !== key), key] };
}

/** The home tab stays. Closing the active tab returns to the one used before it, otherwise to its left neighbour. */
function close(state: TabsState, closing: ReadonlySet<string>): TabsState {
  const stays = (tab: Tab) => tab.home === true || !closing.has(tab.key);
  const tabs = state.tabs.filter(stays);
  if (tabs.length === state.tabs.length) return state;
  const left = new Set(tabs.map((tab) => tab.key));
  const trail = state.trail.filter((key) => left.has(key));
  const next = { tabs, trail, active: state.active };
  if (left.has(state.active)) return next;
  const at = state.tabs.findIndex((tab) => tab.key === state.active);
  const neighbour = state.tabs.slice(0, at).filter(stays).at(-1) ?? tabs[0];
  return select({ ...next, active: '' }, trail.at(-1) ?? neighbour?.key ?? '');
}

function replace(state: TabsState, key: string, page: PageDescriptor, label: TabLabel): TabsState {
  const next = pageKey(page);
  if (next !== key && state.tabs.some((tab) => tab.key === next)) return select(close(state, new Set([key])), next);
  const renamed = change(state, key, ({ unsaved: _, ...tab }) => ({ ...tab, key: next, page, label }));
  const swap = (each: string) => (each === key ? next : each);
  return { ...renamed, active: swap(state.active), trail: state.trail.map(swap) };
}

/** Those of the tabs that hold what is not saved. */
export const unsavedTabs = (state: TabsState, keys: readonly string[]): readonly Tab[] =>
  state.tabs.filter((tab) => isUnsaved(tab) && !tab.home && keys.includes(tab.key));

export const closableKeys = (state: TabsState): readonly string[] => state.tabs.filter((tab) => !tab.home).map((tab) => tab.key);
