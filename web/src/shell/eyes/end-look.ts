import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { dropSession, EYES_PATH } from '#web/api/session.ts';
import { go } from '#web/nav/address.ts';

/** Looks no more: nothing of the person stays on screen, and this window says that it is over. */
export function endLook(): void {
  call(ops.logout, {}, { background: true }).catch(() => undefined);
  go(EYES_PATH, 'replace');
  sessionStorage.clear();
  dropSession();
}
