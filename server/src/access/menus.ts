import type { Menu, Module } from '#server/meta/menus/standing.ts';
import type { Access } from './access.ts';

/** A module with what in it opens something for this reader; null where nothing does, where it is hidden, or his roles do not give it. */
export function openModule(access: Access, module: Module): Module | null {
  const isGiven = module.own === 1 || access.session.root || access.flags.has(module.flag);
  const menus = isGiven && module.hidden !== 1 ? openMenus(access, module.menus) : [];
  return menus.length > 0 ? { ...module, menus } : null;
}

/** Those that this reader has anything in, in their order. */
export const modulesFor = (access: Access): Module[] => access.catalogue.modules().flatMap((module) => openModule(access, module) ?? []);

/** Menu entries that open something this reader may open; a folder of nothing is left out. */
function openMenus(access: Access, menus: readonly Menu[]): Menu[] {
  return menus.flatMap((menu) => {
    if (menu.type === 'TAB') return opens(access, menu) ? [asTree(access, menu)] : [];
    const children = openMenus(access, menu.children ?? []);
    return children.length ? [{ ...menu, children }] : [];
  });
}

/** A table that is a tree opens as one, unless its menu says another page. */
function asTree({ catalogue }: Access, menu: Menu): Menu {
  const isTree = menu.cloud !== undefined && catalogue.table(menu.cloud)?.def.type === 'TREE';
  return isTree && menu.op === undefined && menu.url === undefined ? { ...menu, op: 'Tree' } : menu;
}

function opens(access: Access, menu: Menu): boolean {
  if (!menu.cloud) return menu.url !== undefined || menu.link !== undefined;
  const table = access.catalogue.table(menu.cloud);
  return table !== undefined && access.may(table, menu.op ?? 'List');
}
