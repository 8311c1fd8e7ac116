import { useSession } from '#web/api/use-session.ts';
import { useTable } from '#web/api/use-table.ts';
import { useText } from '#web/i18n/use-text.ts';
import { StateMark } from '#web/ui/marks/StateMark.tsx';
import css from './CaseMark.module.css';
import { standingOf, type TodoItem } from './todo-item.ts';

/** What became of an application: the step and with whom, returned to its applicant, or how it ended; nothing where the to-do does not say. */
export function CaseMark({ row }: { row: TodoItem }) {
  const { t, label, listed } = useText();
  const { session } = useSession();
  const { table } = useTable(row.source);
  const standing = table && standingOf(table, row);
  if (!standing) return null;
  const { state, look, returned, holders } = standing;
  const mine = row.applicant?.id === session?.user.id;
  const back = mine ? t('todo.returned') : t('todo.returnedTo', { who: label(row.applicant) });
  const words = returned
    ? back
    : [label(state) || String(row.case_state), listed(holders.map((each) => label(each)))].filter(Boolean).join('　');
  return (
    <span title={words} className={css.case}>
      <StateMark look={returned && !mine ? 'flow' : look}>{words}</StateMark>
    </span>
  );
}
