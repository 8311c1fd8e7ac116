import type { MouseEvent } from 'react';
import { Amounts } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { lineText } from '../figures.ts';
import { type LoadedReport, listOf, openList, type ReportController, type ReportLine } from '../use-report.ts';
import { Cells } from './Cells.tsx';
import { cellOf, columnsOf, figuresOf, keysIn, type PivotFigure, type Place, type Range, rowsOf, totalLine } from './figures.ts';
import { Heads } from './Heads.tsx';
import css from './Pivot.module.css';
import { usePivot } from './use-pivot.ts';

/** A report whose figures stand in lines and columns, with totals of both: each opens the list that it counts. Only those in sight are drawn. */
export function Pivot({ control, report }: { control: ReportController; report: LoadedReport }) {
  const { t, label } = useText();
  const figures = figuresOf(control.columns, report);
  const lines = [...control.lines, totalLine(control)];
  const grid = usePivot(lines.length, figures.length);
  const listAt = ([row, column]: Place) => listUnder(control, report, lines[row], figures[column]);
  const open = (at: Place) => {
    const list = listAt(at);
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
    <Amounts of={control.currency}>
      <div ref={grid.box} className={css.box} data-stale={control.isBusy ? '' : undefined}>
        {grid.ranges.map((range) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stands on a figure, and Enter opens it
          <table
            key={range.from}
            aria-label={t('report.grid', { name: label(report) })}
            aria-rowcount={lines.length + columnsOf(report).length + 1}
            aria-colcount={figures.length + 1}
            aria-busy={control.isBusy}
            className={css.pivot}
            style={{ width: grid.head + figures.length * grid.width }}
            onKeyDown={(event) => (event.target as HTMLElement).dataset.cell && grid.press(event, open)}
            onClick={press}
          >
            <Widths range={range} count={figures.length} head={grid.head} width={grid.width} />
            <Heads control={control} report={report} figures={figures.slice(range.from, range.to)} range={range} count={figures.length} />
            <Body {...{ control, report, figures, range, lines }} at={grid.at} listAt={listAt} />
          </table>
        ))}
      </div>
    </Amounts>
  );
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

interface BodyProps {
  control: ReportController;
  report: LoadedReport;
  figures: readonly PivotFigure[];
  range: Range;
  lines: readonly ReportLine[];
  at: Place;
  listAt: (at: Place) => unknown;
}

function Body({ control, report, figures, range, lines, at, listAt }: BodyProps) {
  const texts = useText();
  const rows = { ...report, targets: rowsOf(report) };
  const drawn = lines.map((line, row) => {
    const isTotal = row === lines.length - 1;
    const isSub = !isTotal && line.depth < rows.targets.length;
    const name = isTotal ? texts.t('report.total') : lineText(line, rows, row === 0, texts);
    const level = isTotal || row === 0 ? 0 : line.depth - 1;
    return (
      <tr
        key={isTotal ? 'total' : JSON.stringify(keysIn(rows.targets, line))}
        className={isTotal ? css.total : isSub ? css.sub : undefined}
        aria-rowindex={row + columnsOf(report).length + 2}
      >
        <th scope="row" className={css.name} title={name} style={{ '--level': level } as React.CSSProperties}>
          {name}
        </th>
        <Cells {...{ line, row, figures, range, at, listAt }} />
      </tr>
    );
  });
  return (
    <>
      <tbody>{drawn.slice(0, -1)}</tbody>
      <tfoot>{control.count > 0 && drawn.at(-1)}</tfoot>
    </>
  );
}

/** The list under a figure; null where no list shows it, or nothing stands there. */
function listUnder(control: ReportController, report: LoadedReport, line: ReportLine | undefined, figure: PivotFigure | undefined) {
  if (!line || !figure) return null;
  const { measure, column } = figure;
  const value = cellOf(line, figure)?.[measure.name];
  if (value === null || value === undefined) return null;
  return listOf(control, keysIn(rowsOf(report), line), measure, false, column ? keysIn(columnsOf(report), column) : []);
}
