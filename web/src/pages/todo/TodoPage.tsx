import { useRef, useState } from 'react';
import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';
import { formatCount } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { dataLabel } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';
import { useReturn, useView } from '#web/nav/use-tab.ts';
import { Button } from '#web/ui/Button.tsx';
import { Input } from '#web/ui/controls.ts';
import { EmptyState, ErrorState, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { Preview } from './Preview.tsx';
import { TodoRow } from './TodoRow.tsx';
import css from './todo.module.css';
import { openingOp, TAB_STATES, TODO_FIELDS, type TodoItem, type TodoTab } from './todo-item.ts';

const ROWS = 20;
const TABS: readonly TodoTab[] = ['todo', 'mine', 'done'];
const EMPTY = {
  todo: ['todo.none.todo', 'todo.noneWhy.todo'],
  mine: ['todo.none.mine', 'todo.noneWhy.mine'],
  done: ['todo.none.done', 'todo.noneWhy.done'],
} as const;

/** What waits for me, what I applied for, what I have handled (DESK-03, FLOW-06): the home tab. */
export function TodoPage() {
  const { t } = useText();
  const [set, setView] = useView();
  const view = TABS.find((each) => each === set.tab) ?? 'todo';
  const keyword = set.key_word ?? '';
  const page = /^[1-9]\d{0,8}$/.test(set.page ?? '') ? Number(set.page) : 1;
  const setKeyword = (key_word: string) => setView({ key_word, page: '' }, 'replace');
  const setPage = (to: number) => setView({ page: to > 1 ? String(to) : '' }, 'push');
  const [chosen, setChosen] = useState<number | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const request = (which: TodoTab, rows: number, at: number) => ({
    cloud: 'todo',
    page: at,
    rows,
    filters: {
      fields: { review_state: { op: 'in' as const, value: [...TAB_STATES[which]] } },
      ...(keyword.trim() ? { key_word: keyword.trim() } : {}),
    },
    fields: TODO_FIELDS,
  });
  const query = useOp(ops.page, request(view, ROWS, page), { fresh: 0, keepPrevious: true });
  const counts = useOp(ops.counts, {}, { fresh: 10_000, background: true });
  const hasPreview = useMedia('(min-width: 1200px)');
  const late = useLate(query.isPending, 500);
  useReturn(query.refetch);

  const rows = (query.data?.rows ?? []) as unknown as TodoItem[];
  const total = Number(query.data?.total ?? 0);
  const selected = rows.find((row) => row.id === chosen) ?? rows[0];
  const open = (row: TodoItem) =>
    nav.open(
      { cloud: row.source, op: openingOp(view, row), id: row.rowid, ...(view === 'todo' ? { query: { todo: String(row.id) } } : {}) },
      dataLabel(row.key_name),
    );
  const move = (step: number) => {
    const at = rows.findIndex((row) => row.id === selected?.id);
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))];
    if (!next) return;
    setChosen(next.id);
    list.current?.querySelector<HTMLElement>(`[data-row="${next.id}"]`)?.focus();
  };
  const change = (next: TodoTab) => {
    setView({ tab: next === 'todo' ? '' : next, page: '' }, 'push');
    setChosen(null);
  };
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{t('todo.title')}</h1>
        <span className={css.grow} />
        <Input
          className={css.search}
          allowClear
          aria-label={t('todo.search')}
          placeholder={t('todo.search')}
          value={keyword}
          onChange={(event) => {
            setKeyword(event.target.value);
          }}
        />
      </header>
      <div className={css.tabs}>
        <Tabs
          label={t('todo.title')}
          active={view}
          onChange={change}
          items={[
            { key: 'todo', label: t('todo.toHandle'), count: Number(counts.data?.data?.todo ?? 0) || undefined },
            { key: 'mine', label: t('todo.mine') },
            { key: 'done', label: t('todo.done') },
          ]}
        />
      </div>
      <div className={selected ? css.body : `${css.body} ${css.alone}`}>
        <div className={css.list}>
          {query.error ? (
            <ErrorState why={query.error.remark} onRetry={() => query.refetch()} />
          ) : query.isPending ? (
            late && <SkeletonRows rows={8} columns={[0, 90, 120, 90]} height={48} />
          ) : rows.length === 0 ? (
            <EmptyState title={t(keyword ? 'todo.noneFound' : EMPTY[view][0])} why={t(keyword ? 'todo.noneFoundWhy' : EMPTY[view][1])}>
              {keyword && <Button onClick={() => setKeyword('')}>{t('todo.clear')}</Button>}
            </EmptyState>
          ) : (
            <ul
              ref={list}
              className={css.rows}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
                event.preventDefault();
                move(event.key === 'ArrowDown' ? 1 : -1);
              }}
            >
              {rows.map((row) => (
                <TodoRow
                  key={row.id}
                  row={row}
                  view={view}
                  selected={row.id === selected?.id}
                  onSelect={() => (hasPreview ? setChosen(row.id) : open(row))}
                  onOpen={() => open(row)}
                />
              ))}
            </ul>
          )}
          {total > ROWS && (
            <nav className={css.pager} aria-label={t('todo.pages')}>
              <span>{t('list.total', { n: formatCount(total) })}</span>
              <span className={css.grow} />
              <Button icon="left" disabled={page === 1} onClick={() => setPage(page - 1)}>
                {t('todo.previous')}
              </Button>
              <Button disabled={rows.length < ROWS} onClick={() => setPage(page + 1)}>
                {t('todo.next')}
              </Button>
            </nav>
          )}
        </div>
        {selected && <Preview row={selected} view={view} onOpen={() => open(selected)} />}
      </div>
    </div>
  );
}
