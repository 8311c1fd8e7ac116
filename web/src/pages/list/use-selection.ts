import { useMemo, useRef, useState } from 'react';
import type { WireRow } from '#protocol/wire/envelope.ts';

/** The records chosen, kept over pages and filters. */
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
  const tell = useRef(onChange);
  tell.current = onChange;
  return useMemo(() => {
    const setRows = (next: readonly WireRow[]) => {
      keep(next);
      tell.current?.(next);
    };
    const ids = new Set(rows.map((row) => row.id));
    return {
      rows,
      has: (id) => ids.has(id),
      toggle: (row) => setRows(ids.has(row.id) ? rows.filter((each) => each.id !== row.id) : [...rows, row]),
      toggleAll: (page) => {
        const all = page.every((row) => ids.has(row.id));
        const others = rows.filter((row) => !page.some((each) => each.id === row.id));
        setRows(all ? others : [...others, ...page]);
      },
      clear: () => setRows([]),
    };
  }, [rows]);
}
