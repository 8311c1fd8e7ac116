import { type CSSProperties, type KeyboardEvent, type MouseEvent, useMemo } from 'react';
import { Amounts, useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { attrsOf, depthsOf, figureText, headOf } from '../figures.ts';
import { useLeads } from '../leads/use-leads.tsx';
import type { LoadedReport, ReportController, ReportLine } from '../use-report.ts';
import {
  columnsOf,
  figuresOf,
  keysIn,
  leadsUnder,
  opensIn,
  type PivotFigure,
  type Place,
  type Range,
  rowsOf,
  totalLine,
} from './figures.ts';
import { Heads } from './Heads.tsx';
import css from './Pivot.module.css';
import { type Drawing, Row } from './Row.tsx';
import { ON_PAPER, ON_SCREEN, type Tags } from './tags.ts';
import { type PivotGrid, usePivot } from './use-pivot.ts';

interface PivotProps {
  control: ReportController;
  report: LoadedReport;
}

/** A report whose figures stand in lines and columns, with totals of both: each opens the list that it counts. Only those in sight are drawn. */
export function Pivot(props: PivotProps) {
  return (
    <Amounts of={props.control.currency}>
      <Tables {...props} />
    </Amounts>
  );
}

function Tables({ control, report }: PivotProps) {
  const texts = useText();
  const { t, label } = texts;
  const leads = useLeads();
  const figures = useMemo(() => figuresOf(control.columns, report), [control.columns, report]);
  const total = useMemo(() => totalLine(control), [control]);
  const lines = [...control.lines, total];
  const heads = columnsOf(report).length + 1;
  const beside = attrsOf({ targets: rowsOf(report) }).length > 0;
  const size = { lines: lines.length, figures: figures.length, each: report.indexs.length, heads, beside };
  const grid = usePivot({ ...size, ...useWidths(control, report) });
  const tags = grid.isPrinting ? ON_PAPER : ON_SCREEN;
  const open = ([row, column]: Place) => {
    // what the keyboard stands on may be scrolled away
    const cell = document.getElementById(grid.idOf([row, column])) ?? grid.box.current;
    if (cell) leads.go(leadsUnder(control, report, lines[row], figures[column], texts), cell);
  };
  const press = (event: MouseEvent<HTMLElement>) => {
    const said = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]')?.dataset.cell?.split(',').map(Number);
    if (!said) return;
    const at: Place = [said[0]!, said[1]!];
    grid.stand(at);
    open(at);
  };
  return (
    <div ref={grid.box} className={css.box} data-stale={control.isBusy ? '' : undefined}>
      {leads.menu}
      {grid.ranges.map((range) => (
        <tags.grid
          key={grid.isPrinting ? range.from : 'screen'}
          role="grid"
          tabIndex={0}
          aria-label={t('report.grid', { name: label(report) })}
          aria-rowcount={lines.length + heads}
          aria-colcount={figures.length + 1}
          aria-busy={control.isBusy}
          aria-activedescendant={isDrawn(grid, range, lines.length) ? grid.idOf(grid.at) : undefined}
          className={css.pivot}
          style={sizesOf(grid, figures.length, range)}
          onKeyDown={(event: KeyboardEvent<HTMLElement>) => grid.press(event, open)}
          onClick={press}
        >
          <Heads {...{ control, report, figures, tags }} from={range.from} to={range.to} />
          <Body {...{ control, report, figures, range, lines, grid, tags }} />
        </tags.grid>
      ))}
    </div>
  );
}

/** Whether the figure on which the keyboard stands is in the page: the total always is. */
const isDrawn = ({ at: [row, column], rows }: PivotGrid, { from, to }: Range, count: number): boolean =>
  column >= from && column < to && (row === count - 1 || (row >= rows.from && row < rows.to));

/** px of a digit, of a letter of a head, of a Chinese one, and the room beside a text. */
const [DIGIT, LETTER, WIDE_LETTER, BESIDE] = [8, 6.5, 12.5, 26];
/** A head is not wider: the rest of it is in its title. */
const WIDEST_HEAD = 170;

/** px that the longest figure of all columns together takes, and the longest head. */
function useWidths({ lines, total }: ReportController, { indexs }: LoadedReport): { digits: number; texts: number } {
  const units = useUnits();
  const texts = useText();
  const heads = indexs.map((measure) =>
    [...headOf(measure, texts, units)].reduce((sum, one) => sum + (one > '\u2e7f' ? WIDE_LETTER : LETTER), 0),
  );
  const letters = useMemo(() => {
    const all = [total, ...lines].flatMap((line) => indexs.map((measure) => figureText(measure, line[measure.name], units).length));
    return all.reduce((most, one) => Math.max(most, one), 0);
  }, [lines, total, indexs, units]);
  return { digits: letters * DIGIT + BESIDE, texts: Math.min(WIDEST_HEAD, Math.ceil(Math.max(0, ...heads))) + BESIDE };
}

/** What the heads of lines take of a full sheet of paper. */
const HEAD_SHARE = 0.2;

/** Columns have one width each, so that what is not drawn takes its room; on paper they fill the sheet, and a last one of fewer its part. */
function sizesOf({ isPrinting, ranges, head, width, height }: PivotGrid, figures: number, { from, to }: Range): CSSProperties {
  if (!isPrinting)
    return { '--head': `${head}px`, '--width': `${width}px`, '--height': `${height}px`, width: head + figures * width } as CSSProperties;
  const most = Math.max(...ranges.map((range) => range.to - range.from));
  return { '--head': `${head}px`, width: `${Math.round(100 * (HEAD_SHARE + ((1 - HEAD_SHARE) * (to - from)) / most))}%` } as CSSProperties;
}

interface BodyProps extends PivotProps {
  figures: readonly PivotFigure[];
  range: Range;
  lines: readonly ReportLine[];
  grid: PivotGrid;
  tags: Tags;
}

/** The lines that are drawn, with the room of those that are not; the total stays in sight. */
function Body({ control, report, figures, range, lines, grid, tags }: BodyProps) {
  const [texts, units] = [useText(), useUnits()];
  const { asked } = control;
  const { idOf } = grid;
  const drawing = useMemo((): Drawing => {
    const down = { ...report, targets: rowsOf(report) };
    const heads = columnsOf(report).length + 1;
    return { figures, down, heads, depths: depthsOf(down), opens: opensIn({ report, asked }), texts, units, idOf, tags };
  }, [report, asked, figures, texts, units, idOf, tags]);
  const { from, to } = grid.rows;
  const last = lines.length - 1;
  const drawn = (line: ReportLine, row: number) => (
    <Row
      key={row === last ? 'total' : JSON.stringify(keysIn(drawing.down.targets, line))}
      {...{ line, row, drawing, from: range.from, to: range.to, isTotal: row === last }}
      at={grid.at[0] === row ? grid.at[1] : undefined}
    />
  );
  return (
    <>
      <tags.lines role="rowgroup">
        {from > 0 && <Room height={from * grid.height} />}
        {lines.slice(from, to).map((line, nth) => drawn(line, from + nth))}
        {to < last && <Room height={(last - to) * grid.height} />}
      </tags.lines>
      <tags.total role="rowgroup" className={css.foot}>
        {drawn(lines[last]!, last)}
      </tags.total>
    </>
  );
}

const Room = ({ height }: { height: number }) => <div aria-hidden="true" style={{ height }} />;
