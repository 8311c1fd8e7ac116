import { useEffect, useState } from 'react';

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
 * Of the rows that are to stand in the page those in sight and those that stand there already; a few more of those ahead in each frame after it,
 * so that no turn of the wheel draws many at once. All, where nothing is known of what is in sight.
 */
export function useFewAtOnce<T extends Item>(wanted: readonly T[], sight: Range | null): readonly T[] {
  const [drawn, setDrawn] = useState<Range | null>(null);
  const all = rangeOf(wanted);
  const now = all && sight ? standing(all, sight, drawn) : all;
  const isAll = now?.startIndex === all?.startIndex && now?.endIndex === all?.endIndex;
  useEffect(() => {
    if (!all || !now || isAll) return;
    const frame = requestAnimationFrame(() => setDrawn(withMore(all, now)));
    return () => cancelAnimationFrame(frame);
  });
  return isAll || !now ? wanted : wanted.filter(({ index }) => index >= now.startIndex && index <= now.endIndex);
}

function rangeOf(items: readonly Item[]): Range | null {
  const [first] = items;
  return first ? { startIndex: first.index, endIndex: items.at(-1)!.index } : null;
}

/** What of `all` stands there: what was drawn, never less than what is in sight, never with a gap. */
export function standing(all: Range, sight: Range, drawn: Range | null): Range {
  const isNear = drawn !== null && drawn.startIndex <= sight.endIndex + 1 && drawn.endIndex >= sight.startIndex - 1;
  if (!isNear) return within(all, sight);
  const both = { startIndex: Math.min(sight.startIndex, drawn.startIndex), endIndex: Math.max(sight.endIndex, drawn.endIndex) };
  return within(all, both);
}

/** A few more of `all`, on both sides. */
export const withMore = (all: Range, now: Range): Range =>
  within(all, { startIndex: now.startIndex - EACH_FRAME, endIndex: now.endIndex + EACH_FRAME });

const within = (all: Range, range: Range): Range => ({
  startIndex: Math.max(all.startIndex, range.startIndex),
  endIndex: Math.min(all.endIndex, range.endIndex),
});
