/**
 * Icons that an entry of a menu may have (without one it has that of its level), and that a field keeps, with what they are called. Their numbers,
 * from 1, are what rows of menus keep: a further one comes at the end.
 */
const NAMES = {
  folder: ['文件夹', 'Folder'],
  list: ['列表', 'List'],
  file: ['文件', 'File'],
  plan: ['计划', 'Plan'],
  tree: ['树', 'Tree'],
  user: ['人员', 'Person'],
  users: ['多人', 'People'],
  flag: ['旗帜', 'Flag'],
  check: ['对勾', 'Check'],
  alert: ['警示', 'Alert'],
  bell: ['铃', 'Bell'],
  building: ['楼宇', 'Building'],
  chart: ['图表', 'Chart'],
  money: ['资金', 'Money'],
  calendar: ['日历', 'Calendar'],
  inbox: ['收件箱', 'Inbox'],
  send: ['发送', 'Send'],
  globe: ['地球', 'Globe'],
  open: ['外部', 'Outward'],
  lock: ['锁', 'Lock'],
  shield: ['盾', 'Shield'],
  history: ['历史', 'History'],
  settings: ['设置', 'Settings'],
  home: ['主页', 'Home'],
  monitor: ['屏幕', 'Screen'],
  printer: ['打印', 'Printer'],
  search: ['搜索', 'Search'],
  edit: ['编辑', 'Pencil'],
} as const satisfies Record<string, readonly [zh_CN: string, en_US: string]>;

export type MenuIcon = keyof typeof NAMES;
export const MENU_ICONS = Object.keys(NAMES) as readonly MenuIcon[];

/** What an icon is called; undefined for what is none. */
export function iconNamed(icon: unknown): { key_name: string; key_name_en: string } | undefined {
  if (typeof icon !== 'string' || !Object.hasOwn(NAMES, icon)) return undefined;
  const [key_name, key_name_en] = NAMES[icon as MenuIcon];
  return { key_name, key_name_en };
}

/** The number that a row keeps of an icon; null for none. */
export const iconNumber = (icon: string | undefined): number | null => MENU_ICONS.indexOf(icon as MenuIcon) + 1 || null;

/** The icon of a number, where it is one. */
export const iconOf = (number: number | null): MenuIcon | undefined => (number === null ? undefined : MENU_ICONS[number - 1]);
