import { type MenuItem, menuPage } from '#web/nav/menu.ts';
import { type IconName, isIcon } from '#web/ui/Icon.tsx';

const DIRS: readonly IconName[] = ['folder', 'folder', 'tree', 'tree'];
const TABS: readonly IconName[] = ['list', 'list', 'file', 'plan'];

/** Whether the item is told from others by its icon; folded, one that is not shows its first letter. */
export const hasIcon = (item: MenuItem): boolean => isIcon(item.icon) || item.url === '/todo' || item.link !== undefined;

/** The item's own icon where we have it, else that of what it opens, else its level's (FRAME-03). The to-do page is always the inbox. */
export function menuIcon(item: MenuItem, level: number): IconName {
  if (isIcon(item.icon)) return item.icon;
  if (item.url === '/todo') return 'inbox';
  if (item.link !== undefined) return 'open';
  const { mode } = menuPage(item);
  if (item.type === 'TAB' && (mode === 'REPORT' || mode === 'BOARD')) return mode === 'REPORT' ? 'chart' : 'monitor';
  return (item.type === 'DIR' ? DIRS : TABS)[Math.min(level, 3)]!;
}
