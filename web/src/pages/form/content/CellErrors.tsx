import { useStore } from 'zustand';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { cellKey, type SubRow, type Told } from '../state/form-state.ts';
import type { SubtableForm } from '../state/subtable-form.ts';
import { wordsOf } from '../state/told.ts';
import type { Typing } from '../state/typing.ts';
import css from './CellErrors.module.css';
import { openPage } from './focus.ts';
import { type SubColumn, toldId } from './SubtableRow.tsx';

const MOST = 5;

interface CellErrorsProps {
  typing: Typing;
  sub: SubtableForm;
  rows: readonly SubRow[];
  columns: readonly SubColumn[];
  id: number;
}

/** What is told of single cells, under the table where there is room for words; each leads to its cell. */
export function CellErrors({ typing, sub, rows, columns, id }: CellErrorsProps) {
  const { t } = useText();
  const errors = useStore(typing.store, (state) => state.errors);
  const key = subtableKey(sub.def);
  const told = rows.flatMap((row) =>
    columns.flatMap(({ field }): [string, Told][] => {
      const place = cellKey(key, row.key, field.field_name);
      const error = errors[place];
      return error ? [[place, error]] : [];
    }),
  );
  if (told.length === 0) return null;
  return (
    <ul className={css.cells}>
      {told.slice(0, MOST).map(([place, error]) => (
        <li key={place}>
          <Icon name="alert" size={14} />
          <Button kind="link" size="small" id={toldId(typing.table, id, place)} onClick={(event) => toCell(event.currentTarget, place)}>
            {wordsOf(error)}
          </Button>
        </li>
      ))}
      {told.length > MOST && <li>{t('form.moreWrong', { n: told.length - MOST })}</li>}
    </ul>
  );
}

function toCell(from: HTMLElement, place: string): void {
  const sheet = from.closest<HTMLElement>('[data-scroll]');
  openPage(sheet, place);
  const cell = sheet?.querySelector(`[data-place="${CSS.escape(place)}"]`);
  cell?.querySelector<HTMLElement>('input, textarea, button')?.focus();
}
