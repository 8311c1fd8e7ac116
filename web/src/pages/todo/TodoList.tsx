import { lazy, Suspense } from 'react';
import { type Due, dueOf } from '#web/i18n/left.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState, ErrorState, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { useNow } from '#web/ui/use-now.ts';
import { hasBox } from './batch/result.ts';
import type { BatchController } from './batch/use-batch.ts';
import { isNarrowed } from './narrow/todo-filters.ts';
import css from './TodoPage.module.css';
import { type RowBox, TodoRow } from './TodoRow.tsx';
import type { TodoItem } from './todo-item.ts';
import { useAmounts } from './use-amounts.ts';
import type { TodoController } from './use-todo-page.ts';

const Mine = lazy(() => import('./mine/Mine.tsx').then((room) => ({ default: room.Mine })));
const Applying = lazy(() => import('./mine/Applying.tsx').then((room) => ({ default: room.Applying })));
const DueHead = lazy(() => import('./mine/DueHead.tsx').then((room) => ({ default: room.DueHead })));

const EMPTY = {
  todo: ['todo.none.todo', 'todo.noneWhy.todo'],
  answer: ['todo.none.answer', 'todo.noneWhy.answer'],
  read: ['todo.none.read', 'todo.noneWhy.read'],
  mine: ['todo.none.mine', 'todo.noneWhy.mine'],
  done: ['todo.none.done', 'todo.noneWhy.done'],
  seen: ['todo.none.seen', 'todo.noneWhy.seen'],
} as const;

/** The rows of a tab, or why there are none. */
export function TodoList({ todo }: { todo: TodoController }) {
  const stale = useLate(todo.isBusy, 150);
  useNow();
  const { rows, selected, mine } = todo;
  if (todo.error) return <ErrorState why={todo.error.remark} onRetry={todo.retry} />;
  if (todo.isPending) return <Coming />;
  if (rows.length === 0) return <Nothing todo={todo} />;
  if (mine)
    return (
      <Suspense fallback={<Coming />}>
        <Mine mine={mine} selected={selected} select={todo.select} open={todo.open} show={(stand) => todo.narrow({ stand: stand ?? '' })} />
      </Suspense>
    );
  return <Rows todo={todo} stale={stale} />;
}

/** What comes, once one has waited for it. */
function Coming() {
  const late = useLate(true, 500);
  return late ? <SkeletonRows rows={8} columns={[0, 90, 120, 90]} height={48} /> : null;
}

function Rows({ todo, stale }: { todo: TodoController; stale: boolean }) {
  const { view, rows, selected, narrowing, batch } = todo;
  // without room for a preview a press opens
  const narrow = useMedia('(max-width: 1199px)');
  const amounts = useAmounts(rows, view !== 'mine');
  const row = (each: TodoItem) => (
    <TodoRow
      key={`${each.id} ${each.principal?.id ?? ''}`}
      row={each}
      view={view}
      selected={each === selected}
      amount={amounts.get(each.id)}
      box={batch ? boxOf(batch, each.id) : undefined}
      judged={batch ? batch.batch !== null : undefined}
      result={batch?.batch?.results.get(each.id)}
      onSelect={() => (narrow ? todo.open(each) : todo.select(each))}
      onOpen={() => todo.open(each)}
    />
  );
  const look = stale ? `${css.rows} ${css.stale}` : css.rows;
  if (!narrowing.byDue)
    return (
      <ul className={look} aria-busy={stale}>
        {rows.map(row)}
      </ul>
    );
  return DUES.map((due) => {
    const these = rows.filter(({ due_time }) => dueOf(due_time) === due);
    if (these.length === 0) return null;
    return (
      <section key={due}>
        <Suspense fallback={null}>
          <DueHead due={due} n={these.length} />
        </Suspense>
        <ul className={look} aria-busy={stale}>
          {these.map(row)}
        </ul>
      </section>
    );
  });
}

/** In the order in which they stand. */
const DUES: readonly Due[] = ['late', 'soon', 'later', 'none'];

/** The box that a row is chosen by; null where it is over. It rests while others are decided. */
function boxOf({ batch, has, toggle }: BatchController, id: number): RowBox | null {
  if (!hasBox(batch?.results.get(id))) return null;
  return { checked: has(id), toggle: (isRange) => batch?.isRunning || toggle(id, isRange) };
}

function Nothing({ todo: { view, keyword, setKeyword, narrowing, narrow } }: { todo: TodoController }) {
  const { t } = useText();
  const isSought = keyword !== '' || isNarrowed(narrowing);
  return (
    <EmptyState title={t(isSought ? 'todo.noneFound' : EMPTY[view][0])} why={t(isSought ? 'todo.noneFoundWhy' : EMPTY[view][1])}>
      {keyword && <Button onClick={() => setKeyword('')}>{t('todo.clear')}</Button>}
      {isNarrowed(narrowing) && <Button onClick={() => narrow({ kind: '', urgent: '', late: '' })}>{t('todo.clearFilters')}</Button>}
      {!isSought && view === 'mine' && (
        <Suspense fallback={null}>
          <Applying />
        </Suspense>
      )}
    </EmptyState>
  );
}
