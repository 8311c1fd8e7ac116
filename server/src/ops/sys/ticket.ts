import { ticketOp } from '#protocol/ops/sys.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { fileValue } from '#server/records/files/files.ts';
import { readableFile } from '#server/records/files/readable.ts';

/** A file with addresses for five minutes more, for who looks at a record longer than its tickets hold. */
export const ticketCall = op(ticketOp, async (house, { request, session }) => {
  const file = await readableFile(house, await openAccess(house, session), request.key_name);
  return { data: { ...fileValue(house, session, file) } };
});
