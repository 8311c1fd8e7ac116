import { loadNavOp } from '#protocol/ops/sys.ts';
import { openAccess } from '#server/access/access.ts';
import { openMenus } from '#server/records/effective.ts';
import { userData } from '#server/signin/user.ts';
import { op } from '../op.ts';

export const loadNavCall = op(loadNavOp, async (house, { session }) => {
  const access = await openAccess(house, session);
  const modules = house.catalogue
    .modules()
    .filter((module) => (session.root || access.flags.has(module.flag)) && openMenus(access, house.catalogue, module.menus).length > 0);
  const rows = modules.map(({ code, key_name, key_name_en, icon }) => ({ code, key_name, key_name_en, ...(icon ? { icon } : {}) }));
  return { rows, total: rows.length, data: { user: await userData(house, session) } };
});
