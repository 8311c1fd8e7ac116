import { useTable } from '#web/api/use-table.ts';
import { eventById } from '#web/flow/events.ts';
import { secondsSince } from '#web/i18n/clock.ts';
import { formatDuration } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Avatar, Tag } from '#web/ui/marks.tsx';
import { CaseMark } from './CaseMark.tsx';
import css from './todo.module.css';
import { dueOf, type TodoItem, type TodoTab } from './todo-item.ts';

interface TodoRowProps {
  row: TodoItem;
  view: TodoTab;
  selected: boolean;
  onSelect(): void;
  onOpen(): void;
}

/** Item, record number, applicant, step and how long it lies; bold until it was opened. */
export function TodoRow({ row, view, selected, onSelect, onOpen }: TodoRowProps) {
  const { t, label, locale } = useText();
  const { table } = useTable(row.source);
  const step = label(table?.states.find((state) => Number(state.value) === (row.back_state === 0 ? 1 : row.back_state)));
  const event = eventById(table, row.event_id);
  const due = dueOf(row.limit_time);
  const unread = view === 'todo' && !row.read_time;
  const stay = formatDuration(row.duration ?? secondsSince(row.create_time), locale);
  return (
    <li className={[css.row, selected && css.selected, view !== 'todo' && css.past].filter(Boolean).join(' ')}>
      <button
        type="button"
        className={css.hit}
        data-row={row.id}
        onClick={onSelect}
        onDoubleClick={onOpen}
        onKeyDown={(event) => event.key === 'Enter' && onOpen()}
        aria-current={selected}
      >
        <span className={css.what}>
          <span className={unread ? css.unread : ''}>{row.key_name}</span>
          <small>
            {label(table)} {t('todo.number', { n: row.rowid })}
          </small>
        </span>
        <span className={css.step}>
          {view === 'mine' ? <CaseMark row={row} /> : step && <Tag tone={view === 'todo' ? 'accent' : 'grey'}>{step}</Tag>}
          {view === 'done' && event && <small>{label(event)}</small>}
        </span>
        <span className={css.who}>
          <Avatar name={label(row.applicant)} quiet />
          {label(row.applicant)}
        </span>
        <span className={due === 'late' ? `${css.when} ${css.late}` : css.when}>
          {row.limit_time
            ? t('todo.until', { time: row.limit_time.slice(5, 16) })
            : view === 'todo'
              ? t('todo.stays', { stay })
              : (row.finish_time ?? row.create_time).slice(5, 16)}
        </span>
      </button>
      <button type="button" className={css.act} onClick={onOpen}>
        {view === 'todo' ? t('todo.approve') : t('todo.view')}
      </button>
    </li>
  );
}
