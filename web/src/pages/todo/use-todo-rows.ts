import { useMemo } from 'react';
import type { TodoTab } from '#protocol/rules/todo.ts';
import type { Filters } from '#protocol/wire/filters.ts';
import type { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { wallNow } from '#web/i18n/clock.ts';
import { useFollow } from '../use-follow.ts';
import { type Mine, type Stand, useMine } from './mine/use-mine.ts';
import { filtersOf, type Narrowing, narrowed } from './narrow/todo-filters.ts';
import { TODO_FIELDS, type TodoItem } from './todo-item.ts';
import { useNamed } from './use-named.ts';

export const ROWS = 20;
const NONE: readonly never[] = [];
const namedOf =
  (named: readonly TodoItem[]) =>
  (row: TodoItem): TodoItem =>
    named.find(({ id }) => id === row.id) ?? row;

export interface TodoRows {
  rows: readonly TodoItem[];
  total: number;
  /** what was asked for */
  filters: Filters;
  /** what I applied for, where that is the tab */
  mine: Mine | null;
  isPending: boolean;
  /** the rows that stand there are of another keyword or page, the next are on their way */
  isBusy: boolean;
  /** why there is nothing to show */
  error: ApiError | null;
  /** why the rows are still those of before */
  outdated: ApiError | null;
  retry(): void;
}

interface Asked {
  view: TodoTab;
  narrowing: Narrowing;
  keyword: string;
  page: number;
  only: Stand | undefined;
}

/** The rows of a tab, asked again as others act. */
export function useTodoRows({ view, narrowing, keyword, page, only }: Asked): TodoRows {
  const isMine = view === 'mine';
  // what is late is asked by the minute in which one asked for it
  const now = useMemo(() => (narrowing.late ? wallNow() : ''), [narrowing.late]);
  const filters = filtersOf(view, narrowing, keyword, now);
  const list = useOp(
    ops.page,
    { cloud: 'todo', page, rows: ROWS, filters, fields: TODO_FIELDS },
    // a row opens as its tab says: none stands under another
    {
      fresh: 0,
      enabled: !isMine,
      keepPrevious: (before) => JSON.stringify(before.filters?.fields?.review_state) === JSON.stringify(filters.fields?.review_state),
    },
  );
  const mine = useMine({ enabled: isMine, keyword, fields: narrowed(narrowing, now), only, page });
  const retry = () => void (isMine ? mine.refetch() : list.refetch());
  useFollow(() => true, retry);
  const query = isMine ? mine.query : list;
  const rows = useNamed(isMine ? mine.groups.flatMap((group) => group.rows) : ((list.data?.rows ?? NONE) as unknown as TodoItem[]));
  return {
    ...{ rows, filters, retry },
    mine: isMine ? { ...mine, groups: mine.groups.map((group) => ({ ...group, rows: group.rows.map(namedOf(rows)) })) } : null,
    total: isMine ? mine.groups.reduce((sum, group) => sum + group.total, 0) : Number(list.data?.total ?? 0),
    isPending: query.isPending,
    isBusy: query.isPlaceholderData,
    ...failureOf(query),
  };
}
