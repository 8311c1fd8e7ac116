import { useRef, useState } from 'react';

export interface Choosing {
  /** ids, of rows that have a box */
  chosen: readonly number[];
  has(id: number): boolean;
  /** with `isRange` all between the last one and this are as this becomes */
  toggle(id: number, isRange?: boolean): void;
  /** all of the page, or none where all are chosen */
  toggleAll(): void;
  set(ids: readonly number[]): void;
}

/** Rows of the page that are chosen by their boxes. */
export function useChosen(rows: readonly { id: number }[]): Choosing {
  const [ids, set] = useState<readonly number[]>([]);
  const last = useRef<number | null>(null);
  const all = rows.map(({ id }) => id);
  const chosen = all.filter((id) => ids.includes(id));
  const toggle = (id: number, isRange = false) => {
    const [from, to] = [isRange ? all.indexOf(last.current ?? id) : -1, all.indexOf(id)];
    const these = from < 0 ? [id] : all.slice(Math.min(from, to), Math.max(from, to) + 1);
    const others = chosen.filter((each) => !these.includes(each));
    set(chosen.includes(id) ? others : [...others, ...these]);
    last.current = id;
  };
  return {
    chosen,
    has: (id) => chosen.includes(id),
    toggle,
    toggleAll: () => set(chosen.length === all.length ? [] : all),
    set,
  };
}
