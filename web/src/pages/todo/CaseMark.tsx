import { useSession } from '#web/api/use-session.ts';
import { useTable } from '#web/api/use-table.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { MINE_EN, MINE_ZH } from '#web/i18n/parts/mine.ts';
import { useText } from '#web/i18n/use-text.ts';
import { StateMark } from '#web/ui/marks/StateMark.tsx';
import css from './CaseMark.module.css';
import { standingOf, type TodoItem } from './todo-item.ts';

addTexts(MINE_ZH, MINE_EN);

/** What became of an application: the step and with whom, returned to its applicant, or how it ended; nothing where the to-do does not say. */
export function CaseMark({ row }: { row: TodoItem }) {
  const { t, label, listed } = useText();
  const { session } = useSession();
  const { table } = useTable(row.source);
  const standing = table && standingOf(table, row);
  if (!standing) return null;
  const { state, look, returned, holders } = standing;
  const mine = row.applicant?.id === session?.user.id;
  const back = mine ? t('todo.returned') : t('mine.returnedTo', { who: label(row.applicant) });
  const words = returned
    ? back
    : [label(state) || String(row.case_state), listed(holders.map((each) => label(each)))].filter(Boolean).join('　');
  return (
    <span title={words} className={css.case}>
      <StateMark look={returned && !mine ? 'flow' : look}>{words}</StateMark>
    </span>
  );
}
