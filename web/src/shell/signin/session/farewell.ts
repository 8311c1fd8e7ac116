import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { dropSession, sessionState } from '#web/api/session.ts';
import { type Farewell, forgetFarewell, sayFarewell } from '#web/entry/farewell.ts';
import { go } from '#web/nav/address.ts';

/** Ends the session without being asked; signing in again leads back to the page. */
export function sendAway(why: Farewell): void {
  sayFarewell(why);
  tellServer();
  dropSession();
}

/** Signs out: nothing of the person stays on screen in this window; others that hold what is not saved cover it until he is back. */
export function signOut(): void {
  forgetFarewell();
  tellServer();
  go('/login', 'replace');
  dropSession(true);
}

/** The server may be away: its own clock ends the session then. */
function tellServer(): void {
  if (sessionState().session) call(ops.logout, {}, { background: true }).catch(() => undefined);
}
