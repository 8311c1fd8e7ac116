import { useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { figureText } from '../figures.ts';
import type { ReportLine } from '../use-report.ts';
import { cellOf, type PivotFigure, type Place, type Range } from './figures.ts';
import css from './Pivot.module.css';

interface CellsProps {
  line: ReportLine;
  row: number;
  figures: readonly PivotFigure[];
  range: Range;
  at: Place;
  listAt: (at: Place) => unknown;
}

/** The figures of a line that are drawn; the keyboard comes to one of all. */
export function Cells({ line, row, figures, range, at, listAt }: CellsProps) {
  const { t } = useText();
  const units = useUnits();
  return (
    <>
      {range.from > 0 && <td aria-hidden="true" className={css.unseen} />}
      {figures.slice(range.from, range.to).map((figure, nth) => {
        const { measure, column } = figure;
        const place = range.from + nth;
        const cell = cellOf(line, figure);
        const isOff = cell?.off?.includes(measure.name);
        const looks = [column ? '' : css.whole, isOff ? css.off : '', listAt([row, place]) ? css.figure : ''].filter(Boolean).join(' ');
        return (
          <td
            key={place}
            data-cell={`${row},${place}`}
            aria-colindex={place + 2}
            tabIndex={at[0] === row && at[1] === place ? 0 : -1}
            className={looks || undefined}
          >
            {isOff ? t('report.off') : cell && figureText(measure, cell[measure.name], units)}
          </td>
        );
      })}
      {range.to < figures.length && <td aria-hidden="true" className={css.unseen} />}
    </>
  );
}
