import { attachsOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { attachmentsOf } from '#server/records/read/attached/attachments.ts';

export const attachsCall = op(attachsOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  return attachmentsOf(house, access, access.grant(access.table(request.cloud), 'Show'), request);
});
