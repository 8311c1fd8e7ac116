import { lackingTo } from '#protocol/fields/figure.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { NOTHING } from '#web/i18n/format.ts';
import type { Column } from '../state/columns.ts';
import css from './Table.module.css';

interface CellsProps {
  columns: readonly Column[];
  /** the first that has a sum */
  first: number;
  sums: Readonly<Record<string, unknown>>;
}

/** Sums below their columns, from the first of them on: of all rows, or of a group. */
export function SumCells({ columns, first, sums }: CellsProps) {
  const { figure } = useUnits();
  return columns.slice(Math.max(1, first)).map((column) => {
    const { name, field, align, places } = column;
    const text = sums[name] === undefined ? null : figure(field, sums[name]) || NOTHING;
    return (
      <div
        key={name}
        className={align === 'right' ? `${css.cell} ${css.right}` : css.cell}
        role="gridcell"
        style={{ gridRow: 1, gridColumn: columns.indexOf(column) + 2 }}
        data-lacking={text === null ? undefined : lackingTo(text, places)}
      >
        {text}
      </div>
    );
  });
}
