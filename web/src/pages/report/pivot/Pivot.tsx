import { type MouseEvent, useMemo } from 'react';
import { Amounts, useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { depthsOf, figureText, headOf } from '../figures.ts';
import { type LoadedReport, openList, type ReportController, type ReportLine } from '../use-report.ts';
import {
  columnsOf,
  figuresOf,
  keysIn,
  listUnder,
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
  const { t, label } = useText();
  const figures = useMemo(() => figuresOf(control.columns, report), [control.columns, report]);
  const total = useMemo(() => totalLine(control), [control]);
  const lines = [...control.lines, total];
  const heads = columnsOf(report).length + 1;
  const grid = usePivot({ lines: lines.length, figures: figures.length, each: report.indexs.length, heads, ...useWidths(control, report) });
  const open = ([row, column]: Place) => {
    const list = listUnder(control, report, lines[row], figures[column]);
    if (list) openList(list);
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
      {grid.ranges.map((range) => (
        <table
          key={grid.isPrinting ? range.from : 'screen'}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows and cells of a table are those of a grid
          role="grid"
          tabIndex={0}
          aria-label={t('report.grid', { name: label(report) })}
          aria-rowcount={lines.length + heads}
          aria-colcount={figures.length + 1}
          aria-busy={control.isBusy}
          aria-activedescendant={isDrawn(grid, range, lines.length) ? grid.idOf(grid.at) : undefined}
          className={css.pivot}
          style={{ '--head': `${grid.head}px`, ...(grid.isPrinting ? {} : { width: grid.head + figures.length * grid.width }) } as object}
          onKeyDown={(event) => grid.press(event, open)}
          onClick={press}
        >
          {!grid.isPrinting && <Widths range={range} count={figures.length} head={grid.head} width={grid.width} />}
          <Heads control={control} report={report} figures={figures} from={range.from} to={range.to} />
          <Body {...{ control, report, figures, range, lines, grid }} />
        </table>
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

/** Columns have one width each, so that what is not drawn takes its room. */
function Widths({ range, count, head, width }: { range: Range; count: number; head: number; width: number }) {
  return (
    <colgroup>
      <col style={{ width: head }} />
      {range.from > 0 && <col className={css.unseen} style={{ width: range.from * width }} />}
      <col span={range.to - range.from} style={{ width }} />
      {range.to < count && <col className={css.unseen} style={{ width: (count - range.to) * width }} />}
    </colgroup>
  );
}

interface BodyProps extends PivotProps {
  figures: readonly PivotFigure[];
  range: Range;
  lines: readonly ReportLine[];
  grid: PivotGrid;
}

/** The lines that are drawn, with the room of those that are not; the total stays in sight. */
function Body({ control, report, figures, range, lines, grid }: BodyProps) {
  const [texts, units] = [useText(), useUnits()];
  const { asked } = control;
  const { idOf } = grid;
  const drawing = useMemo((): Drawing => {
    const down = { ...report, targets: rowsOf(report) };
    const heads = columnsOf(report).length + 1;
    return { figures, down, heads, depths: depthsOf(down), opens: opensIn({ report, asked }), texts, units, idOf };
  }, [report, asked, figures, texts, units, idOf]);
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
      <tbody>
        {from > 0 && <Room height={from * grid.height} />}
        {lines.slice(from, to).map((line, nth) => drawn(line, from + nth))}
        {to < last && <Room height={(last - to) * grid.height} />}
      </tbody>
      <tfoot>{drawn(lines[last]!, last)}</tfoot>
    </>
  );
}

const Room = ({ height }: { height: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
  <tr aria-hidden="true">
    <td className={css.unseen} style={{ height }} />
  </tr>
);
