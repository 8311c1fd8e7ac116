import type { ReportAsk } from '#protocol/rules/report/ask.ts';
import type { Key } from '#protocol/rules/report/drill.ts';
import type { Point } from '#web/charts/drawing.ts';
import type { Units } from '#web/fields/amounts.tsx';
import type { Texts } from '#web/i18n/use-text.ts';
import { figureText } from '../../figures.ts';
import { type ChartedReport, type LoadedMeasure, listOf, type ReportLine } from '../../use-report.ts';
import { type Drawn, isThere, numberOf } from '../series.ts';

/** A figure of a line on its way into a drawing. */
export interface Cell {
  readonly line: ReportLine;
  readonly measure: LoadedMeasure;
  readonly keys: readonly Key[];
}

/** It as it is drawn: where it is more than nothing of nothing it says so, and nothing is drawn. */
export function pointOf({ line, measure, keys }: Cell, report: ChartedReport, ask: ReportAsk, { t }: Texts, units: Units): Point {
  const value = line[measure.name];
  const isOff = line.off?.includes(measure.name) === true;
  return {
    at: isOff ? null : numberOf(value),
    text: isOff ? t('report.off') : figureText(measure, value, units),
    opens: isThere(line, measure, value) && listOf({ report, asked: ask }, keys, measure) !== null,
  };
}

/** Where a mark leads: to the list of its cell, where that opens. */
export const leads =
  (cells: readonly (Cell | null)[], points: readonly Point[]): Drawn['at'] =>
  ({ place }) => {
    const cell = cells[place];
    return cell && points[place]?.opens ? cell : null;
  };
