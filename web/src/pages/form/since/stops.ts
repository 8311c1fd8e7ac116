import { PAGED } from '../content/paging/paged.ts';

/** A place that is marked, be it on a page of rows that is not drawn. */
export interface Stop {
  /** its mark, where it is drawn */
  drawn(): HTMLElement | null;
  /** draws it where it is not */
  open(): void;
}

/** The marks of a form as they stand there, rows on whatever page of theirs. */
export function stopsIn(sheet: HTMLElement | null): readonly Stop[] {
  const found = [...(sheet?.querySelectorAll<HTMLElement>('[data-mark], [data-paged]') ?? [])];
  return found.flatMap((one): readonly Stop[] => {
    if (one.dataset.paged !== undefined) return stopsOf(one);
    return one.closest('[data-paged]') ? [] : [{ drawn: () => one, open: () => undefined }];
  });
}

function stopsOf(body: HTMLElement): readonly Stop[] {
  const rows = PAGED.get(body);
  return (rows?.marked() ?? []).map((row) => {
    const drawn = () => body.querySelector<HTMLElement>(`[data-sub-row="${CSS.escape(row)}"] [data-mark]`);
    return { drawn, open: () => drawn() ?? rows!.open(row) };
  });
}
