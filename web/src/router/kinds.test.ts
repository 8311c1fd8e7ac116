import { expect, it } from 'vitest';
import { system } from '#suites/sys/modules.ts';
import { type MenuItem, menuLeaves, menuPage } from '#web/nav/menu.ts';
import { kindOf } from './kinds.ts';

it.each([
  [{ cloud: 'project', op: 'List' }, 'list'],
  [{ cloud: 'project' }, 'list'],
  [{ cloud: 'project', mode: 'TABLE', op: 'Show' }, 'list'],
  [{ cloud: 'project', op: 'Group' }, 'group'],
  [{ cloud: 'project', mode: 'GROUP', op: 'Show' }, 'group'],
  [{ cloud: 'project', op: 'Recycle' }, 'bin'],
  [{ url: '/auth' }, 'roles'],
  [{ url: '/message' }, 'messages'],
  [{ url: '/nowhere', cloud: 'project', op: 'List' }, 'missing'],
  [{ url: 'constructor' }, 'missing'],
  [{ op: 'List' }, 'missing'],
  [{ cloud: 'project', mode: 'TREE' }, 'tree'],
  [{ cloud: 'project', op: 'Tree' }, 'tree'],
  [{ cloud: 'project_by_class', mode: 'REPORT' }, 'report'],
  [{ cloud: 'desktop', mode: 'BOARD' }, 'board'],
  [{ cloud: 'project', mode: 'FORM', id: 3 }, 'form'],
  [{ cloud: 'project', mode: 'TAB', op: 'Show', id: 3 }, 'form'],
] as const)('FRAME-09 %o is a page of kind %s', (page, kind) => {
  expect(kindOf(page)).toBe(kind);
});

it('FRAME-02 what administrators are offered leads to pages that there are; user manual, market and enterprise information are none yet, and nothing leads to them', () => {
  const pages = menuLeaves(system.menus as readonly MenuItem[]).map(({ item }) => menuPage(item));
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.filter((page) => kindOf(page) === 'missing')).toEqual([]);
  for (const url of ['/manual', '/astore', '/cloud/app/omc/astore', '/EI']) {
    expect(kindOf({ url }), url).toBe('missing');
    expect(pages.map((page) => page.url)).not.toContain(url);
  }
});
