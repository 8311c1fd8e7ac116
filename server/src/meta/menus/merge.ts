import { type Kind, mergeRows, type Three } from '../merge.ts';
import type { MenuEntry, ModuleEntry } from './entry.ts';

const MODULES: Kind<ModuleEntry> = {
  keyOf: ({ uid }) => uid,
  properties: ['code', 'flag', 'suite', 'key_name', 'name_en', 'icon', 'remark', 'remark_en', 'ordinal', 'hidden'],
  quiet: ['ordinal'],
  called: ({ uid, key_name }) => `module ${uid} (${key_name})`,
};

const MENUS: Kind<MenuEntry> = {
  keyOf: ({ uid }) => uid,
  properties: [
    ...(['suite', 'module', 'parent', 'type', 'key_name', 'name_en', 'icon', 'target', 'target_op', 'address', 'params'] as const),
    ...(['ordinal', 'hidden'] as const),
  ],
  quiet: ['ordinal'],
  called: ({ uid, key_name }) => `menu ${uid} (${key_name})`,
};

export interface Menus<Of = readonly ModuleEntry[], Entries = readonly MenuEntry[]> {
  modules: Of;
  menus: Entries;
}

export interface MergedMenus extends Menus {
  /** what the suites say now, with what they ever brought and took away, hidden */
  said: Menus;
}

/**
 * The modules and menus of a company after a start. A module or a directory that a suite takes away stays while the company keeps something of its
 * own in it, or has moved something there; where suite and company together put two directories into each other, the suite's place counts.
 */
export function mergeMenus(all: Menus<Three<ModuleEntry>, Three<MenuEntry>>, tell: (line: string) => void): MergedMenus {
  const before = new Map(all.menus.said.map((row) => [row.uid, row]));
  const here = new Map(all.menus.here.map((row) => [row.uid, row]));
  const put = all.menus.here.filter((row) => row.hidden === 0 && isPut(row, before.get(row.uid)));
  const held = new Set(put.flatMap((row) => above(row, here)));
  const isHeld = ({ uid }: { uid: string }) => held.has(uid);
  const modules = mergeRows({ ...MODULES, isHeld }, all.modules, tell);
  const menus = mergeRows({ ...MENUS, isHeld }, all.menus, tell);
  return { modules: modules.rows, menus: withoutCircles(menus.rows, all.menus.wanted), said: { modules: modules.said, menus: menus.said } };
}

const isPut = (row: MenuEntry, was: MenuEntry | undefined): boolean => was?.parent !== row.parent || was.module !== row.module;

/** The directories that it stands in, and its module. */
function above(row: MenuEntry, here: ReadonlyMap<string, MenuEntry>): string[] {
  const way = new Set<string>();
  let at = row;
  for (let next = row.parent; next !== null && !way.has(next) && here.has(next); next = at.parent) {
    way.add(next);
    at = here.get(next)!;
  }
  return [...way, at.module];
}

function withoutCircles(rows: readonly MenuEntry[], wanted: readonly MenuEntry[]): readonly MenuEntry[] {
  const says = new Map(wanted.map((row) => [row.uid, row.parent]));
  const parents = new Map(rows.map((row) => [row.uid, row.parent]));
  const isInCircle = (uid: string): boolean => {
    const way = new Set<string>();
    for (let at: string | null | undefined = uid; at && !way.has(at); at = parents.get(at)) {
      way.add(at);
      if (parents.get(at) === uid) return true;
    }
    return false;
  };
  // the suites' own tree has none: what its entries are put back to ends
  for (const { uid } of rows) if (isInCircle(uid)) parents.set(uid, says.get(uid) ?? null);
  return rows.map((row) => (parents.get(row.uid) === row.parent ? row : { ...row, parent: parents.get(row.uid)! }));
}
