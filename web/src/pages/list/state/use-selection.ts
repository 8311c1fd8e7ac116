import { useCallback, useMemo, useRef, useState } from 'react';
import type { WireRow } from '#protocol/wire/envelope.ts';

/** The records chosen, kept over pages and filters. What changes it stays the same function, so that no row is drawn again for it. */
export interface Selection {
  rows: readonly WireRow[];
  has: (id: number) => boolean;
  toggle: (row: WireRow) => void;
  /** all of the rows on screen, or none of them when all are chosen */
  toggleAll: (rows: readonly WireRow[]) => void;
  clear: () => void;
}

export function useSelection(chosen: readonly WireRow[] = [], onChange?: (rows: readonly WireRow[]) => void): Selection {
  const [rows, keep] = useState(chosen);
  const now = useRef(rows);
  const tell = useRef(onChange);
  tell.current = onChange;
  const change = useCallback((next: readonly WireRow[]) => {
    now.current = next;
    keep(next);
    tell.current?.(next);
  }, []);
  const changes = useMemo(
    () => ({
      toggle: (row: WireRow) => change(isIn(now.current, row) ? now.current.filter((each) => each.id !== row.id) : [...now.current, row]),
      toggleAll: (page: readonly WireRow[]) => {
        const others = now.current.filter((row) => !isIn(page, row));
        change(page.every((row) => isIn(now.current, row)) ? others : [...others, ...page]);
      },
      clear: () => change([]),
    }),
    [change],
  );
  return useMemo(() => {
    const ids = new Set(rows.map((row) => row.id));
    return { rows, has: (id) => ids.has(id), ...changes };
  }, [rows, changes]);
}

const isIn = (rows: readonly WireRow[], { id }: WireRow): boolean => rows.some((each) => each.id === id);
