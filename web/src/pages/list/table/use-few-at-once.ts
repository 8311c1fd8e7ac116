import { useEffect, useRef, useState } from 'react';

/** Rows that are drawn in one frame before they are seen. */
const EACH_FRAME = 4;

interface Item {
  index: number;
}
export interface Range {
  startIndex: number;
  endIndex: number;
}

/**
 * Of the rows that are to stand in the page those in sight and those that stand there already; a few more of those ahead in each frame after it,
 * so that no turn of the wheel draws many at once. All, where nothing is known of what is in sight.
 */
export function useFewAtOnce<T extends Item>(wanted: readonly T[], sight: Range | null): readonly T[] {
  const drawn = useRef<Range>(null);
  const [, draw] = useState(0);
  const all = rangeOf(wanted);
  const now = all && sight ? nextRange(all, sight, drawn.current) : all;
  const isAll = now?.startIndex === all?.startIndex && now?.endIndex === all?.endIndex;
  useEffect(() => {
    drawn.current = now;
    if (isAll) return;
    const frame = requestAnimationFrame(() => draw((count) => count + 1));
    return () => cancelAnimationFrame(frame);
  });
  return isAll || !now ? wanted : wanted.filter(({ index }) => index >= now.startIndex && index <= now.endIndex);
}

function rangeOf(items: readonly Item[]): Range | null {
  const [first] = items;
  return first ? { startIndex: first.index, endIndex: items.at(-1)!.index } : null;
}

/** What of `all` is drawn after `drawn`: never less than what is in sight, never with a gap. */
export function nextRange(all: Range, sight: Range, drawn: Range | null): Range {
  const isNear = drawn !== null && drawn.startIndex <= sight.endIndex + 1 && drawn.endIndex >= sight.startIndex - 1;
  if (!isNear) return within(all, sight);
  return within(all, {
    startIndex: Math.min(sight.startIndex, drawn.startIndex - EACH_FRAME),
    endIndex: Math.max(sight.endIndex, drawn.endIndex + EACH_FRAME),
  });
}

const within = (all: Range, range: Range): Range => ({
  startIndex: Math.max(all.startIndex, range.startIndex),
  endIndex: Math.min(all.endIndex, range.endIndex),
});
