import { expect, it } from 'vitest';
import { MENU_ICONS } from '#protocol/meta/menu-icons.ts';
import { isIcon } from '#web/ui/Icon.tsx';
import { menuIcon } from './menu-icon.ts';

it('FRAME-03 every icon that a row may have is drawn, and without one it is that of its level and kind', () => {
  expect(MENU_ICONS.filter((name) => !isIcon(name))).toEqual([]);
  const item = { uid: 'x', key_name: 'x', key_name_en: 'x' };
  expect([0, 1, 2, 3, 9].map((level) => menuIcon({ ...item, type: 'DIR' }, level))).toEqual(['folder', 'folder', 'tree', 'tree', 'tree']);
  expect([0, 2, 3].map((level) => menuIcon({ ...item, type: 'TAB' }, level))).toEqual(['list', 'file', 'plan']);
  expect(['/report/x', '/board/x', '/todo'].map((url) => menuIcon({ ...item, type: 'TAB', url }, 1))).toEqual([
    'chart',
    'monitor',
    'inbox',
  ]);
  expect(menuIcon({ ...item, type: 'TAB', url: '/report/x', icon: 'money' }, 1)).toBe('money');
  expect(menuIcon({ ...item, type: 'TAB', link: 'https://example.org' }, 1)).toBe('open');
  expect(menuIcon({ ...item, type: 'TAB', link: 'https://example.org', icon: 'globe' }, 1)).toBe('globe');
});
