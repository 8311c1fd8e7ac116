import { Refusal } from '#protocol/codes.ts';
import { uploadOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { fileValue, storeFile, uploadField } from '#server/records/files.ts';

/** Answers data {id, key_name, file_name, length, url, preview_url}; the file belongs to a record once a save names its key. */
export const uploadCall = op(uploadOp, async (house, { request, session, file, again }) => {
  try {
    const access = await openAccess(house, session);
    const table = access.table(request.cloud);
    const field = await uploadField(house, access, table, request.field);
    if (!file) throw new Refusal(314, '', { field: 'file' });
    const stored = await storeFile(house, session, table, field, { ...file, isWelcome: async () => !again || (await again()) !== null });
    return { data: { ...fileValue(house, session, stored) } };
  } finally {
    // What was not taken is read to its end, so that the connection lives on.
    file?.bytes.resume();
  }
});
