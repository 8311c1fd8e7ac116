import type { Key } from '#protocol/rules/report/drill.ts';
import { keyIn } from '#protocol/rules/report/said.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import { type Lead, leadsOf, operandsOf } from '../leads/leads.ts';
import {
  type LoadedMeasure,
  type LoadedReport,
  listOf,
  type ReportCell,
  type ReportColumn,
  type ReportController,
  type ReportLine,
} from '../use-report.ts';

/** A figure of each line: of one column, or of all together (`column` undefined), which stands last. */
export interface PivotFigure {
  /** the place of its column */
  readonly at: number;
  /** its own among all figures of a line */
  readonly place: number;
  readonly column?: ReportColumn;
  /** it stands first in its column */
  readonly isFirst: boolean;
  readonly measure: LoadedMeasure;
}

export const rowsOf = ({ targets }: Pick<LoadedReport, 'targets'>) => targets.filter(({ axis }) => axis !== 'column');
export const columnsOf = ({ targets }: Pick<LoadedReport, 'targets'>) => targets.filter(({ axis }) => axis === 'column');

/** All figures of a line from the left. */
export const figuresOf = (columns: readonly ReportColumn[], { indexs }: Pick<LoadedReport, 'indexs'>): readonly PivotFigure[] =>
  [...columns, undefined].flatMap((column, at) =>
    indexs.map((measure, nth) => ({ at, place: at * indexs.length + nth, isFirst: nth === 0, ...(column ? { column } : {}), measure })),
  );

/** The line of the total, as the others are. */
export const totalLine = ({ total, off, cells }: Pick<ReportController, 'total' | 'off' | 'cells'>): ReportLine => ({
  ...total,
  ...{ off, cells, depth: 0, keys: {} },
});

/** What stands in a line under a figure's head; undefined where it has no rows there. */
export const cellOf = (line: ReportLine, { at, column }: PivotFigure): ReportCell | undefined =>
  column ? (line.cells?.[at] ?? undefined) : line;

/** Keys of a line or of a column, from the first target. */
export const keysIn = (targets: LoadedReport['targets'], { depth, keys }: Pick<ReportLine, 'depth' | 'keys'>): readonly Key[] =>
  targets.slice(0, depth).map(({ name }) => keyIn(keys[name]));

/** Whether a list shows what a figure counts in a line and a column of so many keys. */
export type Opens = (measure: LoadedMeasure, depth: number, across: number) => boolean;

/** It hangs on which targets have a key there, not on what the keys are. */
export function opensIn(control: Pick<ReportController, 'report' | 'asked'>): Opens {
  const known = new Map<string, boolean>();
  const none = (many: number): Key[] => Array.from({ length: many }, () => null);
  return (measure, depth, across) => {
    const key = `${measure.name} ${depth} ${across}`;
    const all = measure.calc !== undefined && control.report ? operandsOf(control.report, measure) : [measure];
    const found = known.get(key) ?? all.some((one) => listOf(control, none(depth), one, false, none(across)) !== null);
    known.set(key, found);
    return found;
  };
}

/** The lists under a figure; none where none shows it, or nothing stands there. */
export function leadsUnder(
  control: ReportController,
  report: LoadedReport,
  line: ReportLine | undefined,
  figure: PivotFigure | undefined,
  texts: Texts,
): readonly Lead[] {
  if (!line || !figure) return [];
  const { measure, column } = figure;
  const value = cellOf(line, figure)?.[measure.name];
  if (value === null || value === undefined) return [];
  return leadsOf(control, measure, { keys: keysIn(rowsOf(report), line), across: column ? keysIn(columnsOf(report), column) : [] }, texts);
}

/** A head above figures that stand beside each other. */
export interface HeadGroup {
  readonly first: PivotFigure;
  readonly span: number;
}

/** What heads stand at a level of the columns above these figures: those of equal keys up to there under one. */
export function groupsAt(figures: readonly PivotFigure[], targets: LoadedReport['targets'], level: number): readonly HeadGroup[] {
  const found: { key: string; first: PivotFigure; span: number }[] = [];
  for (const first of figures) {
    const key =
      JSON.stringify(first.column ? keysIn(targets, first.column).slice(0, level + 1) : 'total') +
      (first.column?.depth === level ? 'sub' : '');
    const last = found.at(-1);
    if (last?.key === key) last.span += 1;
    else found.push({ key, first, span: 1 });
  }
  return found;
}

/** What is drawn of lines or of figures: from `from`, up to and without `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Figures that one sheet of paper has room for. */
const ON_PAPER = 8;
/** What stands on each sheet, beside the heads of the lines: whole columns, of `each` figures. */
export function onPaper(count: number, each: number): readonly Range[] {
  const size = Math.max(1, Math.floor(ON_PAPER / each)) * each;
  return Array.from({ length: Math.ceil(count / size) }, (_, at) => ({ from: at * size, to: Math.min(count, (at + 1) * size) }));
}

/** Where a key leads from a figure, lines by figures; undefined: nowhere. */
export function moved(key: string, far: boolean, at: Place, { rows, columns }: { rows: number; columns: number }): Place | undefined {
  const [row, column] = at;
  const to: Readonly<Record<string, Place>> = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    Home: [far ? 0 : row, 0],
    End: [far ? rows - 1 : row, columns - 1],
    PageUp: [row - 10, column],
    PageDown: [row + 10, column],
  };
  if (!Object.hasOwn(to, key)) return undefined;
  const [down, across] = to[key]!;
  return [Math.max(0, Math.min(down, rows - 1)), Math.max(0, Math.min(across, columns - 1))];
}
export type Place = readonly [row: number, column: number];
