import { lazy, Suspense } from 'react';
import { formatCount } from '#web/i18n/format.ts';
import { inBoth, useText } from '#web/i18n/use-text.ts';
import { useLabel } from '#web/nav/use-tab.ts';
import { Either } from '#web/ui/Paper.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { Outdated } from '#web/ui/states.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { Pager } from '../reading/Pager.tsx';
import { ReadingHead } from '../reading/ReadingHead.tsx';
import type { BatchController } from './batch/use-batch.ts';
import { TodoList } from './TodoList.tsx';
import css from './TodoPage.module.css';
import { type TodoController, useTodoPage } from './use-todo-page.ts';
import { ROWS } from './use-todo-rows.ts';

// what stands beside the list comes after it
const Preview = lazy(() => import('./Preview.tsx').then((room) => ({ default: room.Preview })));

const Filters = lazy(() => import('./narrow/Filters.tsx').then((room) => ({ default: room.Filters })));
const Applying = lazy(() => import('./mine/Applying.tsx').then((room) => ({ default: room.Applying })));
const Announcements = lazy(() => import('./Announcements.tsx').then((room) => ({ default: room.Announcements })));
const BatchPart = lazy(() => import('./batch/BatchParts.tsx').then((room) => ({ default: room.BatchPart })));

const LABEL = inBoth('todo.title');
const NAMES = {
  todo: 'todo.toHandle',
  answer: 'todo.toAnswer',
  read: 'todo.toRead',
  seen: 'todo.seen',
  mine: 'todo.mine',
  done: 'todo.done',
} as const;

/** What waits for me, what I am asked, what was copied to me, what I applied for and what I have handled (DESK-03, FLOW-06): the home tab. */
export function TodoPage() {
  const { t } = useText();
  useLabel(LABEL, false, LABEL);
  const todo = useTodoPage();
  const { view, selected, counts } = todo;
  const called = view === 'read' || view === 'seen' ? `${t('todo.copies')} ${t(NAMES[view])}` : t(NAMES[view]);
  return (
    <div className={css.page} ref={todo.box}>
      <ReadingHead
        title={<Either screen={t('todo.title')} paper={[t('todo.title'), called, todo.keyword].filter(Boolean).join('　')} />}
        search={{ hint: t('todo.search'), keyword: todo.keyword, onChange: todo.setKeyword }}
      >
        <Suspense fallback={null}>{view !== 'read' && view !== 'seen' && <Filters todo={todo} />}</Suspense>
        <Suspense fallback={null}>{view === 'mine' && <Applying />}</Suspense>
      </ReadingHead>
      <div className={css.tabs}>
        <Tabs
          label={t('todo.title')}
          active={view === 'seen' ? 'read' : view}
          onChange={todo.change}
          items={[
            { key: 'todo', label: t(NAMES.todo), count: counts.todo || undefined },
            { key: 'answer', label: t(NAMES.answer), count: counts.answer || undefined },
            { key: 'read', label: t('todo.copies'), count: counts.read || undefined },
            { key: 'mine', label: t(NAMES.mine) },
            { key: 'done', label: t(NAMES.done) },
          ]}
        />
      </div>
      {(view === 'read' || view === 'seen') && <Copies view={view} unread={counts.read} onChange={todo.change} />}
      <Outdated why={todo.outdated?.remark} onRetry={todo.retry} />
      {todo.batch?.isOn && <Part part="bar" todo={todo} it={todo.batch} />}
      <div
        className={selected || todo.isPending ? (todo.batch?.batch ? `${css.body} ${css.judged}` : css.body) : `${css.body} ${css.alone}`}
      >
        <div className={css.list}>
          <TodoList todo={todo} />
          {!todo.batch?.batch && (view !== 'mine' || todo.only) && (
            <Pager label={t('todo.pages')} page={todo.page} rows={ROWS} shown={todo.rows.length} total={todo.total} onTurn={todo.setPage} />
          )}
          <Suspense fallback={null}>{view === 'todo' && !todo.batch?.isOn && !todo.isPending && <Announcements />}</Suspense>
        </div>
        {todo.batch?.isOn ? (
          <Part part="side" todo={todo} it={todo.batch} />
        ) : (
          selected && (
            <Suspense fallback={null}>
              <Preview row={selected} view={view} onOpen={() => todo.open(selected)} />
            </Suspense>
          )
        )}
      </div>
    </div>
  );
}

/** What stands around the list while several are chosen or decided. */
function Part({ part, todo, it }: { part: 'bar' | 'side'; todo: TodoController; it: BatchController }) {
  return (
    <Suspense fallback={null}>
      <BatchPart part={part} it={it} rows={todo.rows} open={todo.open} leave={todo.leaveBatch} />
    </Suspense>
  );
}

/** Copies that were not opened yet, and those that were. */
function Copies({ view, unread, onChange }: { view: 'read' | 'seen'; unread: number; onChange: TodoController['change'] }) {
  const { t } = useText();
  return (
    <div className={css.sub}>
      <Segments
        label={t('todo.copies')}
        active={view}
        onChange={onChange}
        items={[
          { key: 'read', label: t('todo.toRead'), count: unread ? formatCount(unread) : undefined },
          { key: 'seen', label: t('todo.seen') },
        ]}
      />
    </div>
  );
}
