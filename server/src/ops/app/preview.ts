import { previewOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { shownType } from '#server/records/files/file-name.ts';
import { readableFile } from '#server/records/files/readable.ts';
import { fileSession } from './ticketed.ts';

/** Bytes of a file for the page: pictures, PDF and plain text inline in a sandbox, all else as an attachment. */
export const previewCall = op(previewOp, async (house, { request, session }) => {
  const access = await openAccess(house, await fileSession(house, session, 'Preview', request));
  const file = await readableFile(house, access, request.key_name);
  const mime = shownType(file.file_name);
  const stream = await house.files.open(file.key_name);
  return {
    stream,
    file_name: file.file_name,
    mime: mime ?? 'application/octet-stream',
    length: file.length,
    disposition: mime ? 'inline' : 'attachment',
  };
});
