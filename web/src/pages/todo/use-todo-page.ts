import { type RefObject, useEffect, useRef, useState } from 'react';
import { statesOfTab, type TodoTab } from '#protocol/rules/todo.ts';
import type { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { useTab, useView } from '#web/nav/use-tab.ts';
import { useFollow } from '../use-follow.ts';
import { openTodo, sortOf, TABS, TODO_FIELDS, type TodoItem } from './todo-item.ts';

export const ROWS = 20;

export interface TodoController {
  view: TodoTab;
  change(next: TodoTab): void;
  keyword: string;
  setKeyword(keyword: string): void;
  page: number;
  setPage(to: number): void;
  rows: readonly TodoItem[];
  total: number;
  isPending: boolean;
  /** the rows that stand there are of another keyword or page, the next are on their way */
  isBusy: boolean;
  /** why there is nothing to show */
  error: ApiError | null;
  /** why the rows are still those of before */
  outdated: ApiError | null;
  retry(): void;
  selected: TodoItem | undefined;
  select(row: TodoItem): void;
  open(row: TodoItem): void;
  /** how much waits, and how much is to be read */
  counts: { todo: number; read: number };
  /** the whole page, in which the arrows move through the list */
  box: RefObject<HTMLDivElement | null>;
}

/** What the to-do page decides; TodoPage only draws it. */
export function useTodoPage(): TodoController {
  const { active } = useTab();
  const [set, setView] = useView();
  const view = TABS.find((each) => each === set.tab) ?? 'todo';
  const keyword = set.key_word ?? '';
  const page = /^[1-9]\d{0,8}$/.test(set.page ?? '') ? Number(set.page) : 1;
  const [chosen, setChosen] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const fields = { review_state: { op: 'in' as const, value: [...statesOfTab(view)] } };
  const filters = {
    fields,
    ...sortOf(view),
    ...(keyword.trim() ? { key_word: keyword.trim() } : {}),
  };
  const query = useOp(
    ops.page,
    { cloud: 'todo', page, rows: ROWS, filters, fields: TODO_FIELDS },
    // a row opens as its tab says: none stands under another
    { fresh: 0, keepPrevious: (before) => JSON.stringify(before.filters?.fields) === JSON.stringify(fields) },
  );
  const counts = useOp(ops.counts, {}, { fresh: 10_000, background: true });
  useFollow(() => true, query.refetch);

  const rows = (query.data?.rows ?? []) as unknown as TodoItem[];
  const selected = rows.find((row) => row.id === chosen) ?? rows[0];
  const open = (row: TodoItem) => openTodo(view, row);
  const move = (step: number) => {
    const isThere = box.current?.querySelector('[data-row]:focus') != null;
    const at = rows.findIndex((row) => row.id === selected?.id);
    // the first arrow goes to the list, the next ones through it
    const next = rows[Math.min(rows.length - 1, Math.max(0, isThere ? at + step : at))];
    if (!next) return;
    setChosen(next.id);
    box.current?.querySelector<HTMLElement>(`[data-row="${next.id}"]`)?.focus();
  };
  useKeys(active, box, move, () => selected && open(selected));
  return {
    ...{ view, keyword, page, rows, selected, open, box },
    change: (next) => {
      setView({ tab: next === 'todo' ? '' : next, page: '' }, 'push');
      setChosen(null);
    },
    setKeyword: (key_word) => setView({ key_word, page: '' }, 'replace'),
    setPage: (to) => setView({ page: to > 1 ? String(to) : '' }, 'push'),
    total: Number(query.data?.total ?? 0),
    isPending: query.isPending,
    isBusy: query.isPlaceholderData,
    ...failureOf(query),
    retry: () => void query.refetch(),
    select: (row) => setChosen(row.id),
    counts: { todo: Number(counts.data?.data?.todo ?? 0), read: Number(counts.data?.data?.read ?? 0) },
  };
}

/** Where arrows and Enter have a meaning of their own. */
const BUSY = '[role=dialog], [role=menu], [role=listbox], textarea, select';

/** The arrows reach the list from wherever one stands on the page, or nowhere yet; Enter opens what is chosen where it presses nothing else. */
function useKeys(active: boolean, box: RefObject<HTMLElement | null>, move: (step: number) => void, open: () => void): void {
  const latest = useRef({ move, open });
  latest.current = { move, open };
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const at = event.target as HTMLElement;
      const isNowhere = at === document.body || at.matches('[role=tabpanel]');
      const isHere = isNowhere || at.closest('[role=tablist]') !== null || box.current?.contains(at) === true;
      if (!isHere || at.closest(BUSY)) return;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') latest.current.move(event.key === 'ArrowDown' ? 1 : -1);
      else if (event.key === 'Enter' && isNowhere) latest.current.open();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [active, box]);
}
