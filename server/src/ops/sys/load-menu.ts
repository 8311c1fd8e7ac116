import { Refusal } from '#protocol/codes.ts';
import { loadMenuOp } from '#protocol/ops/sys.ts';
import { openAccess } from '#server/access/access.ts';
import { openModule } from '#server/access/menus.ts';
import { op } from '../op.ts';

export const loadMenuCall = op(loadMenuOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const module = access.catalogue.modules().find((one) => one.code === request.module);
  const open = module ? openModule(access, module) : null;
  // one that is hidden is no secret to who has its permission: its menu is empty
  if (!open && !(module && module.own !== 1 && (session.root || access.flags.has(module.flag)))) throw new Refusal(312);
  const rows = open?.menus ?? [];
  return { rows: rows as unknown as Record<string, unknown>[], total: rows.length };
});
