import { memo } from 'react';
import type { Units } from '#web/fields/amounts.tsx';
import type { Texts } from '#web/i18n/use-text.ts';
import { attrsOf, attrText, figureText, lineText, saidFrom } from '../figures.ts';
import type { LoadedReport, ReportLine } from '../use-report.ts';
import { cellOf, type Opens, type PivotFigure, type Place } from './figures.ts';
import { Before } from './Heads.tsx';
import css from './Pivot.module.css';
import type { Tags } from './tags.ts';

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
  readonly tags: Tags;
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
  const { figures, down, depths, heads, texts, units, tags } = drawing;
  const level = isTotal ? 0 : depths.indexOf(line.depth);
  const name = isTotal ? texts.t('report.total') : lineText(line, down, row === 0, texts);
  const beside = isTotal ? '' : besideText(line, down, saidFrom(line, down, row === 0), units, texts);
  const look = isTotal ? css.total : level < depths.length - 1 ? css.sub : '';
  return (
    <tags.row role="row" className={`${css.row} ${css.line} ${look}`} aria-rowindex={row + heads + 1}>
      <tags.head
        role="rowheader"
        aria-colindex={1}
        className={`${css.cell} ${css.name}`}
        title={[name, beside].filter(Boolean).join(' ')}
        style={{ '--level': row === 0 ? 0 : level } as React.CSSProperties}
      >
        <span className={css.said}>
          {name}
          {beside && ' '}
          {beside && <small className={css.beside}>{beside}</small>}
        </span>
      </tags.head>
      <Before tags={tags} figures={from} />
      {figures.slice(from, to).map((figure) => (
        <Cell key={figure.place} {...{ line, row, figure, drawing }} isAt={at === figure.place} />
      ))}
    </tags.row>
  );
});

/** Further fields of the records that a line names: what stands down has one column, whose width is that of all. */
function besideText(line: ReportLine, down: LoadedReport, from: number, units: Units, { locale }: Texts): string {
  const shown = attrsOf(down).filter(({ at }) => at >= from);
  return shown
    .map((attr) => attrText(attr, line, down, units, locale))
    .filter(Boolean)
    .join(' · ');
}

interface CellProps extends Pick<RowProps, 'line' | 'row' | 'drawing'> {
  figure: PivotFigure;
  isAt: boolean;
}

/** It is made once: while columns go by only those that come are made. */
const Cell = memo(function Cell({ line, row, figure, isAt, drawing: { texts, units, opens, idOf, tags } }: CellProps) {
  const { measure, column, place, isFirst } = figure;
  const cell = cellOf(line, figure);
  const value = cell?.[measure.name];
  const isOff = cell?.off?.includes(measure.name);
  const isOpen = value !== null && value !== undefined && opens(measure, line.depth, column?.depth ?? 0);
  const text = isOff ? texts.t('report.off') : cell && figureText(measure, value, units);
  const looks = [css.cell, column ? '' : css.whole, isFirst ? css.first : '', isOff ? css.off : '', isOpen ? css.figure : ''];
  return (
    <tags.cell
      role="gridcell"
      id={idOf([row, place])}
      data-cell={`${row},${place}`}
      data-at={isAt ? '' : undefined}
      aria-colindex={place + 2}
      title={text}
      className={looks.filter(Boolean).join(' ')}
    >
      {text}
    </tags.cell>
  );
});
