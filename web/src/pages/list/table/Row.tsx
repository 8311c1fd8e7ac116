import { type CSSProperties, memo, type ReactElement, useMemo } from 'react';
import { lackingTo } from '#protocol/fields/figure.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { nameOf } from '#web/actions/run-action.ts';
import { Amounts, type Units, useUnits } from '#web/fields/amounts.tsx';
import { type Texts, useText } from '#web/i18n/use-text.ts';
import { Check } from '#web/ui/Check.tsx';
import { Radio } from '#web/ui/controls.ts';
import type { Column } from '../state/columns.ts';
import type { ListMode, RowHand } from '../state/use-list-page.ts';
import { drawCell, lineOf } from './Cell.tsx';
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
  /** whether what stands below it is shown */
  expanded?: boolean | undefined;
  current: boolean;
  chosen: boolean;
  /** px from the first row's edge */
  top: number;
  height: number;
  template: string;
}

/** One record. Drawn again when its values, its place or what is done with it changed, never because the list scrolls. */
export const Row = memo(function Row({
  id,
  table,
  mode,
  boxes,
  hand,
  seen,
  row,
  me,
  index,
  level,
  expanded,
  current,
  chosen,
  ...place
}: RowProps) {
  const look = rowStyles(table, row).row;
  const className = [css.row, current && css.current, chosen && css.chosen, look && css[look]].filter(Boolean).join(' ');
  const cells = <Cells table={table} seen={seen} row={row} me={me} />;
  return (
    <div
      id={id}
      className={className}
      role="row"
      aria-rowindex={index + 2}
      aria-level={level}
      aria-expanded={expanded}
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

type CellsProps = Pick<RowProps, 'table' | 'seen' | 'row' | 'me'>;

/** A cell is made once: when columns come and go those that stay are the same, and nothing asks what is in them. */
function Cells({ table, seen, row, me }: CellsProps) {
  const [texts, units] = [useText(), useUnits()];
  const draw = useMemo(() => {
    const looks = rowStyles(table, row).cells;
    const made = new Map<string, { column: Column; place: CSSProperties | undefined; cell: ReactElement }>();
    return (column: Column, place: CSSProperties | undefined, isPart: boolean) => {
      const known = made.get(column.name);
      if (known?.column === column && known.place?.gridColumn === place?.gridColumn) return known.cell;
      const cell = cellOf({ table, column, row, me, look: looks[column.name], place, isPart }, texts, units);
      made.set(column.name, { column, place, cell });
      return cell;
    };
  }, [table, row, me, texts, units]);
  return seen.columns.map((column, nth) => draw(column, placeOf(column, seen, nth), seen.of !== null));
}

interface Drawn extends Pick<RowProps, 'table' | 'row' | 'me'> {
  column: Column;
  look: ReturnType<typeof rowStyles>['cells'][string] | undefined;
  place: CSSProperties | undefined;
  /** not all columns are drawn: each says its number */
  isPart: boolean;
}

/** Words stand in the cell itself: half as many elements to make, to style and to lay out. */
function cellOf({ look, place, isPart, ...what }: Drawn, texts: Texts, units: Units): ReactElement {
  const { column } = what;
  const line = look === 'blank' ? null : lineOf(what, texts, units);
  const looks = [classOf(column), line && css.words, look && css[look]];
  return (
    <div
      key={column.name}
      className={looks.filter(Boolean).join(' ')}
      role="gridcell"
      aria-colindex={isPart ? column.at + 2 : undefined}
      style={place}
      title={line?.title}
      data-lacking={line ? lackingTo(line.text, column.places) : undefined}
    >
      {line ? line.text : drawCell(what, texts, units)}
    </div>
  );
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
