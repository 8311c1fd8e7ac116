import { openAccess } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { ownDesktop } from '#server/records/board/arranged/desktop.ts';
import { opensFlag } from '#server/records/board/open.ts';
import { ownAvatar } from '#server/records/files/avatar.ts';
import { userData } from '#server/signin/user.ts';

/** The signed-in user as Login and LoadNav answer it, with his picture, his desktop where he has one, and whether the leadership view opens to him. */
export async function ownUser(house: House, session: Session): Promise<Record<string, unknown>> {
  const access = await openAccess(house, session);
  const { flags, ...data } = await userData(house, session);
  const own = await ownDesktop(house, access);
  // no file is handed out through somebody's eyes, so neither is the address of one
  return {
    ...data,
    ...own,
    flags: { ...flags, board: own.board },
    ...(opensFlag(access, 'EI') ? { leads: 1 } : {}),
    ...(session.eyes ? {} : await ownAvatar(house, access)),
  };
}
