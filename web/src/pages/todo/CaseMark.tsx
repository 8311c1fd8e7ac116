import { useTable } from '#web/api/use-table.ts';
import { useText } from '#web/i18n/use-text.ts';
import { StateMark } from '#web/ui/marks.tsx';
import css from './todo.module.css';
import { standingOf, type TodoItem } from './todo-item.ts';

/** What became of an application: the step and with whom, returned to me, or how it ended. */
export function CaseMark({ row }: { row: TodoItem }) {
  const { t, label } = useText();
  const { table } = useTable(row.source);
  const { state, look, returned, holders } = standingOf(table, row);
  if (!table) return null;
  const words = returned
    ? t('todo.returned')
    : [label(state) || String(row.case_state), holders.join(t('list.comma'))].filter(Boolean).join('　');
  return (
    <span title={words} className={css.case}>
      <StateMark look={look}>{words}</StateMark>
    </span>
  );
}
