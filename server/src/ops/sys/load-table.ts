import { loadTableOp } from '#protocol/ops/sys.ts';
import { openAccess } from '#server/access/access.ts';
import { readDefinition } from '#server/records/read/effective.ts';
import { op } from '../op.ts';

export const loadTableCall = op(loadTableOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  return { data: { ...(await readDefinition(house, access, access.table(request.key_name))) } };
});
