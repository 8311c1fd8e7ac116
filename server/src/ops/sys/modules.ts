import { openAccess } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { openMenus } from '#server/records/read/effective.ts';

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

/** The modules of the installed suites that a person has the flag of and in whose menus something opens for him, in their order. */
export async function openModules(house: House, session: Session): Promise<ModuleRow[]> {
  const access = await openAccess(house, session);
  return access.catalogue
    .modules()
    .filter((module) => (session.root || access.flags.has(module.flag)) && openMenus(access, module.menus).length > 0)
    .map(({ code, key_name, key_name_en, flag, icon, remark, remark_en }) => ({
      ...{ code, key_name, key_name_en, flag },
      ...(icon ? { icon } : {}),
      ...(remark ? { remark, remark_en: remark_en ?? remark } : {}),
    }));
}
