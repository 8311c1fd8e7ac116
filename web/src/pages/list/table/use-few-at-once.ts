import { useEffect, useState } from 'react';
import { usePace } from './pace.ts';

/** Rows that are drawn in one frame before they are seen. */
const EACH_FRAME = 4;

interface Item {
  index: number;
}
export interface Range {
  startIndex: number;
  endIndex: number;
}

/** Rows beyond those in sight: where the list goes, and where it came from. Each that stands there is paid for in every frame. */
export const AHEAD = 12;
const BEHIND = 2;

/** Which rows of `count` are to stand in the page of a list that goes on, or back. */
export function wantedRows({ startIndex, endIndex, count }: Range & { count: number }, isBack: boolean): number[] {
  const from = Math.max(0, startIndex - (isBack ? AHEAD : BEHIND));
  const to = Math.min(count - 1, endIndex + (isBack ? BEHIND : AHEAD));
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/**
 * Of the rows that are to stand in the page those that stand there already, and the next in sight; a few more in each frame after it,
 * so that no turn of the wheel draws many at once, and the fewer the slower the browser is. All, where nothing is known of what is in sight.
 */
export function useFewAtOnce<T extends Item>(wanted: readonly T[], sight: Range | null): readonly T[] {
  const [drawn, setDrawn] = useState<Range | null>(null);
  const few = usePace(drawn);
  const all = rangeOf(wanted);
  const now = all && sight ? standing(all, sight, drawn, few.current) : all;
  const isAll = now?.startIndex === all?.startIndex && now?.endIndex === all?.endIndex;
  useEffect(() => {
    if (!all || !now || !sight || isAll) return;
    const frame = requestAnimationFrame(() => setDrawn(withMore(all, sight, now, few.current)));
    return () => cancelAnimationFrame(frame);
  });
  return isAll || !now ? wanted : wanted.filter(({ index }) => index >= now.startIndex && index <= now.endIndex);
}

function rangeOf(items: readonly Item[]): Range | null {
  const [first] = items;
  return first ? { startIndex: first.index, endIndex: items.at(-1)!.index } : null;
}

/** What of `all` stands there: what was drawn and `few` of those in sight that were not, never with a gap. At first all in sight. */
export function standing(all: Range, sight: Range, drawn: Range | null, few: number): Range {
  if (drawn === null) return within(all, sight);
  const isNear = drawn.startIndex <= sight.endIndex && drawn.endIndex >= sight.startIndex;
  if (!isNear) return within(all, within(sight, { startIndex: 0, endIndex: sight.startIndex + few - 1 }));
  const next = { startIndex: drawn.startIndex - few, endIndex: drawn.endIndex + few };
  const both = { startIndex: Math.min(sight.startIndex, drawn.startIndex), endIndex: Math.max(sight.endIndex, drawn.endIndex) };
  return within(all, within(next, both));
}

/** The same in the next frame: once all in sight stands there, a few more of `all` on both sides. */
export function withMore(all: Range, sight: Range, now: Range, few: number): Range {
  const isFilled = now.startIndex <= Math.max(sight.startIndex, all.startIndex) && now.endIndex >= Math.min(sight.endIndex, all.endIndex);
  const more = isFilled ? Math.min(few, EACH_FRAME) : 0;
  return within(all, { startIndex: now.startIndex - more, endIndex: now.endIndex + more });
}

const within = (all: Range, range: Range): Range => ({
  startIndex: Math.max(all.startIndex, range.startIndex),
  endIndex: Math.min(all.endIndex, range.endIndex),
});
