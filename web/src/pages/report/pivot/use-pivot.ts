import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { usePhone, usePrinting } from '#web/ui/use-media.ts';
import { useWidth } from '#web/ui/use-width.ts';
import { inSight, moved, onPaper, type Place, type Range } from './figures.ts';

/** px of the heads of lines, and of each figure; as Pivot.module.css has them. */
const WIDTHS = { desk: [240, 124], phone: [132, 104] } as const;

export interface PivotGrid {
  box: RefObject<HTMLDivElement | null>;
  /** figures that are drawn; several on paper, each a table of its own */
  ranges: readonly Range[];
  head: number;
  width: number;
  /** the figure on which the keyboard stands */
  at: Place;
  press: (event: KeyboardEvent<HTMLElement>, open: (at: Place) => void) => void;
  stand: (at: Place) => void;
}

/** Which figures of a pivot are drawn, and where the keyboard is among them. */
export function usePivot(rows: number, count: number): PivotGrid {
  const box = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState(0);
  const [own, setAt] = useState<Place>([0, 0]);
  const isMoved = useRef(false);
  const room = useWidth(box);
  const isPrinting = usePrinting();
  const [head, width] = WIDTHS[usePhone() ? 'phone' : 'desk'];
  const at: Place = [Math.min(own[0], rows - 1), Math.min(own[1], count - 1)];
  useEffect(() => {
    const node = box.current;
    if (!node) return;
    const turn = () => setLeft(node.scrollLeft);
    node.addEventListener('scroll', turn, { passive: true });
    return () => node.removeEventListener('scroll', turn);
  }, []);
  useEffect(() => {
    if (!isMoved.current) return;
    const cell = box.current?.querySelector<HTMLElement>(`[data-cell="${at[0]},${at[1]}"]`);
    if (!cell) return;
    isMoved.current = false;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  const stand = (to: Place) => {
    setAt(to);
    isMoved.current = true;
    const node = box.current;
    if (!node) return;
    // a figure that is not drawn yet comes into sight first
    const begin = to[1] * width;
    if (begin < node.scrollLeft) node.scrollLeft = begin;
    else if (begin + width > node.scrollLeft + node.clientWidth - head) node.scrollLeft = begin + width - node.clientWidth + head;
  };
  return {
    ...{ box, head, width, at, stand },
    ranges: isPrinting ? onPaper(count) : [inSight(count, left, room, width)],
    press: (event, open) => {
      if (event.key === 'Enter') open(at);
      const to = moved(event.key, event.ctrlKey, at, { rows, columns: count });
      if (!to && event.key !== 'Enter') return;
      event.preventDefault();
      if (to) stand(to);
    },
  };
}
