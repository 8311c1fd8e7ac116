// boxes that are typed in bring their calendar, so that none comes after its name
import '#web/fields/date/calendar.tsx';
import { type CSSProperties, memo, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { createStore, useStore } from 'zustand';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { isNeeded } from '#protocol/rules/form/form.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { nameOf } from '#web/actions/run-action.ts';
import { useSession } from '#web/api/use-session.ts';
import { Amounts } from '#web/fields/amounts.tsx';
import { widgetOf } from '#web/fields/registry.ts';
import { cellValue } from '#web/fields/shown.ts';
import { soughtIn } from '#web/fields/sought.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Check } from '#web/ui/Check.tsx';
import { whenReleased } from '../../form/content/focus.ts';
import { EMPTY, isSame, type Values } from '../../form/state/form-state.ts';
import { inOneLine } from '../../paste/RowView.tsx';
import type { Column } from '../state/columns.ts';
import type { RowHand } from '../state/use-list-page.ts';
import { Cell } from '../table/Cell.tsx';
import type { Seen } from '../table/in-sight.ts';
import { RowActions } from '../table/RowActions.tsx';
import { rowStyles, stepOf } from '../table/row-look.ts';
import base from '../table/Table.module.css';
import { CellNote } from './CellNote.tsx';
import css from './CellTable.module.css';
import type { RowEdit } from './state/core.ts';
import { type KeysOn, pressedInCell } from './state/keys.ts';
import type { Sheet } from './state/sheet.ts';
import type { Editing } from './state/use-hand.ts';

interface CellRowProps {
  id: string;
  list: TableDef;
  cloud: string;
  sheet: Sheet;
  row: WireRow;
  /** the record as it is now; undefined until it is read */
  record: WireRow | undefined;
  index: number;
  boxes: boolean;
  acts: RowHand;
  /** what is done by keys and by typing, as it is at the moment of the key */
  latest: RefObject<KeysOn>;
  seen: Seen;
  /** the column where the keyboard is; -1: in another row */
  at: number;
  /** the columns that are chosen in this row; -1: none */
  from: number;
  to: number;
  /** what is told lies below it, else above */
  below: boolean;
  hasHandle: boolean;
  editing: Editing | null;
  chosen: boolean;
  top: number;
  height: number;
  template: string;
  /** of the columns, in sight or not */
  count: number;
}

/** Which column of the sheet the one at this place is, from 1: boxes stand before them, actions behind. */
export const colIndex = (at: number, boxes: boolean): number => at + (boxes ? 2 : 1);

const STILL = createStore(() => EMPTY);

/** One record, its cells as they are typed. Drawn again when something of it changed, never because the list scrolls. */
export const CellRow = memo(function CellRow(props: CellRowProps) {
  const { id, list, sheet, row, record, index, boxes, acts, chosen } = props;
  const { t, locale } = useText();
  const { session } = useSession();
  const edit = useStore(sheet.store, (state) => state.edits.get(row.id));
  const { values, errors } = useStore(edit?.typing.store ?? STILL);
  const shown = edit ? ({ ...row, ...values } as WireRow) : ((record ?? row) as WireRow);
  const looks = rowStyles(list, shown);
  const hidden = Object.keys(errors).some((name) => !props.latest.current.names.has(name));
  const me = session?.user.id ?? 0;
  const cells = props.seen.columns.map((column) => (
    <OneCell
      key={column.name}
      {...props}
      column={column}
      edit={edit}
      values={shown}
      error={errors[column.name] !== undefined}
      me={me}
      look={looks.cells[column.name]}
    />
  ));
  const name = t('list.select', { name: nameOf(row, locale) });
  return (
    <div
      id={id}
      className={[base.row, css.row, props.at >= 0 && css.active, chosen && base.chosen, looks.row && base[looks.row]]
        .filter(Boolean)
        .join(' ')}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={boxes ? chosen : undefined}
      data-wrong={hidden || undefined}
      style={{ gridTemplateColumns: props.template, '--row': `${props.height}px`, '--top': `${props.top}px` } as CSSProperties}
    >
      {boxes ? (
        <div className={`${base.cell} ${base.check}`} role="gridcell" aria-colindex={1}>
          <Check label={name} checked={chosen} onChange={() => acts.toggle(row)} />
        </div>
      ) : (
        <i className={base.edge} aria-hidden="true" />
      )}
      {row._currency ? (
        <Amounts of={row._currency} each>
          {cells}
        </Amounts>
      ) : (
        cells
      )}
      <RowActions hand={acts} row={row} step={list.flow === 1 ? stepOf(list, row, me) : null} colIndex={colIndex(props.count, boxes)} />
    </div>
  );
});

interface OneCellProps extends CellRowProps {
  column: Column;
  edit: RowEdit | undefined;
  values: WireRow;
  error: boolean;
  me: number;
  look: string | undefined;
}

function OneCell(props: OneCellProps) {
  const { id, list, sheet, record, index, seen, at, from, to, column, edit, values, error, me, editing } = props;
  const { label } = useText();
  const { field, name } = column;
  // a name is typed in the language in which it stands there
  const isOwn = cellValue(field, values, label) === values[name];
  const open = record !== undefined && isOwn && sheet.isOpen(field, record);
  const isEdited = editing?.name === name;
  const isTheirs = edit !== undefined && Object.hasOwn(edit.theirs, name);
  const isTyped = edit !== undefined && !isSame(edit.record[name], values[name]);
  const isIn = column.at >= from && column.at <= to;
  const look = [
    base.cell,
    css.cell,
    column.align === 'right' && base.right,
    column.apart && base.apart,
    column.frozen && base.frozen,
    props.look && base[props.look],
    !open && css.shut,
    isIn && css.in,
    column.at === at && css.at,
    isTyped && css.typed,
    isEdited && css.edited,
  ];
  return (
    <div
      id={`${id}-${name}`}
      className={look.filter(Boolean).join(' ')}
      role="gridcell"
      aria-colindex={colIndex(column.at, props.boxes)}
      aria-selected={isIn}
      aria-readonly={!open}
      aria-invalid={error || isTheirs || undefined}
      {...(column.at === at && (error || isTheirs) ? { 'aria-describedby': `${id}-${name}-note` } : {})}
      data-at={`${index} ${column.at}`}
      data-told={error ? 'wrong' : isTheirs ? 'theirs' : undefined}
      style={placeOf(column, seen)}
    >
      {isEdited ? (
        <Editor {...props} value={values[name]} />
      ) : soughtIn(values[name]) ? (
        <span>{soughtIn(values[name])}</span>
      ) : (
        <Cell table={list} column={column} row={values} me={me} />
      )}
      {edit && column.at === at && (
        <CellNote
          id={`${id}-${name}-note`}
          {...{ edit, column, names: props.latest.current.names }}
          side={sideOf(props)}
          onChoose={(whose) => {
            sheet.choose(edit.id, name, whose);
            props.latest.current.toSheet();
          }}
        />
      )}
      {props.hasHandle && column.at === to && <i className={css.handle} data-handle="" aria-hidden="true" />}
    </div>
  );
}

/** A column that does not stand behind the one before it is put into its place. */
function placeOf({ frozen, left, at }: Column, seen: Seen): CSSProperties | undefined {
  if (seen.of === null) return frozen ? { left } : undefined;
  return frozen ? { left, gridColumn: at + 2 } : { gridColumn: at + 2 };
}

/** Where what is told of a cell lies: within the sheet, as far as there is room. */
const sideOf = ({ below, column: { at }, latest }: OneCellProps): string =>
  `${below ? 'below' : 'above'} ${at > 0 && at >= latest.current.extent.columns - 2 ? 'right' : 'left'}`;

/** The control of the field in its cell, as in rows of a form. A choice that is made ends it: the next key walks on. */
function Editor({ id, index, column, cloud, edit, values, error, value, latest, editing, row }: OneCellProps & { value: unknown }) {
  const { label, locale } = useText();
  const box = useRef<HTMLDivElement>(null);
  const field = inOneLine(column.field);
  const { name } = column;
  const isFresh = editing?.fresh === true;
  useLayoutEffect(() => {
    const control = box.current?.querySelector<HTMLInputElement>('input:not([hidden])');
    control?.focus({ preventScroll: true });
    if (isFresh) control?.select();
  }, [isFresh]);
  const change = useCallback(
    (next: unknown) => {
      const { hand } = latest.current;
      hand.type({ [name]: next });
      if (endsWith(field, next)) hand.leave();
    },
    [latest, name, field],
  );
  const blur = useCallback(() => whenReleased(() => edit?.typing.leave(name)), [edit, name]);
  const now = useRef<Values>(values);
  now.current = values;
  const current = useCallback(() => now.current, []);
  const Edit = widgetOf(field).Edit!;
  const control = `${id}-${name}-control`;
  const form = edit?.typing.formAt(values);
  return (
    <>
      <label className="sr" htmlFor={control}>
        {label(field)} {index + 1}
      </label>
      <div ref={box} className={css.editor} data-editor="" onKeyDownCapture={(event) => pressedInCell(event, latest.current)}>
        <Edit
          {...{ id: control, field, value, locale, cloud }}
          values={current}
          onChange={change}
          onBlur={blur}
          required={form ? isNeeded(field, form) : field.notnull === 1}
          invalid={error}
          {...(error ? { describedBy: `${id}-${name}-note` } : {})}
          rowid={row.id}
        />
      </div>
    </>
  );
}

/** What is chosen stands there whole; what is typed may go on. */
const endsWith = (field: FieldDef, value: unknown): boolean =>
  isOf(field.data_type, 'choice', 'link') && value !== null && soughtIn(value) === '';
