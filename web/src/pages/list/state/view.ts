import type { FieldFilter } from '#protocol/wire/filters.ts';
import type { PageView } from '#web/nav/page.ts';
import { type ListState, PAGE_SIZES, startState } from './list-state.ts';

/** A list's state as its address carries it: only what differs from a list as it begins. The number of rows belongs to the page number. */
export function viewOf(state: ListState, ownRows: number): PageView {
  const { keyword, fields, sort, groups, page, rows } = state;
  return {
    ...(keyword ? { key: keyword } : {}),
    ...(Object.keys(fields).length > 0 ? { filters: JSON.stringify(fields) } : {}),
    ...(sort ? { sort: `${sort[1] === 'desc' ? '-' : ''}${sort[0]}` } : {}),
    ...(groups.length ? { group: groups.join(',') } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(page > 1 || rows !== startState(ownRows).rows ? { rows: String(rows) } : {}),
  };
}

const NAMES: ReadonlySet<string> = new Set(['key', 'filters', 'sort', 'group', 'page', 'rows']);
/** What is set on the page around the list, such as the group whose records it shows. */
export const othersOf = (view: PageView): PageView => Object.fromEntries(Object.entries(view).filter(([name]) => !NAMES.has(name)));

/** What an address says of a list; what nobody would have written is passed over. */
export function stateOf(view: PageView, ownRows: number): ListState {
  const begin = startState(ownRows);
  const [, down, field] = /^(-?)([A-Za-z]\w*)$/.exec(view.sort ?? '') ?? [];
  const rows = Number(view.rows);
  return {
    ...begin,
    keyword: (view.key ?? '').trim(),
    fields: filtersOf(view.filters),
    sort: field ? [field, down ? 'desc' : 'asc'] : null,
    groups: (view.group ?? '').split(',').filter((level) => /^[A-Za-z]\w*(:[a-z]+)?$/.test(level)),
    page: /^[1-9]\d{0,8}$/.test(view.page ?? '') ? Number(view.page) : 1,
    rows: (PAGE_SIZES as readonly number[]).includes(rows) ? rows : begin.rows,
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
  const { op, value: compared } = value as { op?: unknown; value?: unknown };
  return typeof op === 'string' && (compared === undefined || isPlain(compared) || (Array.isArray(compared) && compared.every(isPlain)));
}
