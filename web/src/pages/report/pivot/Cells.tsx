import { memo } from 'react';
import { useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { figureText } from '../figures.ts';
import type { ReportLine } from '../use-report.ts';
import { cellOf, type Opens, type PivotFigure, type Place } from './figures.ts';
import css from './Pivot.module.css';

interface CellsProps {
  line: ReportLine;
  row: number;
  figures: readonly PivotFigure[];
  from: number;
  to: number;
  /** the figure on which the keyboard stands, where that is in this line */
  at: number | undefined;
  idOf: (at: Place) => string;
  opens: Opens;
}

/** The figures of a line that are drawn. */
export const Cells = memo(function Cells({ line, row, figures, from, to, at, idOf, opens }: CellsProps) {
  return (
    <>
      {from > 0 && <td aria-hidden="true" className={css.unseen} />}
      {figures.slice(from, to).map((figure) => (
        <Cell key={figure.place} {...{ line, row, figure, idOf, opens }} isAt={at === figure.place} />
      ))}
      {to < figures.length && <td aria-hidden="true" className={css.unseen} />}
    </>
  );
});

interface CellProps extends Pick<CellsProps, 'line' | 'row' | 'idOf' | 'opens'> {
  figure: PivotFigure;
  isAt: boolean;
}

/** It is made once: while columns go by only those that come are made. */
const Cell = memo(function Cell({ line, row, figure, isAt, idOf, opens }: CellProps) {
  const { t } = useText();
  const units = useUnits();
  const { measure, column, place, isFirst } = figure;
  const cell = cellOf(line, figure);
  const isOff = cell?.off?.includes(measure.name);
  const isThere = cell?.[measure.name] !== null && cell?.[measure.name] !== undefined;
  const isOpen = isThere && opens(measure, line.depth, column?.depth ?? 0);
  const text = isOff ? t('report.off') : cell && figureText(measure, cell[measure.name], units);
  return (
    <td
      id={idOf([row, place])}
      data-cell={`${row},${place}`}
      data-at={isAt ? '' : undefined}
      aria-colindex={place + 2}
      title={text}
      className={[column ? '' : css.whole, isFirst ? css.first : '', isOff ? css.off : '', isOpen ? css.figure : '']
        .filter(Boolean)
        .join(' ')}
    >
      {text}
    </td>
  );
});
