import type { OfferedTable } from '#protocol/meta/field.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Menu, Module } from '#server/meta/menus/standing.ts';
import type { Access } from './access.ts';
import { parentsOf } from './rows.ts';

/**
 * The tables that this reader may list, in the order of his modules whose menus open them; rows of other records that no menu opens are none of
 * them, nor is what everybody keeps of his own (`isOnesOwn`).
 */
export function offeredTables(access: Access, modules: readonly Module[]): OfferedTable[] {
  const { catalogue } = access;
  const placed = new Map<string, Module>();
  for (const module of modules) for (const cloud of opened(module.menus)) if (!placed.has(cloud)) placed.set(cloud, module);
  const placeOf = ({ cloud }: ResolvedTable): number => {
    const module = placed.get(cloud);
    return module ? modules.indexOf(module) : modules.length;
  };
  const listed = catalogue
    .tables()
    .filter(
      (table) => access.may(table, 'List') && !isOnesOwn(table) && (placed.has(table.cloud) || parentsOf(catalogue, table).length === 0),
    );
  return listed.toSorted((one, other) => placeOf(one) - placeOf(other)).map((table) => offered(table, placed.get(table.cloud)));
}

/** Stored rows that everybody makes for himself, such as how his lists lie: they serve pages, and are none. */
const isOnesOwn = ({ def }: ResolvedTable): boolean => def.everyone === 1 && def.storage !== 'view';

const opened = (menus: readonly Menu[]): string[] =>
  menus.flatMap(({ cloud, children }) => [...(cloud ? [cloud] : []), ...opened(children ?? [])]);

const offered = ({ cloud, def }: ResolvedTable, module: Module | undefined): OfferedTable => ({
  ...{ code: cloud, key_name: def.key_name, key_name_en: def.key_name_en },
  ...(module ? { module: { key_name: module.key_name, key_name_en: module.key_name_en } } : {}),
});
