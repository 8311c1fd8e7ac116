import { Refusal } from '#protocol/codes.ts';
import { loadMenuOp } from '#protocol/ops/sys.ts';
import { openAccess } from '#server/access/access.ts';
import { openMenus } from '#server/records/read/effective.ts';
import { op } from '../op.ts';

export const loadMenuCall = op(loadMenuOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const module = access.catalogue.modules().find((one) => one.code === request.module);
  if (!module || !(session.root || access.flags.has(module.flag))) throw new Refusal(312);
  const rows = openMenus(access, module.menus);
  return { rows: rows as unknown as Record<string, unknown>[], total: rows.length };
});
