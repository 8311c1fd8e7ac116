import { type KeyboardEvent, memo, useCallback } from 'react';
import { useStore } from 'zustand';
import type { FieldDef } from '#protocol/meta/field.ts';
import { subtableKey } from '#protocol/rules/subtable.ts';
import type { Currency } from '#protocol/wire/envelope.ts';
import { Amounts } from '#web/fields/amounts.tsx';
import { widgetOf } from '#web/fields/registry.ts';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import css from './form.module.css';
import { cellKey, type SubRow } from './form-state.ts';
import type { SubtableForm } from './submission.ts';
import { rowValues, type Typing } from './typing.ts';

/** A column of a sub-table; its unit stands in the head. */
export interface SubColumn {
  field: FieldDef;
  open: boolean;
  must: boolean;
}

interface SubtableRowProps {
  typing: Typing;
  sub: SubtableForm;
  row: SubRow;
  at: number;
  columns: readonly SubColumn[];
  mayDelete: boolean;
  rowid: number;
  onAdd(): void;
}

/** A row and its cells, each drawn again when it changed. */
export const SubtableRow = memo(function SubtableRow({ row, columns, mayDelete, ...rest }: SubtableRowProps) {
  const { t } = useText();
  const { typing, sub, at } = rest;
  const own = row.values._currency as Currency | undefined;
  const cells = (
    <tr>
      {columns.map((column) => (
        <Cell key={column.field.uid} {...rest} rowKey={row.key} column={column} value={row.values[column.field.field_name]} />
      ))}
      {mayDelete && (
        <td>
          <IconButton
            icon="delete"
            size="small"
            label={t('form.removeRow', { n: at + 1 })}
            onClick={() => typing.removeRow(sub, row.key)}
          />
        </td>
      )}
    </tr>
  );
  return own ? (
    <Amounts of={own} each>
      {cells}
    </Amounts>
  ) : (
    cells
  );
});

interface CellProps extends Omit<SubtableRowProps, 'row' | 'columns' | 'mayDelete'> {
  rowKey: string;
  column: SubColumn;
  value: unknown;
}

const Cell = memo(function Cell({ typing, sub, rowKey, at, column, value, rowid, onAdd }: CellProps) {
  const { label, locale } = useText();
  const { field, open } = column;
  const { Read, Edit, align } = widgetOf(field);
  const { store, cell } = typing;
  const key = subtableKey(sub.def);
  const place = cellKey(key, rowKey, field.field_name);
  const error = useStore(store, (state) => state.errors[place]);
  const change = useCallback((next: unknown) => cell(sub, rowKey, { [field.field_name]: next }, field), [cell, sub, rowKey, field]);
  const values = useCallback(() => rowValues(store, key, rowKey), [store, key, rowKey]);
  const side = align === 'right' ? css.r : '';
  if (!open || !Edit) {
    return (
      <td className={side}>
        <Read field={field} value={value} locale={locale} place="list" />
      </td>
    );
  }
  return (
    <td className={error ? `${side} ${css.wrong}` : side} data-place={place} title={error}>
      <label className={css.unseen} htmlFor={place}>
        {label(field)} {at + 1}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: catches the keys of the control inside */}
      <div className={css.compact} onKeyDown={(event) => moveBetweenCells(event, onAdd)}>
        <Edit
          id={place}
          field={field}
          value={value}
          onChange={change}
          onBlur={nothing}
          locale={locale}
          invalid={error !== undefined}
          values={values}
          cloud={sub.table.table_name}
          rowid={rowid}
        />
      </div>
    </td>
  );
});

const nothing = () => {};

const STEPS: Readonly<Record<string, [number, number]>> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Ctrl and an arrow move between cells; Ctrl+Down on the last row adds one (SUB-04). */
function moveBetweenCells(event: KeyboardEvent<HTMLElement>, addRow: () => void): void {
  const step = event.ctrlKey ? STEPS[event.key] : undefined;
  if (!step) return;
  const cell = event.currentTarget.closest('td')!;
  const row = cell.parentElement as HTMLTableRowElement;
  const body = row.parentElement!;
  event.preventDefault();
  const goal = body.children[[...body.children].indexOf(row) + step[0]];
  if (!goal && step[0] === 1) {
    addRow();
    return;
  }
  const next = (goal ?? row).children[[...row.children].indexOf(cell) + step[1]];
  next?.querySelector<HTMLElement>('input, textarea')?.focus();
}
