import type { FileValue } from '#protocol/wire/envelope.ts';
import type { DraftPlace } from '#web/drafts/place.ts';
import { dropDraft } from '#web/drafts/store.ts';
import { dropKept, useStray, useTyped } from '#web/drafts/use-draft.ts';
import { useTab } from '#web/nav/use-tab.ts';
import { type Chosen, chosenFor, type Goal } from './chosen.ts';

/** What a person typed in the handling bar; `chosen` null: nobody was chosen, the definition's people stand. */
interface Opinion {
  remark: string;
  chosen: Chosen | null;
  /** attached to it; absent in what was kept before there were any */
  files?: readonly FileValue[];
  /** until when who comes next may take, as it is typed; absent likewise */
  limit?: string;
}

const NONE: Opinion = { remark: '', chosen: null, files: [], limit: '' };
const isEmpty = ({ remark, chosen, files = [], limit = '' }: Opinion): boolean =>
  remark.trim() === '' && chosen === null && files.length === 0 && limit.trim() === '';

const NO_FILES: readonly FileValue[] = [];

/** Where an opinion is typed: upon a to-do. What was never sent has none; there it is the record's, or that of the tab it is begun in. */
export const opinionPlace = (cloud: string, id: number, todo: number | undefined, tab: string): DraftPlace => ({
  ...{ part: 'opinion', cloud, id },
  about: todo ? `todo ${todo}` : id === 0 ? tab : 'draft',
});

/** The opinion on a to-do. It outlives the page, the window and the session, until it is sent or emptied, and never comes back upon another one. */
export function useOpinion(cloud: string, id: number, todo: number | undefined) {
  const { key } = useTab();
  const place = opinionPlace(cloud, id, todo, key);
  const { value, set, end } = useTyped(place, NONE, isEmpty);
  return {
    remark: value.remark,
    files: value.files ?? NO_FILES,
    attach: (files: readonly FileValue[]) => set({ files }),
    limit: value.limit ?? '',
    setLimit: (limit: string) => set({ limit }),
    /** who was chosen for where it leads, null where nobody was chosen for that */
    chosenFor: (goal: Goal | null) => chosenFor(value.chosen, goal),
    write: (remark: string) => set({ remark }),
    choose: ({ event, state }: Goal, ids: readonly number[]) => set({ chosen: { event, state, ids } }),
    /** it is sent: no window keeps any of it for that to-do */
    end: () => {
      end();
      dropKept(place);
    },
  };
}

/**
 * What one wrote upon a to-do of the record that has been closed since, by whomever: shown until he gives it up, for it was never sent.
 * `todo`: the one that can be decided on this page, `closed` where there is none any more.
 */
export function useLeftOpinion(cloud: string, id: number, todo: number | undefined | 'closed') {
  const { key } = useTab();
  const kept = useStray<Opinion>({ part: 'opinion', cloud, id }, todo === 'closed' ? null : opinionPlace(cloud, id, todo, key));
  const remark = kept?.body.remark.trim();
  return kept && remark ? { remark, at: kept.at, drop: () => dropDraft(kept.key) } : null;
}
