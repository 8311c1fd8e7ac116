import { openAccess } from '#server/access/access.ts';
import { modulesFor } from '#server/access/menus.ts';
import type { House } from '#server/meta/house.ts';
import type { Menu } from '#server/meta/menus/standing.ts';
import type { Session } from '#server/meta/session.ts';

/** A module as the top menu, the chooser and the way from sign-in need it. */
export type ModuleRow = {
  code: string;
  key_name: string;
  key_name_en: string;
  flag: string;
  icon?: string;
  remark?: string;
  remark_en?: string;
};

/** What stands in everybody's own menu beside the client's own entries: addresses outside. */
export type HomeLink = { uid: string; key_name: string; key_name_en: string; icon?: string; link: string };

/** The modules that a person may open and in whose menus something opens for him, in their order; and the links that his own menu has. */
export async function openModules(house: House, session: Session): Promise<{ rows: ModuleRow[]; links: HomeLink[] }> {
  const access = await openAccess(house, session);
  const modules = modulesFor(access);
  const rows = modules.map(({ code, key_name, key_name_en, flag, icon, remark, remark_en }) => ({
    ...{ code, key_name, key_name_en, flag },
    ...(icon ? { icon } : {}),
    ...(remark ? { remark, remark_en: remark_en ?? remark } : {}),
  }));
  return { rows, links: modules.flatMap(({ menus }) => homeLinks(menus)) };
}

const homeLinks = (menus: readonly Menu[]): HomeLink[] =>
  menus.flatMap(({ uid, key_name, key_name_en, icon, link, home, children }) => [
    ...(home === 1 && link !== undefined ? [{ uid, key_name, key_name_en, ...(icon ? { icon } : {}), link }] : []),
    ...homeLinks(children ?? []),
  ]);
