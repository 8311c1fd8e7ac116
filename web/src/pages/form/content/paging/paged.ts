/** Rows of a form of which one page is drawn, for who looks for a place in them. */
export interface PagedRows {
  /** where a row stands among all, from 0; below that where it is none of them */
  at(row: string): number;
  /** draws the page on which a row stands */
  open(row: string): void;
  /** whether a row's cell is typed in, drawn or not */
  isTyped(row: string, field_name: string): boolean;
  /** the rows that say that they are another since their reader looked, in their order */
  marked(): readonly string[];
}

/** By the body of their table, which bears `data-paged`. */
export const PAGED = new WeakMap<Element, PagedRows>();

/** Where a place stands that is a cell of such rows. */
export function pagedAt(within: Element | null, place: string): { sub: string; row: string; field: string; rows: PagedRows } | undefined {
  const [sub, row, field] = place.split('/');
  if (sub === undefined || row === undefined || field === undefined) return undefined;
  const body = within?.querySelector(`[data-place="${CSS.escape(sub)}"] [data-paged]`);
  const rows = body ? PAGED.get(body) : undefined;
  return rows && rows.at(row) >= 0 ? { sub, row, field, rows } : undefined;
}
