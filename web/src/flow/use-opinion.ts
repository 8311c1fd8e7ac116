import { useTyped } from '#web/drafts/use-draft.ts';
import { useTab } from '#web/nav/use-tab.ts';

/** What a person typed in the handling bar; `chosen` null: nobody was chosen, the definition's people stand. */
export interface Opinion {
  remark: string;
  chosen: readonly number[] | null;
}

const NONE: Opinion = { remark: '', chosen: null };
const isEmpty = ({ remark, chosen }: Opinion): boolean => remark.trim() === '' && chosen === null;

/** The opinion on a record. It outlives the page, the window and the session, until it is sent or emptied. */
export function useOpinion(cloud: string, id: number) {
  const { key } = useTab();
  const { value, set, end } = useTyped({ part: 'opinion', cloud, id, ...(id === 0 ? { about: key } : {}) }, NONE, isEmpty);
  return { ...value, set, end };
}
