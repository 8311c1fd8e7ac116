// boxes that are typed in bring their calendar, so that none comes after its name
import '#web/fields/date/calendar.tsx';
import { type KeyboardEvent, memo, useCallback, useContext, useMemo } from 'react';
import { useStore } from 'zustand';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import type { Currency } from '#protocol/wire/envelope.ts';
import { Amounts } from '#web/fields/amounts.tsx';
import { widgetOf } from '#web/fields/registry.ts';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { MarksOf } from '../since/marks.ts';
import { rowTaken } from '../state/circumstances.ts';
import { cellKey, type SubRow } from '../state/form-state.ts';
import type { SubtableForm } from '../state/subtable-form.ts';
import type { Typing } from '../state/typing.ts';
import { rowValues } from '../state/writing.ts';
import { focusCell, whenReleased } from './focus.ts';
import css from './Subtable.module.css';

/** A column of a sub-table; its unit stands in the head. */
export interface SubColumn {
  field: FieldDef;
  /** its name, with the unit where the table's heading does not say it */
  head: string;
  /** the rows in which it may be typed */
  open: { added: boolean; standing: boolean };
  must: boolean;
}

interface SubtableRowProps {
  typing: Typing;
  sub: SubtableForm;
  row: SubRow;
  at: number;
  columns: readonly SubColumn[];
  mayDelete: boolean;
  /** some rows may be taken away */
  mayRemove: boolean;
  /** the record's */
  id: number;
  /** goes on in a column where the page of rows ends, up or down */
  onBeyond(column: number, step: 1 | -1): void;
  onRemove(row: string, at: number): void;
  /** rows that are pasted into a cell, by its row and column; false where it is a cell's own text */
  onPaste(text: string, row: number, column: number): boolean;
}

/** A row and its cells, each drawn again when it changed. */
export const SubtableRow = memo(function SubtableRow({ row, columns, mayDelete, mayRemove, onRemove, ...rest }: SubtableRowProps) {
  const { t } = useText();
  const { at, typing, sub } = rest;
  const { id, loaded } = row;
  const takes = useMemo(
    () => rowTaken(sub, typing.formAt(typing.store.getState().values), { id, loaded }, typing.filler),
    [typing, sub, id, loaded],
  );
  const own = row.values._currency as Currency | undefined;
  const cells = (
    <tr data-sub-row={row.key}>
      {columns.map((column, nth) => (
        <Cell
          key={column.field.uid}
          {...rest}
          rowKey={row.key}
          saved={row.id}
          rowid={row.id ?? rest.id}
          column={column}
          nth={nth}
          open={row.id === undefined ? column.open.added : column.open.standing && takes.Modify}
          value={row.values[column.field.field_name]}
        />
      ))}
      {mayRemove && (
        <td className={css.last}>
          {((mayDelete && takes.Delete) || row.id === undefined) && (
            <IconButton
              icon="delete"
              size="small"
              data-remove={at}
              label={t('form.removeRow', { n: at + 1 })}
              onClick={() => onRemove(row.key, at)}
            />
          )}
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

/** Several forms may be open, each with a first row: the record tells their cells apart. */
const controlId = (table: TableDef, id: number, place: string): string => `${table.table_name}-${id}-${place}`;
/** Where what is told of a cell stands. */
export const toldId = (table: TableDef, id: number, place: string): string => `${controlId(table, id, place)}-about`;

interface CellProps extends Omit<SubtableRowProps, 'row' | 'columns' | 'mayDelete' | 'mayRemove' | 'onRemove'> {
  rowKey: string;
  /** the row's id, once it is saved */
  saved: number | undefined;
  rowid: number;
  column: SubColumn;
  /** the how-manieth column it is, from 0 */
  nth: number;
  open: boolean;
  value: unknown;
}

const Cell = memo(function Cell({ typing, sub, rowKey, at, column, nth, open, value, id, saved, rowid, onBeyond, onPaste }: CellProps) {
  const { label, locale } = useText();
  const { field, head, must } = column;
  const { Read, Edit, align } = widgetOf(field);
  const { store, cell, leave, table } = typing;
  const key = subtableKey(sub.def);
  const place = cellKey(key, rowKey, field.field_name);
  const isWrong = useStore(store, (state) => state.errors[place] !== undefined);
  const change = useCallback((next: unknown) => cell(sub, rowKey, { [field.field_name]: next }, field), [cell, sub, rowKey, field]);
  const blur = useCallback(() => whenReleased(() => leave(place)), [leave, place]);
  const values = useCallback(() => rowValues(store, key, rowKey), [store, key, rowKey]);
  const side = align === 'right' ? css.r : '';
  const marks = useContext(MarksOf);
  const mark = nth === 0 && marks?.row(key, saved);
  if (!open || !Edit) {
    const shown = <Read field={field} value={value} locale={locale} place="list" />;
    return (
      <td className={isWrong ? `${side} ${css.wrong}` : side} data-place={isWrong ? place : undefined} data-head={head}>
        {mark}
        {marks ? marks.cell(key, saved, field.field_name, shown) : shown}
      </td>
    );
  }
  const control = controlId(table, id, place);
  return (
    <td className={isWrong ? `${side} ${css.wrong}` : side} data-place={place} data-head={head} data-must={must || undefined}>
      {mark}
      <label className="sr" htmlFor={control}>
        {label(field)} {at + 1}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: catches the keys of the control inside */}
      <div
        className={css.compact}
        onKeyDown={(event) => moveBetweenCells(event, onBeyond)}
        onPasteCapture={(event) => onPaste(event.clipboardData.getData('text/plain'), at, nth) && event.preventDefault()}
      >
        <Edit
          id={control}
          field={field}
          value={value}
          onChange={change}
          onBlur={blur}
          locale={locale}
          required={must}
          invalid={isWrong}
          {...(isWrong ? { describedBy: toldId(table, id, place) } : {})}
          values={values}
          cloud={sub.table.table_name}
          rowid={rowid}
        />
      </div>
    </td>
  );
});

const STEPS: Readonly<Record<string, readonly [0 | 1 | -1, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** Ctrl and an arrow move between cells, over the pages' ends too; Ctrl+Down on the last row adds one and goes there (SUB-04). */
function moveBetweenCells(event: KeyboardEvent<HTMLElement>, goBeyond: SubtableRowProps['onBeyond']): void {
  const step = event.ctrlKey ? STEPS[event.key] : undefined;
  if (!step) return;
  const cell = event.currentTarget.closest('td')!;
  const row = cell.parentElement as HTMLTableRowElement;
  const body = row.parentElement!;
  event.preventDefault();
  const column = [...row.children].indexOf(cell);
  const goal = body.children[[...body.children].indexOf(row) + step[0]];
  if (!goal && step[0] !== 0) goBeyond(column, step[0]);
  else focusCell(goal ?? row, column + step[1]);
}
