import { downloadOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { readableFile } from '#server/records/files/readable.ts';
import { fileSession } from './ticketed.ts';

/** Bytes of a file, to be kept: whatever they are, nothing runs them here. */
export const downloadCall = op(downloadOp, async (house, { request, session }) => {
  const access = await openAccess(house, await fileSession(house, session, 'Download', request));
  const file = await readableFile(house, access, request.key_name);
  const stream = await house.files.open(file.key_name);
  return { stream, file_name: file.file_name, mime: 'application/octet-stream', length: file.length, disposition: 'attachment' };
});
