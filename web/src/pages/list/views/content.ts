import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { laidOut } from '#protocol/rules/layout.ts';
import { levelBy, namesByUid } from '#protocol/rules/view.ts';
import type { ViewContent } from '#protocol/wire/view.ts';
import { contentOf, draftOf } from '../layout/draft.ts';
import type { ListState } from '../state/list-state.ts';
import { layoutIn, type Viewing } from '../state/use-viewing.ts';
import { isSame } from '../state/view.ts';

/** What of a list a view keeps. */
export type Kept = Pick<ListState, 'fields' | 'sort' | 'groups'>;

/** The list as it is now, as a view says it: its columns, order, filters and groups. */
export function contentNow(table: LoadedTable, viewing: Viewing, { fields, sort, groups }: Kept): ViewContent {
  const uids = new Map([...namesByUid(table)].map(([uid, name]) => [name, uid]));
  const uidOf = (name: string): string[] => (uids.has(name) ? [uids.get(name)!] : []);
  const layout = layoutIn(table, viewing);
  const order = sort ? uidOf(sort[0]).map((uid): [string, 'asc' | 'desc'] => [uid, sort[1]]) : [];
  const filters = Object.entries(fields).flatMap(([name, filter]) => uidOf(name).map((uid) => [uid, filter] as const));
  const together = groups.flatMap((level) => levelBy(level, (name) => uids.get(name)));
  return {
    columns: contentOf(draftOf(table, laidOut(table, layout), layout), layout),
    ...(order.length > 0 ? { sort: order } : {}),
    ...(filters.length > 0 ? { filters: Object.fromEntries(filters) } : {}),
    ...(together.length > 0 ? { groups: together } : {}),
  };
}

export type Part = 'columns' | 'sort' | 'filters' | 'groups';

/** What of a list is another than its view in force says. */
export function changedSince({ now, begin, columns }: Viewing, state: Kept): readonly Part[] {
  if (!now) return [];
  const before: Kept = begin;
  const changed: Record<Part, boolean> = {
    columns: columns !== undefined,
    sort: !isSame(state.sort, before.sort),
    filters: !isSame(state.fields, before.fields),
    groups: !isSame(state.groups, before.groups),
  };
  return (Object.keys(changed) as Part[]).filter((part) => changed[part]);
}
