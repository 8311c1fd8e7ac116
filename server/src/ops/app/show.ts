import { showOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { markRead, unseen } from '#server/flow/mark-read.ts';
import { readShow } from '#server/records/show.ts';
import { op } from '../op.ts';

/** No field is called so. */
const UNSEEN = 'fw.unseen';

export const showCall = op(showOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  const grant = access.grant(access.table(request.cloud), 'Show');
  const { record, told } = await readShow(house, access, grant, request.id, { [UNSEEN]: unseen(grant.table) });
  if (told[UNSEEN] === true) await markRead(house, session, grant.table, request.id);
  return { data: { ...record, page: { show_revoke: false } } };
});
