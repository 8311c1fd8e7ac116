import { beforeEach, expect, it, vi } from 'vitest';
import { closedOf } from '#web/nav/follow.ts';
import { dataLabel, type PageDescriptor, tabKey } from '#web/nav/page.ts';
import { NO_TABS, reduceTabs, type TabsAction } from '#web/nav/tabs.ts';

const mocks = vi.hoisted(() => ({ visit: vi.fn(), ask: vi.fn() }));
vi.mock('#web/nav/store.ts', () => ({ nav: { visit: mocks.visit } }));
vi.mock('#web/ui/overlay/dialog.ts', () => ({ ask: mocks.ask }));
beforeEach(() => {
  mocks.visit.mockReset();
  mocks.ask.mockReset();
});

const { follow } = await import('./follow.ts');
const add: PageDescriptor = { cloud: 'site', op: 'Add' };
const other: PageDescriptor = { cloud: 'site', op: 'List' };
const URL = '/main/list/device';
const opened = (page: PageDescriptor, url?: string): TabsAction => ({
  type: 'open',
  page,
  label: dataLabel('x'),
  ...(url ? { follow: url } : {}),
});
const tabsOf = (...actions: TabsAction[]) =>
  [{ type: 'start', home: { page: { url: '/todo' }, label: dataLabel('Home') } } as const, ...actions].reduce(reduceTabs, NO_TABS).tabs;

it('FRAME-08 a tab that is only closed ends with 100, one in which something was done with 200, whatever page it has turned into', () => {
  const key = tabKey(add);
  expect(closedOf(tabsOf(opened(add, URL)), [key])).toEqual({ code: 100, url: URL });
  expect(closedOf(tabsOf(opened(add, URL), { type: 'done', key }), [key])).toEqual({ code: 200, url: URL });
  const saved: PageDescriptor = { cloud: 'site', op: 'Modify', id: 7 };
  const turned = tabsOf(opened(add, URL), { type: 'done', key }, { type: 'turn', key, page: saved, label: dataLabel('y') });
  expect(closedOf(turned, [tabKey(saved)])).toEqual({ code: 200, url: URL });
  // pressed once more what was done before is over
  expect(closedOf(tabsOf(opened(add, URL), { type: 'done', key }, opened(add, URL)), [key])).toEqual({ code: 100, url: URL });
});

it('FRAME-08 nothing follows a tab that names nothing, another one that closes, or several that are left at once', () => {
  const key = tabKey(add);
  const tabs = tabsOf(opened(add, URL), opened(other));
  expect(closedOf(tabs, [tabKey(other)])).toBeNull();
  expect(closedOf(tabs, ['nothing'])).toBeNull();
  expect(closedOf(tabs, [key, tabKey(other)])).toBeNull();
});

it('FRAME-08 100 asks first, and goes nowhere on a no; any other result goes on by itself', async () => {
  mocks.ask.mockResolvedValueOnce(false).mockResolvedValueOnce(true);
  expect(await follow({ code: 100, url: URL })).toBe(false);
  expect(mocks.visit).not.toHaveBeenCalled();
  expect(await follow({ code: 100, url: URL })).toBe(true);
  expect(mocks.ask).toHaveBeenCalledTimes(2);
  expect(await follow({ code: 200, url: URL })).toBe(true);
  expect(mocks.ask).toHaveBeenCalledTimes(2);
  expect(mocks.visit.mock.calls.map(([page]) => page)).toMatchObject([{ cloud: 'device' }, { cloud: 'device' }]);
});

it('D3 FRAME-08 what follows is a page of this product, and nothing else', async () => {
  for (const url of ['javascript:alert(1)', '//evil/main/list/device', '/\\evil', 'https://evil/main', '/nowhere', ''])
    expect(await follow({ code: 200, url }), url).toBe(false);
  expect([mocks.visit, mocks.ask].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});
