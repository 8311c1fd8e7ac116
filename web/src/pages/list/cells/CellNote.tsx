import { useLayoutEffect, useRef } from 'react';
import { createStore, useStore } from 'zustand';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { asEntity, asText } from '#web/fields/values.ts';
import { shown } from '#web/fields/shown.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { EMPTY } from '../../form/state/form-state.ts';
import { wordsOf } from '../../form/state/told.ts';
import type { Column } from '../state/columns.ts';
import css from './CellTable.module.css';
import type { RowEdit, Sheet } from './state/sheet.ts';

interface CellNoteProps {
  sheet: Sheet;
  row: WireRow;
  column: Column | undefined;
  columns: readonly Column[];
  /** id of the cell */
  cell: string;
  below: boolean;
}

const STILL = createStore(() => EMPTY);

/** What is told of the cell where the keyboard is, and of its row as a whole; where somebody else saved something else, both values and the choice. */
export function CellNote({ sheet, row, column, columns, cell, below }: CellNoteProps) {
  const edit = useStore(sheet.store, (state) => state.edits.get(row.id));
  const errors = useStore(edit?.typing.store ?? STILL, (state) => state.errors);
  const box = useRef<HTMLDivElement>(null);
  const name = column?.name ?? '';
  const told = errors[name];
  const ofRow = Object.entries(errors).filter(([place]) => !columns.some((each) => each.name === place));
  const isTheirs = edit !== undefined && Object.hasOwn(edit.theirs, name);
  // biome-ignore lint/correctness/useExhaustiveDependencies: laid anew beside another cell
  useLayoutEffect(() => {
    const [note, one] = [box.current, document.getElementById(cell)];
    if (!note || !one) return;
    const sheetBox = note.closest<HTMLElement>('[role="grid"]')!.getBoundingClientRect();
    const base = note.parentElement!.getBoundingClientRect();
    const at = one.getBoundingClientRect();
    const left = Math.max(sheetBox.left + 8, Math.min(at.left, sheetBox.right - note.offsetWidth - 16));
    note.style.left = `${left - base.left}px`;
    note.style.top = below ? `${at.bottom - base.top + 4}px` : `${at.top - base.top - note.offsetHeight - 4}px`;
  });
  if (!told && ofRow.length === 0 && !isTheirs) return null;
  return (
    <div ref={box} id={`${cell}-note`} className={css.note} role="status" data-told={told || ofRow.length > 0 ? 'wrong' : 'theirs'}>
      {told && <p>{wordsOf(told)}</p>}
      {ofRow.map(([place, each]) => (
        <p key={place}>{wordsOf(each)}</p>
      ))}
      {isTheirs && column && <Theirs sheet={sheet} edit={edit} column={column} />}
    </div>
  );
}

/** Both values and the choice between them. */
function Theirs({ sheet, edit, column }: { sheet: Sheet; edit: RowEdit; column: Column }) {
  const { t, label, locale } = useText();
  const { field, name } = column;
  const mine = useStore(edit.typing.store, (state) => state.values[name]);
  const { record, theirs } = edit;
  const say = (value: unknown) => shown(field, value, locale) || t('cells.empty');
  const who = label(asEntity(record.modify_entity)) || t('cells.somebody');
  return (
    <div className={css.choice}>
      <p>{t('cells.theirs', { who, when: asText(record.modify_time).slice(0, 16), field: label(field) })}</p>
      <p>
        <Button size="small" onClick={() => sheet.choose(edit.id, name, 'mine')}>
          {t('cells.keepMine', { value: say(mine) })}
        </Button>
        <Button size="small" onClick={() => sheet.choose(edit.id, name, 'theirs')}>
          {t('cells.takeTheirs', { value: say(theirs[name]) })}
        </Button>
      </p>
    </div>
  );
}
