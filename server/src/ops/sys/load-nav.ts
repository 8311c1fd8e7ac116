import { loadNavOp } from '#protocol/ops/sys.ts';
import { userData } from '#server/signin/user.ts';
import { op } from '../op.ts';
import { openModules } from './modules.ts';

export const loadNavCall = op(loadNavOp, async (house, { session }) => {
  const rows = await openModules(house, session);
  return { rows, total: rows.length, data: { user: await userData(house, session) } };
});
