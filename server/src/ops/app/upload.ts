import { Refusal } from '#protocol/codes.ts';
import { uploadOp } from '#protocol/ops/app.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { fileValue, storeFile, uploadField } from '#server/records/files/files.ts';

/** Answers data {id, key_name, file_name, filename, length, url, preview_url}; the file belongs to a record once a save names its key. */
export const uploadCall = op(uploadOp, async (house, { request, session, file, again }) => {
  try {
    const access = await openAccess(house, session);
    const table = access.table(request.cloud);
    const named = request.field || request.key_name;
    if (!named) throw new Refusal(314, '', { field: 'field' });
    if (request.key_name && request.key_name !== named) throw new Refusal(317, '', { field: 'key_name' });
    const field = await uploadField(house, access, table, named);
    if (!file) throw new Refusal(314, '', { field: 'file' });
    const stored = await storeFile(house, session, table, field, { ...file, isWelcome: async () => !again || (await again()) !== null });
    // the specification says `filename`, its entity `file_name`
    return { data: { ...fileValue(house, session, stored), filename: stored.file_name } };
  } finally {
    // What was not taken is read to its end, so that the connection lives on.
    file?.bytes.resume();
  }
});
