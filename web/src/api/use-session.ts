import { useSyncExternalStore } from 'react';
import { onSession, type SessionState, sessionState } from './session.ts';

/** Apart from use-op.ts so that the sign-in page carries no query cache. */
export const useSession = (): SessionState => useSyncExternalStore(onSession, sessionState, sessionState);
