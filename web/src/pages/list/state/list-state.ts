import { ALL_SIZES, PAGE_SIZES } from '#protocol/choices.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { FieldFilter, Filters } from '#protocol/wire/filters.ts';

export type Sort = readonly [field: string, direction: 'asc' | 'desc'];

/** What a list is asked for. */
export interface ListState {
  keyword: string;
  fields: Readonly<Record<string, FieldFilter>>;
  sort: Sort | null;
  /** the levels of its groups (protocol/meta/grouping.ts); none: a list without */
  groups: readonly string[];
  page: number;
  rows: number;
  /** the person asked for the exact total */
  exact: boolean;
  /** the month at whose end it is shown; absent: now */
  month?: string | undefined;
}

export type ListAction =
  | { type: 'keyword'; keyword: string }
  | { type: 'filter'; fields: Readonly<Record<string, FieldFilter>> }
  | { type: 'unfilter'; field: string }
  | { type: 'reset' }
  | { type: 'sort'; field: string }
  | { type: 'group'; groups: readonly string[] }
  | { type: 'page'; page: number }
  | { type: 'rows'; rows: number }
  | { type: 'exact' };

/** Sizes offered where a table does not say its own, and the one a list begins with (LIST-11). */
export { PAGE_SIZES };

/** Those that a list offers, and the one that it has (an address may say another). */
export const sizesOf = (table: Pick<TableDef, 'page_sizes'> | undefined, now: number): readonly number[] =>
  [...new Set([...(table?.page_sizes ?? PAGE_SIZES), now])].sort((one, other) => one - other);

/** Whether a list may have pages of so many rows. */
export const isSize = (rows: number): boolean => (ALL_SIZES as readonly number[]).includes(rows);

export const startState = (rows: number): ListState => ({
  keyword: '',
  fields: {},
  sort: null,
  groups: [],
  page: 1,
  rows: isSize(rows) ? rows : PAGE_SIZES[0],
  exact: false,
});

/** What narrows or orders the list begins again at page 1; a new filter has a new total. */
export function reduceList(state: ListState, action: ListAction): ListState {
  switch (action.type) {
    case 'keyword':
      return narrowed(state, { keyword: action.keyword.trim() });
    case 'filter':
      return narrowed(state, { fields: action.fields });
    case 'unfilter':
      return narrowed(state, { fields: without(state.fields, action.field) });
    case 'reset':
      return narrowed(state, { keyword: '', fields: {} });
    case 'sort':
      return { ...state, sort: nextSort(state.sort, action.field), page: 1 };
    case 'group':
      return { ...state, groups: action.groups, page: 1 };
    case 'page':
      return { ...state, page: Math.max(1, Math.floor(action.page) || 1) };
    case 'rows':
      return { ...state, rows: action.rows, page: Math.floor(((state.page - 1) * state.rows) / action.rows) + 1 };
    case 'exact':
      return { ...state, exact: true };
  }
}

const narrowed = (state: ListState, change: Partial<ListState>): ListState => ({ ...state, ...change, page: 1, exact: false });

const without = (fields: ListState['fields'], name: string): ListState['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));

/** Up, down, not at all. */
function nextSort(sort: Sort | null, field: string): Sort | null {
  if (sort?.[0] !== field) return [field, 'asc'];
  return sort[1] === 'asc' ? [field, 'desc'] : null;
}

/** `fixed` is what the page itself narrows (a parent record); the person cannot take it away. */
export function wireFilters(state: ListState, fixed: ListState['fields'] = {}): Filters | undefined {
  const fields = { ...state.fields, ...fixed };
  const filters: Filters = {
    ...(state.keyword ? { key_word: state.keyword } : {}),
    ...(Object.keys(fields).length ? { fields } : {}),
    ...(state.sort ? { sort: [[...state.sort]] } : {}),
  };
  return Object.keys(filters).length ? filters : undefined;
}

export const isNarrowed = (state: ListState): boolean => state.keyword !== '' || Object.keys(state.fields).length > 0;

/** A range whose begin is after its end finds nothing: it is refused before it is sent (LIST-09). */
export function isBackwards(filter: FieldFilter | undefined): boolean {
  if (!Array.isArray(filter)) return false;
  const [from, to] = filter;
  if (from === null || to === null || from === undefined || to === undefined || from === '' || to === '') return false;
  const [low, high] = [Number(from), Number(to)];
  return Number.isNaN(low) || Number.isNaN(high) ? String(from) > String(to) : low > high;
}

/** Page numbers to show: first, last and those around; 0 stands for a gap. */
export function pageNumbers(page: number, last: number): readonly number[] {
  const near = [1, page - 1, page, page + 1, last].filter((each) => each >= 1 && each <= last);
  const sorted = [...new Set(near)].sort((a, b) => a - b);
  return sorted.flatMap((each, at) => {
    const before = sorted[at - 1];
    if (before === undefined || each - before === 1) return [each];
    return each - before === 2 ? [each - 1, each] : [0, each];
  });
}

/** Filter columns: 24 by what the table says, else by window width 6 above 1500 px, 8 above 1000, 12 below (LIST-09); so many stand in a row. */
export const filterSpan = (width: number, columns?: number): number => (columns ? 24 / columns : width > 1500 ? 6 : width > 1000 ? 8 : 12);

/** Above this many filters the rest is packed up. */
export const FIRST_FILTERS = 4;
