import { onSession, sessionState } from '#web/api/session.ts';
import type { Draft } from './form-state.ts';

const PREFIX = 'fw.draft.';

/** Where the unsent form of a new record waits over a reload: this window only, and only while its writer is signed in. */
export const draftKey = (cloud: string, tab: string): string => `${PREFIX}${sessionState().session?.user.id ?? 0}.${cloud}.${tab}`;

export function readDraft(key: string): Draft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null;
    return kept && typeof kept.values === 'object' && typeof kept.subs === 'object' ? kept : null;
  } catch {
    return null;
  }
}

export function keepDraft(key: string, draft: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // full: the form itself still holds everything, and the tab asks before it closes
  }
}

export const dropDraft = (key: string): void => sessionStorage.removeItem(key);

onSession(() => {
  if (sessionState().session) return;
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
});
