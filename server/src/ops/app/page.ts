import { pageOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { readPage } from '#server/records/read/page.ts';
import { op } from '../op.ts';

export const pageCall = op(pageOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const grant = access.grant(access.table(request.cloud), 'Page');
  return readPage(house, access, grant, request);
});
