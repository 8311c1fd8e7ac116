import type { FieldFilter } from '#protocol/wire/filters.ts';
import type { PageView } from '#web/nav/page.ts';
import { monthIn } from '../../past/month.ts';
import { isSize, type ListState, startState } from './list-state.ts';

/** What a list begins with: as its named view says, which its address names then. */
export interface Begin extends Pick<ListState, 'fields' | 'sort' | 'groups'> {
  /** the view's id; `none` where the list would open with one and does not; else empty */
  view: string;
}
export const PLAIN: Begin = { view: '', fields: {}, sort: null, groups: [] };

/** Whether two filters, or orders, ask the same. */
export const isSame = (one: unknown, other: unknown): boolean => inLetters(one) === inLetters(other);
const inLetters = (of: unknown): string =>
  of !== null && typeof of === 'object' && !Array.isArray(of)
    ? Object.entries(of)
        .map((entry) => JSON.stringify(entry))
        .toSorted()
        .join()
    : JSON.stringify(of);

const ordered = (sort: ListState['sort']): string => (sort ? `${sort[1] === 'desc' ? '-' : ''}${sort[0]}` : '-');

/** A list's state as its address carries it: only what differs from a list as it begins. The number of rows belongs to the page number. */
export function viewOf(state: ListState, ownRows: number, begin = PLAIN): PageView {
  const { keyword, fields, sort, groups, page, rows } = state;
  return {
    ...(begin.view ? { view: begin.view } : {}),
    ...(keyword ? { key: keyword } : {}),
    ...(isSame(fields, begin.fields) ? {} : { filters: JSON.stringify(fields) }),
    ...(isSame(sort, begin.sort) ? {} : { sort: ordered(sort) }),
    ...(isSame(groups, begin.groups) ? {} : { group: groups.join(',') || '-' }),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(page > 1 || rows !== startState(ownRows).rows ? { rows: String(rows) } : {}),
  };
}

const NAMES: ReadonlySet<string> = new Set(['view', 'key', 'filters', 'sort', 'group', 'page', 'rows']);
/** What is set on the page around the list, such as the group whose records it shows. */
export const othersOf = (view: PageView): PageView => Object.fromEntries(Object.entries(view).filter(([name]) => !NAMES.has(name)));

/** Whether an address says by what a list is narrowed or ordered: a view that it opens with by itself says nothing then. */
export const saysOf = (view: PageView): boolean => ['key', 'filters', 'sort', 'group'].some((name) => view[name] !== undefined);

/** What an address says of a list, and of what it does not say, the view that the list begins with; what nobody would have written is passed over. */
export function stateOf(view: PageView, ownRows: number, of = PLAIN): ListState {
  const begin = startState(ownRows);
  const [, down, field] = /^(-?)([A-Za-z]\w*)$/.exec(view.sort ?? '') ?? [];
  const rows = Number(view.rows);
  return {
    ...begin,
    keyword: (view.key ?? '').trim(),
    fields: view.filters === undefined ? of.fields : filtersOf(view.filters),
    sort: field ? [field, down ? 'desc' : 'asc'] : view.sort === undefined ? of.sort : null,
    groups: view.group === undefined ? of.groups : view.group.split(',').filter((level) => /^[A-Za-z]\w*(:[a-z]+)?$/.test(level)),
    page: /^[1-9]\d{0,8}$/.test(view.page ?? '') ? Number(view.page) : 1,
    rows: isSize(rows) ? rows : begin.rows,
    month: monthIn(view),
  };
}

function filtersOf(text: string | undefined): ListState['fields'] {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return {};
    return Object.fromEntries(Object.entries(found).filter((one): one is [string, FieldFilter] => isFilter(one[1])));
  } catch {
    return {};
  }
}

const isPlain = (value: unknown): boolean => value === null || ['string', 'number'].includes(typeof value);

/** A value, a range, or an operator with what it compares. */
function isFilter(value: unknown): value is FieldFilter {
  if (isPlain(value)) return true;
  if (Array.isArray(value)) return value.length === 2 && value.every(isPlain);
  const { op, value: compared, all } = value as { op?: unknown; value?: unknown; all?: unknown };
  if (Array.isArray(all)) return all.every((one) => isFilter(one));
  return typeof op === 'string' && (compared === undefined || isPlain(compared) || (Array.isArray(compared) && compared.every(isPlain)));
}
