import { statesOfTab, type TodoTab } from '#protocol/rules/todo.ts';
import type { Filters } from '#protocol/wire/filters.ts';
import type { PageView } from '#web/nav/page.ts';
import { sortOf, waitsOn } from '../todo-item.ts';

/** What narrows a tab, as its address says it: the kind of application, whether it is urgent, late, and in which order it stands. */
export interface Narrowing {
  /** a table; '' for all */
  kind: string;
  urgent: boolean;
  late: boolean;
  /** by when it is due, the nearest first, in groups */
  byDue: boolean;
}

export function narrowingOf(view: TodoTab, set: PageView): Narrowing {
  const waits = waitsOn(view);
  return { kind: set.kind ?? '', urgent: waits && set.urgent === '1', late: waits && set.late === '1', byDue: waits && set.by === 'due' };
}

/** Whether something is left out. */
export const isNarrowed = ({ kind, urgent, late }: Narrowing): boolean => kind !== '' || urgent || late;

/** Conditions beside the states of a tab; `now` is the company's clock. */
export const narrowed = ({ kind, urgent, late }: Narrowing, now: string): NonNullable<Filters['fields']> => ({
  ...(kind ? { source: { op: '=' as const, value: kind } } : {}),
  ...(urgent ? { urgent: 1 } : {}),
  ...(late ? { due_time: { op: '<' as const, value: now } } : {}),
});

/** What a tab asks for. */
export function filtersOf(view: TodoTab, of: Narrowing, keyword: string, now: string): Filters {
  const order = of.byDue ? { sort: [['due_time', 'asc'] as ['due_time', 'asc']] } : sortOf(view);
  return {
    fields: { review_state: { op: 'in', value: [...statesOfTab(view)] }, ...narrowed(of, now) },
    ...order,
    ...(keyword ? { key_word: keyword } : {}),
  };
}
