import { type CSSProperties, memo } from 'react';
import type { TableDef } from '#protocol/meta/table.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { nameOf } from '#web/actions/run-action.ts';
import { Amounts } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Check } from '#web/ui/Check.tsx';
import { Radio } from '#web/ui/controls.ts';
import type { Column } from '../state/columns.ts';
import type { ListMode, RowHand } from '../state/use-list-page.ts';
import { Cell } from './Cell.tsx';
import { RowActions } from './RowActions.tsx';
import { rowStyles, stepOf } from './row-look.ts';
import css from './Table.module.css';

interface RowProps {
  id: string;
  table: TableDef;
  mode: ListMode;
  hand: RowHand;
  columns: readonly Column[];
  row: WireRow;
  me: number;
  index: number;
  current: boolean;
  chosen: boolean;
  /** px from the first row's edge */
  top: number;
  height: number;
  template: string;
}

/** One record. Drawn again when its values, its place or what is done with it changed, never because the list scrolls. */
export const Row = memo(function Row({ id, table, mode, hand, columns, row, me, index, current, chosen, ...place }: RowProps) {
  const { t, locale } = useText();
  const looks = rowStyles(table, row);
  const { mine, id: step } = stepOf(table, row, me);
  const isFlow = table.flow === 1;
  const className = [css.row, current && css.current, chosen && css.chosen, looks.row && css[looks.row]].filter(Boolean).join(' ');
  const name = t('list.select', { name: nameOf(row, locale) });
  return (
    <div
      id={id}
      className={className}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen}
      style={styleOf(place)}
      onClick={() => hand.open(row)}
    >
      <div className={`${css.cell} ${css.check}`} role="gridcell" onClick={(event) => event.stopPropagation()}>
        {mode === 'SELECT' ? (
          <Radio aria-label={name} checked={chosen} onChange={() => hand.open(row)} />
        ) : (
          <Check label={name} checked={chosen} onChange={() => hand.toggle(row)} />
        )}
      </div>
      {columns.map((column) => {
        const look = looks.cells[column.name];
        const parts = [
          css.cell,
          column.align === 'right' && css.right,
          column.frozen && css.frozen,
          column.name === 'code' && css.number,
          column.name !== 'key_name' && column.field.data_type === 'entity' && css.quiet,
          look && css[look],
        ];
        return (
          <div
            key={column.name}
            className={parts.filter(Boolean).join(' ')}
            role="gridcell"
            style={column.frozen ? { left: column.left } : undefined}
          >
            {row._currency ? (
              <Amounts of={row._currency} each>
                <Cell table={table} column={column} row={row} me={me} />
              </Amounts>
            ) : (
              <Cell table={table} column={column} row={row} me={me} />
            )}
          </div>
        );
      })}
      {mode === 'LIST' && <RowActions hand={hand} row={row} mine={isFlow && mine} isDraft={isFlow && isFirst(step)} />}
    </div>
  );
});

/** Placed by a variable, which the rules for paper overrule. */
const styleOf = ({ top, height, template }: Pick<RowProps, 'top' | 'height' | 'template'>): CSSProperties =>
  ({ gridTemplateColumns: template, '--row': `${height}px`, '--top': `${top}px` }) as CSSProperties;
