import { securityLogOp } from '#protocol/ops/cloud.ts';
import { op } from '#server/ops/op.ts';
import { ownLog } from '#server/signin/own/log.ts';

export const securityLogCall = op(securityLogOp, async (house, { request, session }) => {
  const { rows, total } = await ownLog(house, session, request.page);
  return { rows: rows.map((row) => ({ ...row })), total };
});
