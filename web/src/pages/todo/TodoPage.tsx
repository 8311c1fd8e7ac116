import { runAction } from '#web/actions/run-action.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Either } from '#web/ui/Paper.tsx';
import { EmptyState, ErrorState, Outdated, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { useNow } from '#web/ui/use-now.ts';
import { Pager } from '../reading/Pager.tsx';
import { ReadingHead } from '../reading/ReadingHead.tsx';
import { Preview } from './Preview.tsx';
import css from './TodoPage.module.css';
import { TodoRow } from './TodoRow.tsx';
import { useApplying } from './use-applying.ts';
import { ROWS, type TodoController, useTodoPage } from './use-todo-page.ts';

const EMPTY = {
  todo: ['todo.none.todo', 'todo.noneWhy.todo'],
  read: ['todo.none.read', 'todo.noneWhy.read'],
  mine: ['todo.none.mine', 'todo.noneWhy.mine'],
  done: ['todo.none.done', 'todo.noneWhy.done'],
  seen: ['todo.none.seen', 'todo.noneWhy.seen'],
} as const;

const NAMES = { todo: 'todo.toHandle', read: 'todo.toRead', mine: 'todo.mine', done: 'todo.done', seen: 'todo.seen' } as const;

/** What waits for me, what I am to read, what I applied for, what I have handled and read (DESK-03, FLOW-06): the home tab. */
export function TodoPage() {
  const { t } = useText();
  const todo = useTodoPage();
  const { view, selected, counts } = todo;
  return (
    <div className={css.page} ref={todo.box}>
      <ReadingHead
        title={<Either screen={t('todo.title')} paper={[t('todo.title'), t(NAMES[view]), todo.keyword].filter(Boolean).join('　')} />}
        search={{ hint: t('todo.search'), keyword: todo.keyword, onChange: todo.setKeyword }}
      />
      <div className={css.tabs}>
        <Tabs
          label={t('todo.title')}
          active={view}
          onChange={todo.change}
          items={[
            { key: 'todo', label: t(NAMES.todo), count: counts.todo || undefined },
            { key: 'read', label: t(NAMES.read), count: counts.read || undefined },
            { key: 'mine', label: t(NAMES.mine) },
            { key: 'done', label: t(NAMES.done) },
            { key: 'seen', label: t(NAMES.seen) },
          ]}
        />
      </div>
      <Outdated why={todo.outdated?.remark} onRetry={todo.retry} />
      <div className={selected || todo.isPending ? css.body : `${css.body} ${css.alone}`}>
        <div className={css.list}>
          <List todo={todo} />
          <Pager label={t('todo.pages')} page={todo.page} rows={ROWS} shown={todo.rows.length} total={todo.total} onTurn={todo.setPage} />
        </div>
        {selected && <Preview row={selected} view={view} onOpen={() => todo.open(selected)} />}
      </div>
    </div>
  );
}

function List({ todo }: { todo: TodoController }) {
  const { t } = useText();
  const late = useLate(todo.isPending, 500);
  const stale = useLate(todo.isBusy, 150);
  useNow();
  // without room for a preview a press opens
  const narrow = useMedia('(max-width: 1199px)');
  const { view, rows, keyword, selected } = todo;
  if (todo.error) return <ErrorState why={todo.error.remark} onRetry={todo.retry} />;
  if (todo.isPending) return late ? <SkeletonRows rows={8} columns={[0, 90, 120, 90]} height={48} /> : null;
  if (rows.length === 0)
    return (
      <EmptyState title={t(keyword ? 'todo.noneFound' : EMPTY[view][0])} why={t(keyword ? 'todo.noneFoundWhy' : EMPTY[view][1])}>
        {keyword ? <Button onClick={() => todo.setKeyword('')}>{t('todo.clear')}</Button> : view === 'mine' && <Applying />}
      </EmptyState>
    );
  return (
    <ul className={stale ? `${css.rows} ${css.stale}` : css.rows} aria-busy={stale}>
      {rows.map((row) => (
        <TodoRow
          key={`${row.id} ${row.principal?.id ?? ''}`}
          row={row}
          view={view}
          selected={row === selected}
          onSelect={() => (narrow ? todo.open(row) : todo.select(row))}
          onOpen={() => todo.open(row)}
        />
      ))}
    </ul>
  );
}

/** The way to a first application; where there are several kinds each by its own name. */
function Applying() {
  const { t, label } = useText();
  const kinds = useApplying();
  return kinds.map(({ cloud, add }) => (
    <Button
      key={cloud}
      kind={kinds.length === 1 ? 'primary' : 'default'}
      icon="add"
      onClick={() => runAction({ action: add, cloud, rows: [] })}
    >
      {kinds.length === 1 ? t('todo.apply') : label(add)}
    </Button>
  ));
}
