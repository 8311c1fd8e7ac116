/**
 * Icons that an entry of a menu may have; without one it has that of its level. Their numbers, from 1, are what rows keep: a further one comes at
 * the end.
 */
export const MENU_ICONS = [
  'folder',
  'list',
  'file',
  'plan',
  'tree',
  'user',
  'users',
  'flag',
  'check',
  'alert',
  'bell',
  'building',
  'chart',
  'money',
  'calendar',
  'inbox',
  'send',
  'globe',
  'open',
  'lock',
  'shield',
  'history',
  'settings',
  'home',
  'monitor',
  'printer',
  'search',
  'edit',
] as const;
export type MenuIcon = (typeof MENU_ICONS)[number];

/** The number that a row keeps of an icon; null for none. */
export const iconNumber = (icon: string | undefined): number | null => MENU_ICONS.indexOf(icon as MenuIcon) + 1 || null;

/** The icon of a number, where it is one. */
export const iconOf = (number: number | null): MenuIcon | undefined => (number === null ? undefined : MENU_ICONS[number - 1]);
