import { Refusal } from '#protocol/codes.ts';
import { groupOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { readGroup } from '#server/records/read/group.ts';
import { readLevel } from '#server/records/read/levels/levels.ts';
import { op } from '../op.ts';

export const groupCall = op(groupOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const grant = access.grant(access.table(request.cloud), 'Group');
  if (request.order) return readLevel(house, access, grant, request);
  const alien = (['page', 'rows', 'stat', 'as_of'] as const).find((key) => request[key] !== undefined);
  if (alien) throw new Refusal(317, '', { field: alien });
  return readGroup(house, access, grant, request);
});
