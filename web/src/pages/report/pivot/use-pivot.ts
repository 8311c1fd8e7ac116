import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTurning } from '#web/ui/box/use-turning.ts';
import { usePhone, usePrinting } from '#web/ui/use-media.ts';
import { useWidth } from '#web/ui/use-width.ts';
import { moved, onPaper, type Place, type Range } from './figures.ts';

/** px of the heads of lines, the least of a figure, the height of a line; heads of columns are as Pivot.module.css has them. */
const SIZES = { desk: [240, 124, 36], phone: [132, 104, 44] } as const;
/** px more of a head in which further fields stand beside names */
const BESIDE_NAMES = 80;
const HEAD_HEIGHT = 36;
/** Figures are not wider than this: the heads of lines take what is left. */
const WIDEST = 200;
/** What is thought to be in sight before that is known. */
const FIRST_SIGHT = { width: 1200, height: 700 };

interface PivotSize {
  /** lines, the total among them */
  lines: number;
  figures: number;
  /** figures of one column */
  each: number;
  /** rows of heads above the lines */
  heads: number;
  /** further fields stand beside what lines are called */
  beside: boolean;
  /** px that the longest figure takes, and the longest head */
  digits: number;
  texts: number;
}

export interface PivotGrid {
  box: RefObject<HTMLDivElement | null>;
  /** figures that are drawn; several on paper, each a table of its own */
  ranges: readonly Range[];
  /** lines that are drawn, the total not among them */
  rows: Range;
  head: number;
  width: number;
  height: number;
  isPrinting: boolean;
  /** the figure on which the keyboard stands */
  at: Place;
  idOf: (at: Place) => string;
  press: (event: KeyboardEvent<HTMLElement>, open: (at: Place) => void) => void;
  stand: (at: Place) => void;
}

/** What of a pivot is drawn, how wide it is, and where the keyboard is among its figures. */
export function usePivot({ lines, figures, each, heads, beside, digits, texts }: PivotSize): PivotGrid {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [own, setAt] = useState<Place>([0, 0]);
  const isPrinting = usePrinting();
  const isPhone = usePhone();
  const [alone, least, height] = SIZES[isPhone ? 'phone' : 'desk'];
  const head = beside && !isPhone ? alone + BESIDE_NAMES : alone;
  useTurning(box);
  const room = useWidth(box);
  const width = Math.max(least, digits, isPhone ? 0 : texts, Math.min(WIDEST, Math.floor((room - head) / figures)));
  const side = Math.max(head, room - figures * width);
  const at: Place = [Math.min(own[0], lines - 1), Math.min(own[1], figures - 1)];
  const shared = { getScrollElement: () => box.current, initialRect: FIRST_SIGHT, useFlushSync: false };
  const above = heads * HEAD_HEIGHT;
  const down = useVirtualizer({
    ...{ ...shared, count: lines - 1, estimateSize: () => height, overscan: 3 },
    ...{ paddingStart: above, scrollPaddingStart: above, paddingEnd: height, scrollPaddingEnd: height },
  });
  const across = useVirtualizer({
    ...{ ...shared, horizontal: true, count: figures, estimateSize: () => width, overscan: 1 },
    ...{ paddingStart: side, scrollPaddingStart: side },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are what changes
  useEffect(() => {
    down.measure();
    across.measure();
  }, [width, height, side]);
  const idOf = useCallback(([row, column]: Place) => `${id}${row}-${column}`, [id]);
  const stand = (to: Place) => {
    setAt(to);
    if (to[0] < lines - 1) down.scrollToIndex(to[0]);
    across.scrollToIndex(to[1]);
  };
  return {
    ...{ box, head: side, width, height, isPrinting, at, stand, idOf },
    ranges: isPrinting ? onPaper(figures, each) : [inSight(across.getVirtualItems())],
    rows: isPrinting ? { from: 0, to: lines - 1 } : inSight(down.getVirtualItems()),
    press: (event, open) => {
      // heads of columns have keys of their own
      if (event.target !== event.currentTarget) return;
      if (event.key === 'Enter') open(at);
      const to = moved(event.key, event.ctrlKey, at, { rows: lines, columns: figures });
      if (!to && event.key !== 'Enter') return;
      event.preventDefault();
      if (to) stand(to);
    },
  };
}

const inSight = (items: readonly { index: number }[]): Range => ({
  from: items[0]?.index ?? 0,
  to: (items.at(-1)?.index ?? -1) + 1,
});
