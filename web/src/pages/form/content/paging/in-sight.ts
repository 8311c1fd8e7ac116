import { flushSync } from 'react-dom';

/** Of rows that begin at these heights, from above, the first that stands below the edge; of none the last. */
export function firstBelow(tops: readonly number[], edge: number): number {
  const found = tops.findIndex((top) => top >= edge);
  return found < 0 ? Math.max(0, tops.length - 1) : found;
}

/** The first row that is looked at stays where it stands while others are drawn around it; `draw` is told its place on the page. */
export function keepInSight(body: HTMLTableSectionElement | null, draw: (nth: number) => void): void {
  const rows = [...(body?.rows ?? [])];
  const frame = body?.closest('section');
  if (!body || !frame || rows.length === 0) {
    draw(0);
    return;
  }
  const nth = firstBelow(rows.map(topOf), edgeOf(body) - 1);
  const row = rows[nth]!;
  const before = topOf(row);
  flushSync(() => draw(nth));
  frame.scrollTop += topOf(row) - before;
  row.scrollIntoView({ block: 'nearest' });
}

const topOf = (element: Element): number => element.getBoundingClientRect().top;

/** Where rows begin to be seen: below the head of their table, and below the edge of the page. */
function edgeOf(body: HTMLTableSectionElement): number {
  const head = body.parentElement?.querySelector('thead')?.getBoundingClientRect().bottom ?? 0;
  let around = body.closest('section')?.parentElement;
  while (around && getComputedStyle(around).overflowY !== 'auto') around = around.parentElement;
  return Math.max(head, around ? topOf(around) : 0);
}
