import { bytesOf } from '#web/api/bytes.ts';
import { ops } from '#web/api/ops.ts';
import type { SessionUser } from '#web/api/session.ts';
import type { Picture } from '#web/ui/marks/use-picture.ts';

/** The picture of the signed-in person, as the server says it of him. */
export function ownPicture(user: SessionUser | undefined): Picture | undefined {
  if (!user?.avatar) return undefined;
  const { key_name, url } = user.avatar;
  return { key: key_name, src: url, again: () => bytesOf(ops.loadAvatar, { id: user.id, key_name }) };
}
