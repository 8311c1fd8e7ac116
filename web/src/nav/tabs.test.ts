import { describe, expect, it } from 'vitest';
import { dataLabel, type PageDescriptor, shortLabel, tabKey } from './page.ts';
import {
  closableKeys,
  isAtRisk,
  isUnsaved,
  NO_TABS,
  reduceTabs,
  type TabsAction,
  type TabsState,
  type Unsaved,
  unsavedTabs,
} from './tabs.ts';

const home: PageDescriptor = { url: '/todo' };
const list: PageDescriptor = { cloud: 'project', op: 'List' };
const show = (id: number): PageDescriptor => ({ cloud: 'project', op: 'Show', id });
const open = (page: PageDescriptor): TabsAction => ({ type: 'open', page, label: dataLabel('x') });
const close = (...pages: PageDescriptor[]): TabsAction => ({ type: 'close', keys: pages.map(tabKey) });
const made = (...actions: TabsAction[]): TabsState =>
  [{ type: 'start', home: { page: home, label: dataLabel('Home') } } as const, ...actions].reduce(reduceTabs, NO_TABS);
const pages = (state: TabsState) => state.tabs.map((tab) => tab.page);
const active = (state: TabsState) => state.tabs.find((tab) => tab.key === state.active)?.page;

describe('FRAME-06', () => {
  it('the home tab stands first and stays when it or all are closed', () => {
    const state = made(open(list), open(show(1)));
    expect(pages(reduceTabs(state, close(home)))).toEqual([home, list, show(1)]);
    expect(pages(reduceTabs(state, { type: 'close', keys: closableKeys(state) }))).toEqual([home]);
    expect(pages(reduceTabs(state, { type: 'close', keys: state.tabs.map((tab) => tab.key) }))).toEqual([home]);
  });
  it.each([
    ['项目台账', '项目台账'],
    ['临江智能制造园一期', '临江智能制造园一期'],
    ['一二三四五六七八九十', '一二三四五六七八九十'],
    ['一二三四五六七八九十一', '一二三四五六七八..'],
    ['Linjiang smart factory', 'Linjiang smart f..'],
    ['Capital projects of 2026', 'Capital projects..'],
    ['Project ledger', 'Project ledger'],
    ['临江工厂 smart factory', '临江工厂 smart f..'],
    ['𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷', '𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷..'],
  ])('cuts %s to %s', (label, cut) => {
    expect(shortLabel(label)).toBe(cut);
  });
});

describe('FRAME-07', () => {
  it('opening an identical tab selects it', () => {
    const state = made(
      open({ ...list, query: { a: '1', b: '2' } }),
      open(show(1)),
      open({ op: 'List', query: { b: '2', a: '1' }, cloud: 'project' }),
    );
    expect(state.tabs).toHaveLength(3);
    expect(active(state)).toMatchObject(list);
  });
  it('a list of another query has a tab of its own', () => {
    expect(made(open(list), open({ ...list, query: { a: '1' } }), open({ ...list, query: { a: '2' } })).tabs).toHaveLength(4);
  });
  it('PAGES-01 a record with tabs is the same page as without, and keeps them while it is read and changed', () => {
    const tabbed = (op: string): PageDescriptor => ({ cloud: 'project', op, id: 1, mode: 'TAB' });
    const turn = (page: PageDescriptor): TabsAction => ({ type: 'turn', key: tabKey(show(1)), page, label: dataLabel('x') });
    const seen = reduceTabs(made(open(show(1))), { type: 'view', key: tabKey(show(1)), view: { tab: 'rows' } });
    const state = reduceTabs(seen, turn(tabbed('Show')));
    expect(state.tabs.at(-1)).toMatchObject({ page: tabbed('Show'), view: { tab: 'rows' } });
    expect(reduceTabs(state, turn(tabbed('Show')))).toBe(state);
    expect(active(reduceTabs(state, open(show(1))))).toEqual(tabbed('Show'));
    expect(active(reduceTabs(state, turn({ ...show(1), op: 'Modify' })))).toEqual(tabbed('Modify'));
    expect(active(reduceTabs(state, turn({ ...show(1), op: 'Account' })))).toEqual({ ...show(1), op: 'Account' });
    expect(active(reduceTabs(state, turn({ cloud: 'other', op: 'Show', id: 2 })))).toEqual({ cloud: 'other', op: 'Show', id: 2 });
  });
  it('what a page stood like stays with its tab, and ends where the tab shows another page', () => {
    const keep = (name: string, value: unknown): TabsAction => ({ type: 'keep', key: tabKey(list), name, value });
    const state = made(open(list), keep('groups', [['a', true]]), keep('other', 1), open(show(1)), { type: 'select', key: tabKey(list) });
    expect(state.tabs.map(({ kept }) => kept)).toEqual([undefined, { groups: [['a', true]], other: 1 }, undefined]);
    expect(reduceTabs(state, keep('groups', [])).tabs[1]?.kept).toEqual({ groups: [], other: 1 });
    const turned = reduceTabs(state, { type: 'turn', key: tabKey(list), page: show(2), label: dataLabel('x') });
    expect(turned.tabs.map(({ kept }) => kept)).toEqual([undefined, undefined, undefined]);
  });
  it('a record has one tab, whatever is done with it there', () => {
    const review = { ...show(1), op: 'Review', query: { todo: '1' } };
    const state = made(open(show(1)), open(show(2)), open(list), open(review));
    expect(pages(state)).toEqual([home, review, show(2), list]);
    expect(active(state)).toEqual(review);
  });
  it('a record that is being typed in is not taken from under the hands to be looked at', () => {
    const edit = { ...show(1), op: 'Modify' };
    const dirty: TabsAction = { type: 'unsaved', key: tabKey(edit), source: 'form', unsaved: 'kept' };
    expect(active(made(open(edit), dirty, open(list), open(show(1))))).toEqual(edit);
    expect(active(made(open(edit), open(list), open(show(1))))).toEqual(show(1));
  });
  it('switching reloads, selecting what is on screen does not', () => {
    const state = made(open(list), open(show(1)), { type: 'select', key: tabKey(list) }, { type: 'select', key: tabKey(list) });
    expect(state.tabs.map((tab) => tab.turn)).toEqual([0, 1, 0]);
  });
  it('closing the current tab returns to the previously active one', () => {
    const state = made(
      open(list),
      open(show(1)),
      open(show(2)),
      { type: 'select', key: tabKey(list) },
      { type: 'select', key: tabKey(show(2)) },
    );
    expect(active(reduceTabs(state, close(show(2))))).toEqual(list);
  });
  it('closing the current tab whose predecessor is gone goes further back', () => {
    const state = made(open(list), open(show(1)), open(show(2)), close(show(1)), close(show(2)));
    expect(active(state)).toEqual(list);
  });
  it('without a trail it returns to the one before it', () => {
    const state = { ...made(open(list), open(show(1)), open(show(2))), trail: [] };
    expect(active(reduceTabs(state, close(show(2))))).toEqual(show(1));
  });
  it('closing another tab leaves the current one alone', () => {
    const state = made(open(list), open(show(1)), close(list));
    expect(active(state)).toEqual(show(1));
    expect(state.tabs.at(-1)?.turn).toBe(0);
  });
  it('selecting a tab that is not there changes nothing', () => {
    const state = made(open(list));
    expect(reduceTabs(state, { type: 'select', key: 'x' })).toBe(state);
  });
});

describe('unsaved work', () => {
  it('is known by tab and place, and forgotten when each is saved', () => {
    const unsaved = (source: string, is: Unsaved | null): TabsAction => ({ type: 'unsaved', key: tabKey(show(1)), source, unsaved: is });
    const named = (state: TabsState) => unsavedTabs(state, closableKeys(state)).map((tab) => tab.page);
    const form = made(open(show(1)), unsaved('form', 'kept'));
    const both = reduceTabs(form, unsaved('opinion', 'kept'));
    expect([named(form), named(both)]).toEqual([[show(1)], [show(1)]]);
    const one = reduceTabs(both, unsaved('form', null));
    expect([named(one), named(reduceTabs(one, unsaved('opinion', null)))]).toEqual([[show(1)], []]);
    expect([both, reduceTabs(both, unsaved('form', 'risk'))].map((state) => state.tabs.some(isAtRisk))).toEqual([false, true]);
    expect(reduceTabs(both, unsaved('form', 'kept'))).toBe(both);
  });
  it('a saved new record takes the place of its form', () => {
    const add: PageDescriptor = { cloud: 'project', op: 'Add' };
    const state = made(open(list), open(add), { type: 'unsaved', key: tabKey(add), source: 'form', unsaved: 'kept' });
    const saved = reduceTabs(state, { type: 'turn', key: tabKey(add), page: show(7), label: dataLabel('New') });
    expect(pages(saved)).toEqual([home, list, show(7)]);
    expect(active(saved)).toEqual(show(7));
    expect(unsavedTabs(saved, closableKeys(saved))).toEqual([]);
    expect(active(reduceTabs(saved, close(show(7))))).toEqual(list);
  });
  it('a replaced page that is open already is selected', () => {
    const state = made(open(show(7)), open(list), { type: 'turn', key: tabKey(list), page: show(7), label: dataLabel('x') });
    expect(pages(state)).toEqual([home, show(7)]);
    expect(active(state)).toEqual(show(7));
  });
});

describe('an address', () => {
  const visit = (page: PageDescriptor, view = {}, module = ''): TabsAction => ({ type: 'visit', page, view, module });
  it('opens its page with what is set on it, or goes to the tab that it has', () => {
    const opened = made(visit(list, { page: '2' }, 'zb'));
    expect(opened.tabs.at(-1)).toMatchObject({ page: list, view: { page: '2' }, module: 'zb' });
    const again = reduceTabs(opened, visit(list, { page: '1' }));
    expect(again.tabs.map((tab) => tab.view)).toEqual([{}, { page: '1' }]);
  });
  it('of a record that is being typed in is what it says: what is typed is kept elsewhere', () => {
    const edit = { ...show(1), op: 'Modify' };
    const dirty: TabsAction = { type: 'unsaved', key: tabKey(edit), source: 'form', unsaved: 'kept' };
    const back = made(open(edit), dirty, visit(show(1)));
    expect([active(back), back.tabs.some(isUnsaved)]).toEqual([show(1), false]);
  });
});

describe('FRAME-04 the menu is that of the module', () => {
  const inModule = (module: string): TabsAction => ({ type: 'module', module });
  it('in which the tab on screen was opened; the home tab is in all', () => {
    const state = made(inModule('zb'), open(list), inModule('SYS'), open(show(1)));
    const menu = (page: PageDescriptor) => reduceTabs(state, { type: 'select', key: tabKey(page) }).module;
    expect([state.module, menu(list), menu(home)]).toEqual(['SYS', 'zb', 'SYS']);
  });
  it('another one above is another menu, never another page, nor another module of the page', () => {
    const state = made(inModule('zb'), open(list), inModule('SYS'));
    expect([active(state), state.tabs.at(-1)?.module, state.module]).toEqual([list, 'zb', 'SYS']);
  });
  it('an open page keeps its own, whatever its address says', () => {
    const back = made(inModule('zb'), open(list), inModule('SYS'), { type: 'visit', page: list, view: {}, module: 'SYS' });
    expect([back.module, back.tabs.at(-1)?.module]).toEqual(['zb', 'zb']);
  });
});
