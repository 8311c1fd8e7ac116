import type { ActionDef } from '#protocol/meta/flow.ts';
import { opensToLook } from '#protocol/meta/ops.ts';
import { isSameAction, needsOf } from '#web/actions/selection.ts';
import { isLooking } from '#web/api/session.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import type { ListController } from '../state/use-list-page.ts';
import css from './FilterRow.module.css';

/** Stands in place of the filter row while records are chosen: how many, and what can be done with them. */
export function SelectionBar({ list }: { list: ListController }) {
  const { t, label } = useText();
  const { rows, clear } = list.selection;
  return (
    <section className={`${css.filterRow} ${css.selectionBar}`} aria-label={t('list.selection')}>
      <b>{t('list.chosen', { n: rows.length })}</b>
      {batchActions(list).map((action) => (
        <Button
          key={action.uid}
          kind={action.op === 'Delete' ? 'danger' : 'default'}
          disabled={isLooking() && !opensToLook(action.op)}
          onClick={() => list.hand.run(action, rows)}
        >
          {label(action)}
        </Button>
      ))}
      <span className={css.grow} />
      <Button kind="quiet" icon="close" onClick={clear}>
        {t('list.unselect')}
      </Button>
    </section>
  );
}

/** The toolbar's actions on records, and those of several records that every chosen one has. */
function batchActions({ toolbar, selection, hand: { actionsOf } }: ListController): readonly ActionDef[] {
  const own = toolbar.filter((action) => needsOf(action) !== 'none');
  const [first, ...others] = selection.rows;
  const common = (first ? actionsOf(first) : []).filter(
    (action) =>
      needsOf(action) === 'multiple' &&
      !own.some((each) => isSameAction(each, action)) &&
      others.every((row) => actionsOf(row).some((each) => isSameAction(each, action))),
  );
  return [...own, ...common];
}
