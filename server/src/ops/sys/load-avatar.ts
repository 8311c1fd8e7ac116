import { shownType } from '#protocol/fields/endings.ts';
import { loadAvatarOp } from '#protocol/ops/sys.ts';
import { openAccess } from '#server/access/access.ts';
import { op } from '#server/ops/op.ts';
import { avatarOf } from '#server/records/files/avatar.ts';
import { fileSession } from '../app/ticketed.ts';

/** As long as a ticket opens it. */
const MINUTES_5 = 300;

/** A person's picture, shown in the page; one that is asked for by its key may be kept a while, as another has another. */
export const loadAvatarCall = op(loadAvatarOp, async (house, { request, session }) => {
  const { id, tk } = request;
  const asker = await fileSession(house, session, 'LoadAvatar', { key_name: String(id), ...(tk === undefined ? {} : { tk }) });
  const file = await avatarOf(house, await openAccess(house, asker), id);
  const mime = shownType(file.file_name);
  return {
    stream: await house.files.open(file.key_name),
    file_name: file.file_name,
    mime: mime ?? 'application/octet-stream',
    length: file.length,
    disposition: mime ? 'inline' : 'attachment',
    ...(request.key_name === file.key_name ? { keep: MINUTES_5 } : {}),
  };
});
