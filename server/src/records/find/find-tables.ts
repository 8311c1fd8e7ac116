import type { FoundTable } from '#protocol/wire/find.ts';
import type { Access, Grant } from '#server/access/access.ts';
import { modulesFor } from '#server/access/menus.ts';
import type { Menu } from '#server/meta/menus/standing.ts';
import { grantOrNull } from '../row/stored.ts';

/** A table that is asked, with the right by which it is listed. */
export interface Asked {
  readonly grant: Grant;
  readonly told: FoundTable;
}

/** Who works in the company: what everybody reads of a person, though no menu of a module opens it. */
const PEOPLE = 'user[contact]';
/** Pages of a table that show its records. */
const SHOWS = new Set(['List', 'Tree', 'Group']);

/** Each table whose list a menu of the reader's own modules opens (no page of its own) and that he may list, once, in the order of the menus; people first. */
export function askedTables(access: Access): Asked[] {
  const menus = modulesFor(access).flatMap((module) => leaves(module.menus).map((menu) => ({ menu, module: module.code })));
  const named = menus.flatMap(({ menu, module }) =>
    menu.cloud && !menu.url && SHOWS.has(menu.op ?? 'List') ? [{ cloud: menu.cloud, module }] : [],
  );
  const once = new Map<string, { cloud: string; module?: string }>([[PEOPLE, { cloud: PEOPLE }]]);
  for (const one of named) if (!once.has(one.cloud)) once.set(one.cloud, one);
  return [...once.values()].flatMap(({ cloud, module }) => {
    const table = access.catalogue.table(cloud);
    const grant = table && grantOrNull({ access }, table, 'List');
    if (!grant) return [];
    const { key_name, key_name_en } = { ...grant.table.def, ...ownName(grant) };
    return [{ grant, told: { cloud, key_name, key_name_en, ...(module === undefined ? {} : { module }) } }];
  });
}

/** A variant may be called otherwise than its table. */
const ownName = ({ table: { variant } }: Grant) => ({
  ...(variant?.key_name ? { key_name: variant.key_name } : {}),
  ...(variant?.key_name_en ? { key_name_en: variant.key_name_en } : {}),
});

const leaves = (menus: readonly Menu[]): readonly Menu[] =>
  menus.flatMap((menu) => (menu.type === 'TAB' ? [menu] : leaves(menu.children ?? [])));
