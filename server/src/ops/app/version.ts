import { versionOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { versionOf } from '#server/records/history/version.ts';

/** `data` {nth, version, fields, rows}: in what a version of History differs from the record as it stands; by the same right. */
export const versionCall = op(versionOp, async (house, { request, session }) => {
  const access = await openAccess(house, session);
  return versionOf(house, access, access.grant(access.table(request.cloud), 'History'), request);
});
