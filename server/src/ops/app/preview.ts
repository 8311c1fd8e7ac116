import { shownType } from '#protocol/fields/endings.ts';
import { previewOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { readableFile } from '#server/records/files/readable.ts';
import { partOf } from './part.ts';
import { fileSession } from './ticketed.ts';

/** Bytes of a file for the page: pictures, videos, sounds, PDF and plain text inline in a sandbox, whole or the part that a player asks for; all else as an attachment. */
export const previewCall = op(previewOp, async (house, { request, session, range }) => {
  const access = await openAccess(house, await fileSession(house, session, 'Preview', request));
  const file = await readableFile(house, access, request.key_name);
  const mime = shownType(file.file_name);
  const part = partOf(range, file.length);
  const stream = await house.files.open(file.key_name, part);
  return {
    stream,
    file_name: file.file_name,
    mime: mime ?? 'application/octet-stream',
    length: file.length,
    parts: true,
    ...(part && { part }),
    disposition: mime ? 'inline' : 'attachment',
  };
});
