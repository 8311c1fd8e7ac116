import { type PageDescriptor, type PageView, pageKey, type TabLabel, tabKey } from './page.ts';

export type Unsaved = 'kept' | 'risk';

export interface Tab {
  key: string;
  page: PageDescriptor;
  label: TabLabel;
  /** what is set on its page and its address carries */
  view: PageView;
  /** the module in which it was opened; the first tab is in all of them */
  module: string;
  /** the first tab: never closed */
  home?: true;
  /** places of its page where something typed is not saved: kept over a leave, or lost by it */
  unsaved?: Readonly<Record<string, Unsaved>>;
  /** an address of this product that follows when the tab is closed, and whether something was done in it since it was opened (FRAME-08) */
  follow?: string;
  done?: true;
  /** what its page stood like that no address carries, by name: it lasts as long as the tab does, over a reload too */
  kept?: Readonly<Record<string, unknown>>;
  /** grows each time the tab is switched to: its page asks for fresh data, unless it is dirty */
  turn: number;
}

export interface TabsState {
  tabs: readonly Tab[];
  active: string;
  /** keys in the order of their last use, the active one last */
  trail: readonly string[];
  /** the module whose menu stands at the side */
  module: string;
}

export const isUnsaved = ({ unsaved = {} }: Tab): boolean => Object.keys(unsaved).length > 0;
export const isAtRisk = ({ unsaved = {} }: Tab): boolean => Object.values(unsaved).includes('risk');

export type TabsAction =
  | { type: 'start'; home: { page: PageDescriptor; label: TabLabel } }
  | { type: 'open'; page: PageDescriptor; label: TabLabel; module?: string; follow?: string }
  /** an address: the page as it says, in a tab of its own or the one that it has */
  | { type: 'visit'; page: PageDescriptor; view: PageView; module: string }
  | { type: 'select'; key: string }
  | { type: 'close'; keys: readonly string[] }
  | { type: 'unsaved'; key: string; source: string; unsaved: Unsaved | null }
  | { type: 'label'; key: string; label: TabLabel }
  | { type: 'done'; key: string }
  | { type: 'view'; key: string; view: PageView }
  | { type: 'keep'; key: string; name: string; value: unknown }
  | { type: 'module'; module: string }
  /** the tab shows another page from now on: a new record that was saved, the same one to be edited */
  | { type: 'turn'; key: string; page: PageDescriptor; label: TabLabel };

export const NO_TABS: TabsState = { tabs: [], active: '', trail: [], module: '' };
const NO_LABEL: TabLabel = { key_name: '', key_name_en: '' };

/** The tab frame as a pure function (FRAME-06, FRAME-07). */
export function reduceTabs(state: TabsState, action: TabsAction): TabsState {
  switch (action.type) {
    case 'start': {
      const key = tabKey(action.home.page);
      const home: Tab = { key, ...action.home, view: {}, module: '', home: true, turn: 0 };
      return { ...state, tabs: [home], active: key, trail: [key] };
    }
    case 'open':
      return followed(open(state, action.page, action.label, action.module ?? state.module), action);
    case 'visit':
      return visit(state, action);
    case 'select':
      return select(state, action.key);
    case 'close':
      return close(state, new Set(action.keys));
    case 'unsaved':
      return unsaved(state, action);
    case 'label':
      return change(state, action.key, (tab) => ({ ...tab, label: action.label }));
    case 'done':
      return change(state, action.key, (tab) => ({ ...tab, done: true }));
    case 'view':
      return change(state, action.key, (tab) => ({ ...tab, view: action.view }));
    case 'keep':
      return change(state, action.key, (tab) => ({ ...tab, kept: { ...tab.kept, [action.name]: action.value } }));
    case 'module':
      return { ...state, module: action.module };
    case 'turn':
      return turnTo(state, action.key, action.page, action.label);
  }
}

const find = (state: TabsState, key: string): Tab | undefined => state.tabs.find((tab) => tab.key === key);

function change(state: TabsState, key: string, edit: (tab: Tab) => Tab): TabsState {
  return { ...state, tabs: state.tabs.map((tab) => (tab.key === key ? edit(tab) : tab)) };
}

/** What is open already is selected; a record that is being typed in is not taken from under the hands to be looked at. */
function open(state: TabsState, page: PageDescriptor, label: TabLabel, module: string): TabsState {
  const key = tabKey(page);
  const there = find(state, key);
  if (!there) return added({ ...state, module }, { key, page, label, view: {}, module, turn: 0 });
  const stays = page.op === 'Show' && isUnsaved(there);
  return select(stays ? state : turnTo(state, key, page, label), key);
}

/** What its opener says follows it; what was done in it before is over. */
function followed(state: TabsState, { page, follow }: Extract<TabsAction, { type: 'open' }>): TabsState {
  return follow ? change(state, tabKey(page), ({ done: _, ...tab }) => ({ ...tab, follow })) : state;
}

function visit(state: TabsState, { page, view, module }: Extract<TabsAction, { type: 'visit' }>): TabsState {
  const key = tabKey(page);
  const there = find(state, key);
  if (!there)
    return added(
      { ...state, module: module || state.module },
      { key, page, label: NO_LABEL, view, module: module || state.module, turn: 0 },
    );
  const turned = turnTo(state, key, page, there.label);
  return select(
    change(turned, key, (tab) => ({ ...tab, view })),
    key,
    there.home ? module : '',
  );
}

const added = (state: TabsState, tab: Tab): TabsState => ({
  ...state,
  tabs: [...state.tabs, tab],
  active: tab.key,
  trail: [...state.trail, tab.key],
});

/** The same state where nothing changes, so that nobody is drawn for it. */
function unsaved(state: TabsState, action: Extract<TabsAction, { type: 'unsaved' }>): TabsState {
  const { key, source } = action;
  if ((find(state, key)?.unsaved?.[source] ?? null) === action.unsaved) return state;
  return change(state, key, ({ unsaved: before = {}, ...tab }) => {
    const { [source]: _, ...others } = before;
    const now = action.unsaved ? { ...others, [source]: action.unsaved } : others;
    return Object.keys(now).length > 0 ? { ...tab, unsaved: now } : tab;
  });
}

/** The menu follows to the module in which the tab was opened. */
function select(state: TabsState, key: string, module = ''): TabsState {
  const tab = find(state, key);
  if (!tab) return state;
  const turned = key === state.active ? state : change(state, key, (each) => ({ ...each, turn: each.turn + 1 }));
  return {
    ...turned,
    active: key,
    trail: [...state.trail.filter((each) => each !== key), key],
    module: module || tab.module || state.module,
  };
}

/** The home tab stays. Closing the active tab returns to the one used before it, otherwise to its left neighbour. */
function close(state: TabsState, closing: ReadonlySet<string>): TabsState {
  const stays = (tab: Tab) => tab.home === true || !closing.has(tab.key);
  const tabs = state.tabs.filter(stays);
  if (tabs.length === state.tabs.length) return state;
  const left = new Set(tabs.map((tab) => tab.key));
  const trail = state.trail.filter((key) => left.has(key));
  const next = { ...state, tabs, trail };
  if (left.has(state.active)) return next;
  const at = state.tabs.findIndex((tab) => tab.key === state.active);
  const neighbour = state.tabs.slice(0, at).filter(stays).at(-1) ?? tabs[0];
  return select({ ...next, active: '' }, trail.at(-1) ?? neighbour?.key ?? '');
}

/** Another page in the same tab begins anew; where that one is open elsewhere already, its tab is selected and this one goes. */
function turnTo(state: TabsState, key: string, page: PageDescriptor, label: TabLabel): TabsState {
  const next = tabKey(page);
  if (next !== key && find(state, next)) return select(turnTo(close(state, new Set([key])), next, page, label), next);
  const tab = find(state, key);
  if (!tab) return state;
  const turned = withTabs(tab.page, page);
  if (pageKey(tab.page) === pageKey(page))
    return tab.page.mode === turned.mode ? state : change(state, key, (old) => ({ ...old, page: turned }));
  const renamed = change(state, key, ({ unsaved: _, kept: __, ...old }) => ({ ...old, key: next, page: turned, label, view: {} }));
  const swap = (each: string) => (each === key ? next : each);
  return { ...renamed, active: swap(state.active), trail: state.trail.map(swap) };
}

const KEEPS_TABS: ReadonlySet<string> = new Set(['Show', 'Modify', 'Review', 'Reply']);

/** A record that stands in its tab form stays there, whatever is done with it. */
const withTabs = (from: PageDescriptor, page: PageDescriptor): PageDescriptor =>
  from.mode === 'TAB' && from.cloud === page.cloud && KEEPS_TABS.has(page.op ?? '') ? { ...page, mode: 'TAB' } : page;

/** Those of the tabs that hold what is not saved. */
export const unsavedTabs = (state: TabsState, keys: readonly string[]): readonly Tab[] =>
  state.tabs.filter((tab) => isUnsaved(tab) && !tab.home && keys.includes(tab.key));

export const closableKeys = (state: TabsState): readonly string[] => state.tabs.filter((tab) => !tab.home).map((tab) => tab.key);
