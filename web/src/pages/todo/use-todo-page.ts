import { type RefObject, useEffect, useRef, useState } from 'react';
import type { TodoTab } from '#protocol/rules/todo.ts';
import { ops } from '#web/api/ops.ts';
import { isLooking } from '#web/api/session.ts';
import { useOp } from '#web/api/use-op.ts';
import type { PageView } from '#web/nav/page.ts';
import { useTab, useView } from '#web/nav/use-tab.ts';
import { type BatchController, useBatch } from './batch/use-batch.ts';
import { STANDS, type Stand } from './mine/use-mine.ts';
import { type Narrowing, narrowingOf } from './narrow/todo-filters.ts';
import { beginsAt, openTodo, type TodoItem, tabOf } from './todo-item.ts';
import { useTodoKeys } from './use-todo-keys.ts';
import { ROWS, type TodoRows, useTodoRows } from './use-todo-rows.ts';
import { beginWalk } from './walk/walk.ts';

const NONE: readonly TodoItem[] = [];

export interface TodoController extends TodoRows {
  view: TodoTab;
  change(next: TodoTab): void;
  keyword: string;
  setKeyword(keyword: string): void;
  narrowing: Narrowing;
  /** as the address says it; '' takes a name away */
  narrow(change: PageView): void;
  page: number;
  setPage(to: number): void;
  /** the group of my applications that has the page to itself */
  only: Stand | undefined;
  selected: TodoItem | undefined;
  select(row: TodoItem): void;
  open(row: TodoItem): void;
  /** several decided at once; null where nothing of the tab is decided */
  batch: BatchController | null;
  /** chooses nothing, and asks for the rows as they are now */
  leaveBatch(): void;
  /** how much is to be decided, to be answered and to be read */
  counts: { todo: number; answer: number; read: number };
  /** the whole page, in which the arrows move through the list */
  box: RefObject<HTMLDivElement | null>;
}

/** What the to-do page decides; TodoPage only draws it. */
export function useTodoPage(): TodoController {
  const { active } = useTab();
  const [set, setView] = useView();
  const view = tabOf(set.tab);
  const keyword = set.key_word ?? '';
  const page = /^[1-9]\d{0,8}$/.test(set.page ?? '') ? Number(set.page) : 1;
  const only = STANDS.find((stand) => stand === set.stand);
  const narrowing = narrowingOf(view, set);
  const [chosen, setChosen] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const list = useTodoRows({ view, narrowing, keyword: keyword.trim(), page, only });
  const counts = useOp(ops.counts, {}, { fresh: 10_000, background: true });
  useFirstTab(set, counts.data?.data, setView);
  const several = useBatch(view === 'todo' ? list.rows : NONE);
  const batch = view === 'todo' && !isLooking() ? several : null;
  const rows = batch?.batch?.rows ?? list.rows;
  const selected = rows.find((row) => row.id === chosen) ?? rows[0];
  const open = (row: TodoItem) => {
    // my applications stand in groups, which are walked as far as they are in sight
    const [before, total] = view === 'mine' ? [0, rows.length] : [(page - 1) * ROWS, Math.max(list.total, rows.length)];
    beginWalk({ view, filters: list.filters, size: ROWS, rows, before, total });
    openTodo(view, row);
  };
  const leaveBatch = () => {
    several.leave();
    list.retry();
  };
  const turn = (change: PageView, how: 'push' | 'replace') => {
    several.leave();
    setView({ page: '', ...change }, how);
  };
  useTodoKeys(active, box, {
    move: (step) => setChosen(moved(box.current, rows, selected?.id ?? null, step)),
    open: () => selected && open(selected),
    ...(batch ? { all: batch.toggleAll } : {}),
    ...(batch?.isOn ? { decide: batch.decide, leave: leaveBatch } : {}),
  });
  return {
    ...list,
    ...{ view, keyword, narrowing, page, only, rows, selected, open, box, batch, leaveBatch },
    change: (next) => {
      setView({ tab: next === 'todo' ? '' : next, page: '', stand: '' }, 'push');
      setChosen(null);
    },
    setKeyword: (key_word) => turn({ key_word }, 'replace'),
    narrow: (change) => turn(change, 'push'),
    setPage: (to) => turn({ page: to > 1 ? String(to) : '' }, 'push'),
    select: (row) => setChosen(row.id),
    counts: countsIn(counts.data?.data),
  };
}

/** Nothing to do here and something beside it: who named no tab begins there, once; the address says so from then on. */
function useFirstTab(set: PageView, counts: Parameters<typeof countsIn>[0] | undefined, setView: ReturnType<typeof useView>[1]): void {
  const isSettled = useRef(false);
  useEffect(() => {
    const first = isSettled.current ? undefined : beginsAt(set, counts && countsIn(counts));
    if (first === undefined) return;
    isSettled.current = true;
    if (first !== null) setView({ tab: first }, 'replace');
  }, [set, counts, setView]);
}

/** The first arrow goes to the list, the next ones through it; answers the row that has the keyboard then. */
function moved(box: HTMLElement | null, rows: readonly TodoItem[], now: number | null, step: number): number | null {
  const isThere = box?.querySelector('[data-row]:focus') != null;
  const at = Math.max(
    0,
    rows.findIndex((row) => row.id === now),
  );
  const next = rows[Math.min(rows.length - 1, Math.max(0, isThere ? at + step : at))];
  if (!next) return now;
  box?.querySelector<HTMLElement>(`[data-row="${next.id}"]`)?.focus();
  return next.id;
}

/** The badge counts what is to be answered among what waits. */
function countsIn(data: Readonly<Record<string, unknown>> = {}): TodoController['counts'] {
  const [waits, answer, read] = [data.todo, data.answer, data.read].map((count) => Number(count ?? 0));
  return { todo: Math.max(0, waits! - answer!), answer: answer!, read: read! };
}
