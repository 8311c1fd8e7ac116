import { type Ref, useMemo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { ask } from '#web/ui/overlay/dialog.ts';
import type { ListController } from '../state/use-list-page.ts';
import css from './CellTable.module.css';
import type { RowEdit, SheetState } from './state/core.ts';
import { placeAt } from './state/place.ts';
import type { Cells } from './state/use-cells.ts';
import type { Hand } from './state/use-hand.ts';

interface CellsBarProps {
  list: ListController;
  cells: Cells;
  hand: Hand;
  ref: Ref<HTMLElement>;
  onSave(): Promise<void>;
  onClose(): void;
  /** back into the sheet */
  onBack(): void;
}

/** What stands and is not saved, what of it is wrong, and the one way to save it. */
export function CellsBar({ list, cells, hand, ref, onSave, onClose, onBack }: CellsBarProps) {
  const { t } = useText();
  const { sheet, progress } = cells;
  const now = useStore(sheet.store, useShallow(countsOf));
  const giveUp = async (then: () => void) => {
    hand.leave();
    if (now.rows > 0 && !(await ask(question(t, now.rows)))) return;
    cells.giveUp();
    then();
  };
  const toNext = () => {
    const goal = nextTold(list, cells, hand);
    if (goal) hand.go(goal);
    onBack();
  };
  const isIdle = progress === null;
  return (
    <section ref={ref} className={css.bar} data-bar="" aria-label={t('cells.bar')}>
      <Words list={list} cells={cells} said={hand.said} rows={now.rows} />
      {now.wrong + now.theirs > 0 && (
        <Button kind="quiet" icon="alert" onClick={toNext}>
          {[now.wrong > 0 && t('cells.wrong', { n: now.wrong }), now.theirs > 0 && t('cells.theirsN', { n: now.theirs })]
            .filter(Boolean)
            .join(' ')}
        </Button>
      )}
      <span className={css.grow} />
      {isIdle && (
        <Button kind="quiet" icon="undo" disabled={now.steps === 0} onClick={hand.undo}>
          {t('cells.undo')}
        </Button>
      )}
      {isIdle && now.rows > 0 && (
        <Button kind="quiet" onClick={() => void giveUp(onBack)}>
          {t('cells.giveUp')}
        </Button>
      )}
      <Button size="medium" onClick={isIdle ? () => void giveUp(onClose) : cells.stop}>
        {t(isIdle ? 'cells.close' : 'cells.stop')}
      </Button>
      <Button size="medium" kind="primary" disabled={now.rows === 0} busy={!isIdle} onClick={() => void onSave().then(onBack)}>
        {now.rows > 0 ? t('cells.saveN', { n: now.rows }) : t('cells.save')}
      </Button>
    </section>
  );
}

/** How much is typed and not saved, where that is not on this page, and what became of the last step. */
function Words({ list, cells, said, rows }: Pick<CellsBarProps, 'list' | 'cells'> & { said: string; rows: number }) {
  const { t } = useText();
  const { sheet, progress } = cells;
  const lost = useStore(sheet.store, (state) => state.lost);
  const away = useAway(cells, list);
  return (
    <span role="status" className={css.words}>
      {progress && t('cells.saving', { n: progress.done, of: progress.of })}
      {!progress && rows > 0 && <b>{t('cells.changed', { n: rows })}</b>}
      {!progress && rows === 0 && said === '' && t('cells.hint')}
      {away > 0 && <span>{t('cells.away', { n: away })}</span>}
      {lost > 0 && <span>{t('cells.lost', { n: lost })}</span>}
      {!progress && <span className={css.said}>{said}</span>}
    </span>
  );
}

const question = (t: ReturnType<typeof useText>['t'], n: number) => ({
  ...{ title: t('cells.leaveTitle'), body: t('cells.leaveBody', { n }) },
  ...{ ok: t('cells.leaveOk'), cancel: t('cells.stay'), danger: true },
});

const toldOf = ({ typing, theirs }: RowEdit) => ({
  wrong: Object.keys(typing.store.getState().errors).length,
  theirs: Object.keys(theirs).length,
});

function countsOf(state: SheetState) {
  const told = [...state.edits.values()].map(toldOf);
  return {
    rows: state.dirty.size + state.kept.length,
    steps: state.steps.length,
    wrong: told.reduce((sum, { wrong }) => sum + wrong, 0),
    theirs: told.reduce((sum, { theirs }) => sum + theirs, 0),
  };
}

/** Rows that are typed in and stand on another page, or are filtered out. */
function useAway({ sheet }: Cells, { rows }: ListController): number {
  const here = useMemo(() => new Set(rows.map(({ id }) => id)), [rows]);
  return useStore(sheet.store, ({ dirty }) => [...dirty].filter((id) => !here.has(id)).length);
}

/** The next cell of the page of which something is told, behind where one is, from the first again; of a row as a whole, its first cell. */
function nextTold({ rows, columns }: ListController, { sheet }: Cells, { place }: Hand) {
  const { edits } = sheet.store.getState();
  const extent = { rows: rows.length, columns: columns.length };
  const found = rows.flatMap(({ id }, row) => {
    const edit = edits.get(id);
    if (!edit) return [];
    const names = [...Object.keys(edit.typing.store.getState().errors), ...Object.keys(edit.theirs)];
    return names.map((name) => ({
      row,
      column: Math.max(
        0,
        columns.findIndex((column) => column.name === name),
      ),
    }));
  });
  const at = (one: { row: number; column: number }) => one.row * extent.columns + one.column;
  const ordered = found.toSorted((one, other) => at(one) - at(other));
  const goal = ordered.find((one) => at(one) > at(place)) ?? ordered[0];
  return goal && placeAt(goal.row, goal.column, extent);
}
