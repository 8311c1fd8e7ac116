import { useStore } from 'zustand';
import { shown } from '#web/fields/shown.ts';
import { asEntity, asText } from '#web/fields/values.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { wordsOf } from '../../form/state/told.ts';
import type { Column } from '../state/columns.ts';
import css from './CellTable.module.css';
import type { RowEdit } from './state/core.ts';

interface CellNoteProps {
  id: string;
  edit: RowEdit;
  column: Column;
  /** names of the columns that are drawn: what is told of others is told of the row */
  names: ReadonlySet<string>;
  /** beside which edges of the cell it lies */
  side: string;
  onChoose(whose: 'mine' | 'theirs'): void;
}

/** What is told of the cell where the keyboard is, and of its row as a whole; where somebody else saved something else, both values and the choice. */
export function CellNote({ id, edit, column, names, side, onChoose }: CellNoteProps) {
  const errors = useStore(edit.typing.store, (state) => state.errors);
  const told = errors[column.name];
  const ofRow = Object.entries(errors).filter(([place]) => !names.has(place));
  const isTheirs = Object.hasOwn(edit.theirs, column.name);
  const isWrong = told !== undefined || ofRow.length > 0;
  if (!isWrong && !isTheirs) return null;
  return (
    <div id={id} className={css.note} role="status" data-told={isWrong ? 'wrong' : 'theirs'} data-side={side}>
      {told && <p>{wordsOf(told)}</p>}
      {ofRow.map(([place, each]) => (
        <p key={place}>{wordsOf(each)}</p>
      ))}
      {isTheirs && <Theirs edit={edit} column={column} onChoose={onChoose} />}
    </div>
  );
}

/** Both values and the choice between them. */
function Theirs({ edit, column, onChoose }: Pick<CellNoteProps, 'edit' | 'column' | 'onChoose'>) {
  const { t, label, locale } = useText();
  const { field, name } = column;
  const mine = useStore(edit.typing.store, (state) => state.values[name]);
  const { record, theirs } = edit;
  const say = (value: unknown) => shown(field, value, locale) || t('cells.empty');
  const who = label(asEntity(record.modify_entity)) || t('cells.somebody');
  return (
    <div className={css.choice} data-choice="">
      <p>{t('cells.theirs', { who, when: asText(record.modify_time).slice(0, 16), field: label(field) })}</p>
      <p>
        <Button size="small" onClick={() => onChoose('mine')}>
          {t('cells.keepMine', { value: say(mine) })}
        </Button>
        <Button size="small" onClick={() => onChoose('theirs')}>
          {t('cells.takeTheirs', { value: say(theirs[name]) })}
        </Button>
      </p>
    </div>
  );
}
