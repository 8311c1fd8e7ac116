import type { ReportMeasureDef } from '#protocol/meta/report.ts';
import { axesAsked, type Report, type ReportAsk } from '../ask.ts';
import type { Key } from '../drill.ts';
import { finish } from '../finish.ts';
import type { Counted, Line } from '../line.ts';

/** Columns of a pivot at most, those of subtotals among them, the total not. */
export const MOST_COLUMNS = 200;
/** Lines times columns, of those that have all keys, at most. */
export const MOST_CELLS = 10_000;

/** What stands in one column: its keys from the first, fewer in that of a subtotal. */
export interface PivotColumn {
  readonly keys: readonly Key[];
  readonly ranks: readonly number[];
}
/** A line with what it comes to in each column; null where it has no rows. The figures of the line itself are those of all columns. */
export interface PivotLine extends Line {
  readonly cells: readonly (Line | null)[];
}
export interface Pivot {
  readonly columns: readonly PivotColumn[];
  /** those of the page */
  readonly lines: readonly PivotLine[];
  readonly total: PivotLine;
  /** how many lines there are on all pages */
  readonly count: number;
}

const text = (keys: readonly Key[]): string => JSON.stringify(keys);

/**
 * What was counted of a pivot. Each column is a report of its own by the targets of the lines: its figures are reckoned from its own, its shares are
 * parts of its own whole. The order of the lines is that of all columns together. Null where there are more columns or cells than anybody is shown.
 */
export function finishPivot(
  report: Report,
  ask: ReportAsk,
  measures: readonly ReportMeasureDef[],
  counted: readonly Counted[],
  page: { from: number; to: number },
): Pivot | null {
  const { rows, columns } = axesAsked(report, ask);
  const by = new Map<string, Counted[]>();
  for (const one of counted) {
    const key = text(one.across ?? []);
    const beside = by.get(key);
    if (beside) beside.push(one);
    else by.set(key, [one]);
  }
  const heads = [...by.values()].map(([one]): PivotColumn => ({ keys: one!.across ?? [], ranks: one!.acrossRanks ?? [] }));
  const across = heads.filter(({ keys }) => keys.length > 0).sort(inOrder(turnedIn(report, ask)));
  const beside = across.filter(({ keys }) => keys.length === columns.length).length;
  const below = (by.get('[]') ?? []).filter(({ keys }) => keys.length === rows.length).length;
  if (across.length > MOST_COLUMNS || beside * below > MOST_CELLS) return null;
  const own: ReportAsk = { ...ask, targets: rows.map(({ name }) => name) };
  const whole = finish(report, own, measures, by.get('[]') ?? [], page);
  const asIs: ReportAsk = { ...own, sort: rows[0]?.name };
  const cells = across.map(({ keys }) => {
    const { lines, total } = finish(report, asIs, measures, by.get(text(keys))!, { from: 0, to: Number.POSITIVE_INFINITY });
    return new Map([total, ...lines].map((line) => [text(line.keys), line]));
  });
  const withCells = (line: Line): PivotLine => ({ ...line, cells: cells.map((column) => column.get(text(line.keys)) ?? null) });
  return { columns: across, lines: whole.lines.map(withCells), total: withCells(whole.total), count: whole.count };
}

/** The place of a target that stands across and is turned. */
function turnedIn(report: Report, ask: ReportAsk): number {
  const [, minus, name] = /^(-?)(.*)$/.exec(ask.sort ?? report.order ?? '') ?? [];
  return minus === '-' ? axesAsked(report, ask).columns.findIndex((one) => one.name === name) : -1;
}

/** By the values of their targets, a subtotal behind what it adds up, what has no value last. */
const inOrder =
  (turned: number) =>
  (a: PivotColumn, b: PivotColumn): number => {
    for (let at = 0; at < Math.min(a.keys.length, b.keys.length); at += 1) {
      const differs = a.ranks[at]! - b.ranks[at]!;
      const isEmpty = a.keys[at] === null || b.keys[at] === null;
      if (differs !== 0) return at === turned && !isEmpty ? -differs : differs;
    }
    return b.keys.length - a.keys.length;
  };
