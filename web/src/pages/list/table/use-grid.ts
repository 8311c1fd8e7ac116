import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { useFirstFocus } from '#web/nav/use-tab.ts';
import { useTurning } from '#web/ui/box/use-turning.ts';
import { usePrinting } from '#web/ui/use-media.ts';
import { useWidth } from '#web/ui/use-width.ts';
import { ROW_HEIGHT } from '../state/kept.ts';
import type { ListController } from '../state/use-list-page.ts';
import { type Seen, useInSight } from './in-sight.ts';
import { AHEAD, useFewAtOnce, wantedRows } from './use-few-at-once.ts';
import { type Layout, useFitted } from './use-fitted.ts';

/** Above this many rows only those in sight stand in the page; on paper all. */
const ALL_AT_ONCE = 60;

export interface Grid {
  box: RefObject<HTMLDivElement | null>;
  layout: Layout;
  seen: Seen;
  /** which rows are drawn, and where */
  items: readonly { index: number; start: number }[];
  /** those in sight; null: not known */
  sight: { startIndex: number; endIndex: number } | null;
  /** px of all rows */
  height: number;
  rowHeight: number;
  /** the row on which the keyboard stands; -1 before it came */
  at: number;
  idOf: (row: { id: number }) => string;
  press: (event: KeyboardEvent) => void;
  enter: () => void;
  /** brings a row before the eyes */
  toRow: (index: number) => void;
  /** px that the rows have to lie in */
  room: number;
  /** rows have another height than they had */
  measure: () => void;
}

/** Where a list's rows and columns lie, which of them are drawn, and where the keyboard is among them. `below`: px that a row takes below its line. */
export function useGrid(list: ListController, below?: (row: WireRow) => number): Grid {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [own, setAt] = useState(-1);
  const { rows, table, beside } = list;
  const at = beside && beside.at >= 0 ? beside.at : own;
  useFirstFocus(box, table !== undefined);
  useTurning(box);
  const room = useWidth(box);
  const isPrinting = usePrinting();
  const layout = useFitted(list, room, isPrinting);
  const rowHeight = ROW_HEIGHT[list.density];
  const isPart = rows.length > ALL_AT_ONCE && !isPrinting;
  const isBack = useRef(false);
  const virtual = useVirtualizer({
    // no row is drawn before the width is known: it would be drawn twice
    count: room > 0 ? rows.length : 0,
    getScrollElement: () => box.current,
    estimateSize: (index) => rowHeight + (below?.(rows[index]!) ?? 0),
    // what is drawn for a turn of the wheel comes after the frame that turns it
    useFlushSync: false,
    overscan: isPart ? AHEAD : rows.length,
    ...(isPart ? { rangeExtractor: (range: Range) => wantedRows(range, isBack.current) } : {}),
    onChange: ({ scrollDirection }) => {
      if (scrollDirection) isBack.current = scrollDirection === 'backward';
    },
  });
  const go = (next: number) => {
    const to = Math.max(0, Math.min(next, rows.length - 1));
    setAt(to);
    virtual.scrollToIndex(to);
    if (beside && rows[to]) beside.go(rows[to]);
  };
  const scroller = useRef(virtual);
  scroller.current = virtual;
  const besideAt = beside?.at ?? -1;
  useEffect(() => {
    if (besideAt < 0) return;
    setAt(besideAt);
    scroller.current.scrollToIndex(besideAt);
  }, [besideAt]);
  const wanted = virtual.getVirtualItems();
  const sight = isPrinting ? null : virtual.range;
  return {
    box,
    layout,
    seen: useInSight(box, layout, list.boxes, isPrinting, room),
    items: useFewAtOnce(wanted, sight),
    sight,
    height: virtual.getTotalSize(),
    rowHeight,
    at,
    idOf: (row) => `${id}-${row.id}`,
    press: (event) => event.target === event.currentTarget && pressed(event, { list, at, go }),
    enter: () => at < 0 && rows.length > 0 && setAt(0),
    toRow: (index) => virtual.scrollToIndex(index),
    room,
    measure: virtual.measure,
  };
}

interface Standing {
  list: ListController;
  at: number;
  go: (next: number) => void;
}

/** Arrows, Home and End walk, with what stands beside; Enter opens, and goes into what does, Escape closes it, the blank chooses. */
function pressed(event: KeyboardEvent, { list, at, go }: Standing): void {
  const row = list.rows[at];
  const { beside } = list;
  if (event.key === 'ArrowDown') go(at + 1);
  else if (event.key === 'ArrowUp') go(at - 1);
  else if (event.key === 'Home') go(0);
  else if (event.key === 'End') go(list.rows.length - 1);
  else if (event.key === 'Escape' && beside) beside.close();
  else if (event.key === 'Enter' && row && beside?.page.id === row.id) beside.box.current?.focus();
  else if (event.key === 'Enter' && row) list.hand.open(row);
  else if (event.key === ' ' && row && list.boxes) list.hand.toggle(row);
  else return;
  event.preventDefault();
}
