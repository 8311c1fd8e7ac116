import { ownerKey, partOf } from './place.ts';
import { type Draft, draftsBelow, dropDraft } from './store.ts';
import { forgetHeld } from './windows.ts';

/** What the signed-in person typed on this machine and did not save; a filter is nobody's loss. */
export const ownDrafts = (): readonly Draft[] => draftsBelow(ownerKey()).filter(({ key }) => partOf(key) !== 'filter');

/** Who signs out by choice leaves nothing behind. What another window of his holds open stands there still, and is kept again by it. */
export function dropOwnDrafts(): void {
  forgetHeld();
  for (const { key } of draftsBelow(ownerKey())) dropDraft(key);
}
