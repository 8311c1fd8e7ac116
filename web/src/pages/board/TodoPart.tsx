import { useId } from 'react';
import { stepOf } from '#protocol/rules/actions.ts';
import { useTable } from '#web/api/use-table.ts';
import { leftOf } from '#web/i18n/left.ts';
import { useText } from '#web/i18n/use-text.ts';
import { shortTime } from '#web/i18n/when.ts';
import { Tag } from '#web/ui/marks/Tag.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { openTodo, type TodoItem } from '../todo/todo-item.ts';
import { useNamed } from '../todo/use-named.ts';
import { Line, Lines } from './PartLines.tsx';
import css from './TodoPart.module.css';
import type { LoadedWidget, TodoCount, Told } from './use-board.ts';

type Row = TodoItem & { tab: TodoCount['tab'] };

const NAMES = { todo: 'board.todo', read: 'board.read', done: 'board.done' } as const;
const NOTHING = { todo: 'board.none.todo', read: 'board.none.read', done: 'board.none.done' } as const;
const NONE: readonly never[] = [];
/** A badge says so much at most (DESK-01). */
const MOST = 99;

/** What waits for me, what I may read, what I have handled, each with how much there is and the first of it. */
export function TodoPart({
  widget,
  told,
  tab,
  onTab,
}: {
  widget: LoadedWidget;
  told: Told;
  tab: string | undefined;
  onTab: (tab: string) => void;
}) {
  const { t, label } = useText();
  const base = useId();
  const counts = (told.data?.tabs ?? []) as readonly TodoCount[];
  const active = counts.find((one) => one.tab === tab)?.tab ?? counts[0]?.tab ?? 'todo';
  const rows = useNamed((told.rows ?? NONE) as unknown as readonly Row[]) as readonly Row[];
  return (
    <>
      <Tabs
        base={base}
        label={t('board.tabs', { name: label(widget) })}
        active={active}
        onChange={onTab}
        items={counts.map((one) => ({
          key: one.tab,
          label: t(NAMES[one.tab]),
          count: one.total > 0 ? Math.min(MOST, one.total) : undefined,
        }))}
      />
      <div id={`${base}-panel`} role="tabpanel" aria-labelledby={`${base}-${active}`}>
        <Lines none={t(NOTHING[active])}>
          {rows
            .filter((row) => row.tab === active)
            .map((row) => (
              <Item key={row.id} row={row} />
            ))}
        </Lines>
      </div>
    </>
  );
}

/** Item, record and number, step, and how long it may still lie or when it was done. */
function Item({ row }: { row: Row }) {
  const texts = useText();
  const { label } = texts;
  const { table } = useTable(row.source);
  const step = label(table && stepOf(table, row.back_state));
  const late = row.due_time !== null && row.finish_time === null ? leftOf(texts, row.due_time) : null;
  return (
    <Line
      name={label(row)}
      isNew={row.tab !== 'done' && !row.read_time}
      about={[label(table), row.code, label(row.applicant)].filter(Boolean).join('　')}
      mark={step && row.tab === 'todo' && <Tag>{step}</Tag>}
      end={
        late ? (
          <span className={late.due === 'late' ? css.late : css.soon}>{late.words}</span>
        ) : (
          shortTime((row.finish_time ?? row.create_time).slice(0, 10))
        )
      }
      onOpen={() => openTodo(row.tab, row)}
    />
  );
}
