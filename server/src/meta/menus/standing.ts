import type { MenuDef, ModuleDef } from '#protocol/meta/suite.ts';

/** An entry of a menu as it stands in a company: of a suite, or the company's own. */
export interface Menu extends Omit<MenuDef, 'children'> {
  /** an address outside, which opens in a window of its own */
  link?: string;
  /** 1: it stands in everybody's own menu, too */
  home?: 1;
  children?: readonly Menu[];
}

/** A module as it stands in a company. */
export interface Module extends Omit<ModuleDef, 'menus'> {
  /** 1: it is not shown, and gives what it gave */
  hidden?: 1;
  /** 1: the company's own, which no permission gives: whoever sees something in it sees it */
  own?: 1;
  menus: readonly Menu[];
}
