import { useTyped } from '#web/drafts/use-draft.ts';
import { useTab } from '#web/nav/use-tab.ts';
import type { ListState } from './list-state.ts';

/** Filters as they are being typed; null: as the list has them. */
interface Typed {
  fields: ListState['fields'] | null;
}

const NONE: Typed = { fields: null };
const isEmpty = ({ fields }: Typed): boolean => fields === null;

export interface Filtering {
  /** what stands in the panel */
  fields: ListState['fields'];
  /** the panel was left half filled in, and begins open */
  isHalf: boolean;
  set(fields: ListState['fields']): void;
  /** sent or given up */
  end(): void;
}

/** A filter panel that is filled in; on a page what is half typed outlives it. */
export function useFiltering(cloud: string, isPage: boolean, sent: ListState['fields']): Filtering {
  const { key } = useTab();
  const { value, set, end, draft } = useTyped<Typed>({ part: 'filter', cloud, id: 0, about: key }, NONE, isEmpty, isPage);
  return { fields: value.fields ?? sent, isHalf: draft.restored !== null, set: (fields) => set({ fields }), end };
}
