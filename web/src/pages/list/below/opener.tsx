import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { nameOf } from '#web/actions/run-action.ts';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { type Column, leadOf } from '../state/columns.ts';
import table from '../table/Table.module.css';
import css from './Panel.module.css';
import { useAllOpen, useAround } from './use-below.ts';

/** px of the column that opens rows */
export const OPENER = 32;
/** a column needs one; nobody reads what it says */
const FIELD: FieldDef = { uid: '', field_name: '', key_name: '', key_name_en: '', data_type: 'title' };

/** The list's columns behind the one by which rows are opened. */
export function useOpener(columns: readonly Column[], boxes: boolean): readonly Column[] {
  return useMemo(() => {
    const opener: Column = {
      ...{
        name: '',
        at: 0,
        field: FIELD,
        width: OPENER,
        set: true,
        grows: false,
        sortable: false,
        frozen: true,
        align: 'left',
        apart: false,
      },
      left: leadOf(boxes),
      own: { head: <All key="" />, draw: (row) => <One row={row} /> },
    };
    return [opener, ...columns.map((column) => ({ ...column, at: column.at + 1 }))];
  }, [columns, boxes]);
}

/** Opens the row, or closes it; by keys one does it where the list's keyboard stands. */
function One({ row }: { row: WireRow }) {
  const { t, locale } = useText();
  const below = useAround();
  const isOpen = useStore(below.store, ({ open }) => open.has(row.id));
  return (
    <IconButton
      className={css.opener}
      icon={isOpen ? 'down' : 'right'}
      size="small"
      tabIndex={-1}
      label={t(isOpen ? 'below.close' : 'below.open', { name: nameOf(row, locale) })}
      aria-expanded={isOpen}
      onClick={(event) => {
        event.stopPropagation();
        below.turn(row.id);
      }}
    />
  );
}

/** Opens all rows of the page, or closes them. */
function All() {
  const { t } = useText();
  const below = useAround();
  const isOpen = useAllOpen(below);
  return (
    <div className={`${table.cell} ${table.frozen}`} role="columnheader">
      <IconButton
        className={css.opener}
        icon={isOpen ? 'down' : 'right'}
        size="small"
        label={t(isOpen ? 'below.closeAll' : 'below.openAll')}
        aria-expanded={isOpen}
        disabled={below.ids.length === 0}
        onClick={below.turnAll}
      />
    </div>
  );
}
