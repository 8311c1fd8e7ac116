import { type RefObject, useEffect, useMemo, useState } from 'react';
import { type Column, leadOf } from '../state/columns.ts';
import type { Layout } from './use-fitted.ts';

/** Up to so many columns all are drawn, in sight or not. */
const ALL_AT_ONCE = 24;
/** px on each side that are drawn before they are seen; the columns change only after half of it. */
const AHEAD = 400;

/** The columns that a row draws: a row of a very wide list is drawn as far as it is seen. */
export interface Seen {
  /** frozen ones, and those in sight */
  columns: readonly Column[];
  /** of how many, where these are not all */
  of: number | null;
}

/** Which columns stand between `from` and `to` px of a row, and all that are frozen. */
export function columnsWithin(columns: readonly Column[], lead: number, from: number, to: number): readonly Column[] {
  let edge = lead;
  return columns.filter((column) => {
    const begin = edge;
    edge += column.width;
    return column.frozen || (edge > from && begin < to);
  });
}

/** Says on the box whether columns lie beyond its right edge (`data-more`): its look tells so, and nothing is drawn anew for it. */
function useMore(box: RefObject<HTMLElement | null>, { wide, width }: Layout, room: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again where the row or the room is another
  useEffect(() => {
    const node = box.current;
    if (!node || !wide) return;
    const look = () => node.toggleAttribute('data-more', node.scrollLeft + node.clientWidth < node.scrollWidth - 1);
    look();
    node.addEventListener('scroll', look, { passive: true });
    return () => {
      node.removeEventListener('scroll', look);
      node.removeAttribute('data-more');
    };
  }, [box, wide, width, room]);
}

/** What is drawn of each row in a sheet of `room` px; `all` on paper. */
export function useInSight(box: RefObject<HTMLElement | null>, layout: Layout, boxes: boolean, all: boolean, room: number): Seen {
  useMore(box, layout, room);
  const { columns, wide } = layout;
  const isPart = wide && !all && columns.length > ALL_AT_ONCE;
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const node = box.current;
    if (!node || !isPart) return;
    const look = () => setLeft(Math.round(node.scrollLeft / (AHEAD / 2)) * (AHEAD / 2));
    look();
    // before the rows change: what is asked later lays the page out once more
    node.addEventListener('scroll', look, { passive: true, capture: true });
    return () => node.removeEventListener('scroll', look, { capture: true });
  }, [box, isPart]);
  return useMemo(() => {
    if (!isPart) return { columns, of: null };
    const sheet = box.current?.clientWidth ?? 0;
    return { columns: columnsWithin(columns, leadOf(boxes), left - AHEAD, left + sheet + AHEAD), of: columns.length };
  }, [columns, boxes, isPart, left, box]);
}
