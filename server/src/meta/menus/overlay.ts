import { isDeepStrictEqual } from 'node:util';
import { iconOf } from '#protocol/meta/menu-icons.ts';
import type { Catalogue } from '../catalogue.ts';
import { DIRECTORY, LEVELS, type MenuEntry, type ModuleEntry, menuOf } from './entry.ts';
import type { Menu, Module } from './standing.ts';

/** The rows of a company, in their order. */
export type ModuleRow = Omit<ModuleEntry, 'suite' | 'ordinal'>;
export interface MenuRow extends Omit<MenuEntry, 'suite' | 'ordinal'> {
  link: string | null;
  home: number;
}

/** The definitions with the modules of a company, where they are otherwise than those of the suites. */
export function withModules(base: Catalogue, catalogue: Catalogue, modules: readonly ModuleRow[], menus: readonly MenuRow[]): Catalogue {
  const standing = standingModules(modules, menus);
  const said = base.modules().map(({ order: _order, ...module }) => module);
  return isDeepStrictEqual(standing, said) ? catalogue : Object.freeze({ ...catalogue, modules: () => standing });
}

/** Modules with their menus as trees. What stands in nothing that shows it (its directory lies in the bin) stands at the top of its module. */
export function standingModules(modules: readonly ModuleRow[], menus: readonly MenuRow[]): readonly Module[] {
  const below = new Map<string | null, MenuRow[]>();
  for (const row of menus) below.set(row.parent, [...(below.get(row.parent) ?? []), row]);
  const placed = new Set<string>();
  const known = new Map(menus.map((row) => [row.uid, row]));
  const isTop = ({ parent }: MenuRow): boolean => parent === null || known.get(parent)?.type !== DIRECTORY;
  const place = (row: MenuRow, level: number): Menu[] => {
    placed.add(row.uid);
    if (row.hidden === 1) return [];
    if (row.type !== DIRECTORY) return [menuOf(row)];
    const children = (below.get(row.uid) ?? []).filter(({ uid }) => !placed.has(uid)).flatMap((child) => place(child, level + 1));
    // what suite and company together put too deep loses its directory, not its place
    return level < LEVELS ? [{ ...menuOf(row), children }] : children;
  };
  const tops = new Map(modules.map(({ uid }) => [uid, [] as Menu[]]));
  for (const row of menus) if (isTop(row)) tops.get(row.module)?.push(...place(row, 1));
  return modules.map((row) => moduleOf(row, tops.get(row.uid)!));
}

function moduleOf({ uid, code, flag, key_name, name_en, icon, remark, remark_en, hidden }: ModuleRow, menus: readonly Menu[]): Module {
  const [own, shown] = [uid.replace('.', ''), iconOf(icon)];
  return {
    ...{ uid, code: code ?? own, key_name, key_name_en: name_en || key_name, flag: flag ?? own },
    ...(shown ? { icon: shown } : {}),
    ...(remark ? { remark, remark_en: remark_en || remark } : {}),
    ...(flag === null ? { own: 1 as const } : {}),
    ...(hidden === 1 ? { hidden: 1 as const } : {}),
    menus,
  };
}
