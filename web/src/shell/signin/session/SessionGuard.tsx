import { useCallback, useEffect } from 'react';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { dropSession, expireSession, isLooking, sessionState } from '#web/api/session.ts';
import { useSession } from '#web/api/use-session.ts';
import { useNav } from '#web/nav/store.ts';
import { isUnsaved } from '#web/nav/tabs.ts';
import { endLook } from '../../eyes/end-look.ts';
import { sendAway } from './farewell.ts';
import { SignInDialog } from './SignInDialog.tsx';
import { useIdle } from './use-idle.ts';

const hasUnsaved = (): boolean => useNav.getState().tabs.some(isUnsaved);

/**
 * Stands beside every page that needs a session: ends it after 30 idle minutes, when the server no longer knows it, and when the person
 * signed out in another window. Over unsaved work that is a dialog in place, else the sign-in page.
 */
export function SessionGuard() {
  const { session, expired, left = false } = useSession();
  const idle = useCallback(() => {
    if (isLooking()) return endLook();
    if (!hasUnsaved()) return sendAway('idle');
    call(ops.logout, {}, { background: true }).catch(() => undefined);
    expireSession(sessionState().session?.token).catch(() => undefined);
  }, []);
  useIdle(session !== null && !expired, idle);
  useEffect(() => {
    // nobody signs in again as the person whose eyes these were
    if (expired && isLooking()) return endLook();
    if (!expired || hasUnsaved()) return;
    if (left) dropSession();
    else sendAway('expired');
  }, [expired, left]);
  return session && expired && !session.eyes && hasUnsaved() ? <SignInDialog user={session.user} isCovering={left} /> : null;
}
