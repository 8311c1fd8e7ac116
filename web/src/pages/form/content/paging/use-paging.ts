import { type RefObject, useCallback, useMemo, useState } from 'react';
import { PAGE_SIZES } from '#protocol/choices.ts';
import { usePrinting } from '#web/ui/use-media.ts';

/** Which of the rows stand on a page. */
export interface PageOf {
  page: number;
  last: number;
  /** the first of its rows, from 0, and the one behind its last */
  from: number;
  to: number;
}

/** The page one is on, of so many rows: the last there is, where rows went. */
export function pageOf(count: number, { page, size }: { page: number; size: number }): PageOf {
  const last = Math.max(1, Math.ceil(count / size));
  const at = Math.min(page, last);
  return { page: at, last, from: (at - 1) * size, to: Math.min(count, at * size) };
}

/** The page on which a row stands, by its place from 0. */
export const pageAt = (at: number, size: number): number => Math.floor(Math.max(0, at) / size) + 1;

export interface Paging extends PageOf {
  size: number;
  /** there are more rows than the smallest page has */
  isPaged: boolean;
  turn(page: number): void;
  /** pages of another size: then the one on which a row of this one stands, by its place on it from 0 */
  resize(size: number, nth: number): void;
  /** to the page of a row, by its place from 0 */
  toRow(at: number): void;
}

/** The rows of a form by pages (SUB-01); paper has all of them. */
export function usePaging(count: number, body: RefObject<HTMLElement | null>): Paging {
  const isPrinting = usePrinting();
  const [chosen, choose] = useState<{ page: number; size: number }>({ page: 1, size: PAGE_SIZES[0] });
  const { size } = chosen;
  const now = pageOf(count, chosen);
  const { from } = now;
  const turn = useCallback(
    (page: number) => {
      leaveCell(body.current);
      choose((was) => ({ ...was, page }));
    },
    [body],
  );
  const toRow = useCallback((at: number) => turn(pageAt(at, size)), [turn, size]);
  const resize = useCallback((next: number, nth: number) => choose({ page: pageAt(from + nth, next), size: next }), [from]);
  const { page, last, to } = isPrinting ? pageOf(count, { page: 1, size: Math.max(1, count) }) : now;
  const isPaged = count > PAGE_SIZES[0] && !isPrinting;
  return useMemo(
    () => ({ page, last, from: isPrinting ? 0 : from, to, size, isPaged, turn, resize, toRow }),
    [page, last, from, to, size, isPrinting, isPaged, turn, resize, toRow],
  );
}

/** A cell that goes with its page is left as any other: what is typed there is taken, and told of. */
function leaveCell(body: HTMLElement | null): void {
  const active = document.activeElement;
  if (active instanceof HTMLElement && body?.contains(active)) active.blur();
}
