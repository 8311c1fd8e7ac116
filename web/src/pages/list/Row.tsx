import type { CSSProperties } from 'react';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { nameOf } from '#web/actions/run-action.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Checkbox, Radio } from '#web/ui/controls.ts';
import { Cell } from './Cell.tsx';
import type { Column } from './columns.ts';
import { RowActions } from './RowActions.tsx';
import { rowStyles, stepOf } from './row-look.ts';
import css from './Table.module.css';
import type { ListController } from './use-list-page.ts';

interface RowProps {
  id: string;
  list: ListController;
  columns: readonly Column[];
  row: WireRow;
  me: number;
  index: number;
  current: boolean;
  style: CSSProperties;
}

export function Row({ id, list, columns, row, me, index, current, style }: RowProps) {
  const { t } = useText();
  const { table, selection, mode } = list;
  if (!table) return null;
  const looks = rowStyles(table, row);
  const chosen = selection.has(row.id);
  const mine = table.flow === 1 && stepOf(table, row, me).mine;
  const className = [css.row, current && css.current, chosen && css.chosen, looks.row && css[looks.row]].filter(Boolean).join(' ');
  const name = t('list.select', { name: nameOf(row) });
  return (
    <div
      id={id}
      className={className}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen}
      style={style}
      onClick={() => list.open(row)}
    >
      <div className={`${css.cell} ${css.check}`} role="gridcell" onClick={(event) => event.stopPropagation()}>
        {mode === 'SELECT' ? (
          <Radio aria-label={name} checked={chosen} onChange={() => list.open(row)} />
        ) : (
          <Checkbox aria-label={name} checked={chosen} onChange={() => selection.toggle(row)} />
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
            <Cell table={table} column={column} row={row} me={me} />
          </div>
        );
      })}
      {mode === 'LIST' && <RowActions list={list} row={row} mine={mine} />}
    </div>
  );
}
