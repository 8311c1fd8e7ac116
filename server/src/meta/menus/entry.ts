import { isHomeLink } from '#protocol/meta/home-link.ts';
import { iconNumber, iconOf } from '#protocol/meta/menu-icons.ts';
import type { MenuDef, SuiteDef } from '#protocol/meta/suite.ts';
import type { Brought } from '../merge.ts';
import type { Menu } from './standing.ts';

/** What an entry is, by the choices of `menu.type`. */
export const [DIRECTORY, PAGE, LINK, OWN_PAGE] = [1, 2, 3, 4];

/** What an entry opens of its table, by the choices of `menu.target_op`, from 1. */
export const TARGET_OPS = ['List', 'Tree', 'Group', 'Add', 'Show', 'Modify', 'Review', 'Account', 'Auth'] as const;

/** Levels that a menu has. */
export const LEVELS = 4;

/** A module as it lies in the company's rows; what a suite says of it besides. */
export interface ModuleEntry extends Brought {
  uid: string;
  code: string | null;
  flag: string | null;
  suite: string;
  key_name: string;
  name_en: string | null;
  icon: number | null;
  remark: string | null;
  remark_en: string | null;
  ordinal: number;
}

/** An entry of a menu as it lies in the company's rows: modules and directories by their uids, a company's own by `own.<id>`. */
export interface MenuEntry extends Brought {
  uid: string;
  suite: string;
  module: string;
  parent: string | null;
  type: number;
  key_name: string;
  name_en: string | null;
  icon: number | null;
  target: string | null;
  target_op: number | null;
  address: string | null;
  params: string | null;
  ordinal: number;
}

/** Between two entries of a suite there is room for others. */
const STEP = 10;

/** The modules that suites say. */
export const modulesOf = (suites: readonly SuiteDef[]): ModuleEntry[] =>
  suites.flatMap((suite) =>
    suite.modules.map(({ uid, code, flag, key_name, key_name_en, icon, remark, remark_en, order }) => ({
      ...{ uid, code, flag, suite: suite.code, key_name, name_en: key_name_en, icon: iconNumber(icon) },
      ...{ remark: remark ?? null, remark_en: remark_en ?? null, ordinal: order ?? 0, hidden: 0 as const },
    })),
  );

/** The entries of their menus, a directory before what it holds. */
export const menusOf = (suites: readonly SuiteDef[]): MenuEntry[] =>
  suites.flatMap((suite) =>
    suite.modules.flatMap((module) => entriesOf(module.menus, { suite: suite.code, module: module.uid, parent: null })),
  );

const entriesOf = (menus: readonly MenuDef[], at: Pick<MenuEntry, 'suite' | 'module' | 'parent'>): MenuEntry[] =>
  menus.flatMap((menu, place) => [
    {
      ...at,
      ...{ uid: menu.uid, type: typeOf(menu), key_name: menu.key_name, name_en: menu.key_name_en, icon: iconNumber(menu.icon) },
      ...{ target: menu.cloud ?? null, target_op: menu.op === undefined ? null : TARGET_OPS.indexOf(menu.op as never) + 1 || null },
      ...{ address: menu.url ?? null, params: menu.query ? JSON.stringify(menu.query) : null },
      ...{ ordinal: (place + 1) * STEP, hidden: 0 as const },
    },
    ...entriesOf(menu.children ?? [], { ...at, parent: menu.uid }),
  ]);

const typeOf = ({ type, url }: MenuDef): number => (type === 'DIR' ? DIRECTORY! : url === undefined ? PAGE! : OWN_PAGE!);

/** A row as menus are answered, without what lies in it. */
export function menuOf(
  row: Omit<MenuEntry, 'suite' | 'module' | 'parent' | 'ordinal' | 'hidden'> & { link: string | null; home: number },
): Menu {
  const { uid, type, key_name, name_en, icon, target, target_op, address, params, link, home } = row;
  const shown = iconOf(icon);
  const isPage = type === PAGE || type === OWN_PAGE;
  return {
    ...{ uid, key_name, key_name_en: name_en || key_name, type: type === DIRECTORY ? 'DIR' : 'TAB' },
    ...(shown ? { icon: shown } : {}),
    ...(target !== null && isPage ? { cloud: target } : {}),
    ...(target_op !== null && isPage ? { op: TARGET_OPS[target_op - 1]! } : {}),
    ...(address === null || type !== OWN_PAGE ? {} : { url: address }),
    ...(params === null ? {} : { query: JSON.parse(params) as Record<string, string> }),
    ...(type === LINK && link !== null && isHomeLink(link) ? { link, ...(home === 1 ? { home: 1 as const } : {}) } : {}),
  };
}
