import { showOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { showRecord } from '#server/flow/read/record-page.ts';
import { op } from '../op.ts';

export const showCall = op(showOp, async (house, { request, session, background }) => {
  const access = await openAccess(house, session);
  const look = { house, session, access, table: access.table(request.cloud) };
  return { data: await showRecord(look, request.id, { todo: request.todo, background }) };
});
