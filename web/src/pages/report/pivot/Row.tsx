import { memo } from 'react';
import type { Units } from '#web/fields/amounts.tsx';
import type { Texts } from '#web/i18n/use-text.ts';
import { figureText, lineText } from '../figures.ts';
import type { LoadedReport, ReportLine } from '../use-report.ts';
import { cellOf, type Opens, type PivotFigure, type Place } from './figures.ts';
import css from './Pivot.module.css';

/** What all lines of a pivot are drawn with: asked once, not by each figure. */
export interface Drawing {
  readonly figures: readonly PivotFigure[];
  /** the report by the targets that stand down, and the depths of its lines */
  readonly down: LoadedReport;
  readonly depths: readonly number[];
  /** rows of heads above the lines */
  readonly heads: number;
  readonly texts: Texts;
  readonly units: Units;
  readonly opens: Opens;
  readonly idOf: (at: Place) => string;
}

interface RowProps {
  line: ReportLine;
  row: number;
  isTotal: boolean;
  /** figures that are drawn */
  from: number;
  to: number;
  /** the figure on which the keyboard stands, where that is in this line */
  at: number | undefined;
  drawing: Drawing;
}

/** A line with the figures that are drawn of it. */
export const Row = memo(function Row({ line, row, isTotal, from, to, at, drawing }: RowProps) {
  const { figures, down, depths, heads, texts } = drawing;
  const level = isTotal ? 0 : depths.indexOf(line.depth);
  const name = isTotal ? texts.t('report.total') : lineText(line, down, row === 0, texts);
  const look = isTotal ? css.total : level < depths.length - 1 ? css.sub : undefined;
  return (
    <tr className={look} aria-rowindex={row + heads + 1}>
      <th
        scope="row"
        aria-colindex={1}
        className={css.name}
        title={name}
        style={{ '--level': row === 0 ? 0 : level } as React.CSSProperties}
      >
        <span className={css.said}>{name}</span>
      </th>
      {from > 0 && <td aria-hidden="true" className={css.unseen} />}
      {figures.slice(from, to).map((figure) => (
        <Cell key={figure.place} {...{ line, row, figure, drawing }} isAt={at === figure.place} />
      ))}
      {to < figures.length && <td aria-hidden="true" className={css.unseen} />}
    </tr>
  );
});

interface CellProps extends Pick<RowProps, 'line' | 'row' | 'drawing'> {
  figure: PivotFigure;
  isAt: boolean;
}

/** It is made once: while columns go by only those that come are made. */
const Cell = memo(function Cell({ line, row, figure, isAt, drawing: { texts, units, opens, idOf } }: CellProps) {
  const { measure, column, place, isFirst } = figure;
  const cell = cellOf(line, figure);
  const value = cell?.[measure.name];
  const isOff = cell?.off?.includes(measure.name);
  const isOpen = value !== null && value !== undefined && opens(measure, line.depth, column?.depth ?? 0);
  const text = isOff ? texts.t('report.off') : cell && figureText(measure, value, units);
  const looks = [column ? '' : css.whole, isFirst ? css.first : '', isOff ? css.off : '', isOpen ? css.figure : ''];
  return (
    <td
      id={idOf([row, place])}
      data-cell={`${row},${place}`}
      data-at={isAt ? '' : undefined}
      aria-colindex={place + 2}
      title={text}
      className={looks.filter(Boolean).join(' ') || undefined}
    >
      {text}
    </td>
  );
});
