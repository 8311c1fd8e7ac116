import { type CSSProperties, memo } from 'react';
import type { TableDef } from '#protocol/meta/table.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { nameOf } from '#web/actions/run-action.ts';
import { Amounts, useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Check } from '#web/ui/Check.tsx';
import { Radio } from '#web/ui/controls.ts';
import type { Column } from '../state/columns.ts';
import type { ListMode, RowHand } from '../state/use-list-page.ts';
import { drawCell } from './Cell.tsx';
import type { Seen } from './in-sight.ts';
import { RowActions } from './RowActions.tsx';
import { rowStyles, stepOf } from './row-look.ts';
import css from './Table.module.css';

interface RowProps {
  id: string;
  table: TableDef;
  mode: ListMode;
  boxes: boolean;
  hand: RowHand;
  seen: Seen;
  row: WireRow;
  me: number;
  index: number;
  /** how deep it stands among groups */
  level?: number;
  current: boolean;
  chosen: boolean;
  /** px from the first row's edge */
  top: number;
  height: number;
  template: string;
}

/** One record. Drawn again when its values, its place or what is done with it changed, never because the list scrolls. */
export const Row = memo(function Row({ id, table, mode, boxes, hand, seen, row, me, index, level, current, chosen, ...place }: RowProps) {
  const looks = rowStyles(table, row);
  const className = [css.row, current && css.current, chosen && css.chosen, looks.row && css[looks.row]].filter(Boolean).join(' ');
  const cells = <Cells table={table} seen={seen} row={row} looks={looks.cells} me={me} />;
  return (
    <div
      id={id}
      className={className}
      role="row"
      aria-rowindex={index + 2}
      aria-level={level}
      aria-selected={boxes ? chosen : undefined}
      style={styleOf(place)}
      onClick={() => hand.open(row)}
    >
      {boxes ? <Choice mode={mode} hand={hand} row={row} chosen={chosen} /> : <i className={css.edge} aria-hidden="true" />}
      {row._currency ? (
        <Amounts of={row._currency} each>
          {cells}
        </Amounts>
      ) : (
        cells
      )}
      {mode === 'LIST' && <RowActions hand={hand} row={row} step={table.flow === 1 ? stepOf(table, row, me) : null} />}
    </div>
  );
});

function Choice({ mode, hand, row, chosen }: Pick<RowProps, 'mode' | 'hand' | 'row' | 'chosen'>) {
  const { t, locale } = useText();
  const name = t('list.select', { name: nameOf(row, locale) });
  return (
    <div className={`${css.cell} ${css.check}`} role="gridcell" onClick={(event) => event.stopPropagation()}>
      {mode === 'SELECT' ? (
        <Radio aria-label={name} checked={chosen} onChange={() => hand.open(row)} />
      ) : (
        <Check label={name} checked={chosen} onChange={() => hand.toggle(row)} />
      )}
    </div>
  );
}

type CellsProps = Pick<RowProps, 'table' | 'seen' | 'row' | 'me'> & { looks: ReturnType<typeof rowStyles>['cells'] };

function Cells({ table, seen, row, looks, me }: CellsProps) {
  const [texts, units] = [useText(), useUnits()];
  return seen.columns.map((column, nth) => {
    const look = looks[column.name];
    return (
      <div
        key={column.name}
        className={look ? `${classOf(column)} ${css[look]}` : classOf(column)}
        role="gridcell"
        aria-colindex={seen.of === null ? undefined : column.at + 2}
        style={placeOf(column, seen, nth)}
      >
        {drawCell({ table, column, row, me }, texts, units)}
      </div>
    );
  });
}

/** A column that does not stand behind the one before it is put into its place. */
function placeOf({ frozen, left, at }: Column, seen: Seen, nth: number): CSSProperties | undefined {
  const isNext = nth === 0 ? at === 0 : seen.columns[nth - 1]!.at === at - 1;
  if (seen.of === null || isNext) return frozen ? { left } : undefined;
  return frozen ? { left, gridColumn: at + 2 } : { gridColumn: at + 2 };
}

const classOf = (column: Column): string =>
  [
    css.cell,
    column.align === 'right' && css.right,
    column.apart && css.apart,
    column.frozen && css.frozen,
    column.name === 'code' && css.number,
    column.name !== 'key_name' && column.field.data_type === 'entity' && css.quiet,
  ]
    .filter(Boolean)
    .join(' ');

/** Placed by a variable, which the rules for paper overrule. */
const styleOf = ({ top, height, template }: Pick<RowProps, 'top' | 'height' | 'template'>): CSSProperties =>
  ({ gridTemplateColumns: template, '--row': `${height}px`, '--top': `${top}px` }) as CSSProperties;
