import { loadNavOp } from '#protocol/ops/sys.ts';
import { op } from '../op.ts';
import { openModules } from './modules.ts';
import { ownUser } from './own-user.ts';

export const loadNavCall = op(loadNavOp, async (house, { session }) => {
  const { rows, links } = await openModules(house, session);
  return { rows, total: rows.length, data: { user: await ownUser(house, session), ...(links.length > 0 ? { links } : {}) } };
});
