import { listOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { readList } from '#server/records/read/list.ts';
import { op } from '../op.ts';
import { ofRecord } from './of-record.ts';

export const listCall = op(listOp, async (house, { request, session }) => {
  const own = await ofRecord(house, session, { ...request, page: 1, rows: 1000 });
  if (own) return own;
  const access = await openAccess(house, session);
  const grant = access.grant(access.table(request.cloud), 'List');
  return readList(house, access, grant, request);
});
