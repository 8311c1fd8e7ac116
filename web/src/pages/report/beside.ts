import { decimalsAmong } from '#protocol/fields/figure.ts';
import { type End, endsOf } from '#protocol/meta/report/kinds.ts';
import type { Units } from '#web/fields/amounts.tsx';
import { NOTHING } from '#web/i18n/format.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import { figureText } from './figures.ts';
import type { LoadedMeasure, ReportLine } from './use-report.ts';

export interface Column {
  measure: LoadedMeasure;
  end: End;
}

/** The columns of a figure. */
export const columnsOf = (measure: LoadedMeasure, isCompared: boolean): readonly Column[] =>
  endsOf(measure.kind, isCompared).map((end) => ({ measure, end }));

/** What is written there: how much more with its sign, a rate in parts of 100, what differs between two of these in points. */
export function columnText({ measure, end }: Column, value: unknown, units: Units, { t }: Texts): string {
  if (end === '' || end === '_c' || value === null || value === undefined) return figureText(measure, value, units);
  const { field_def: _, ...bare } = measure;
  const text = figureText(end === '_r' ? { ...bare, percent: 1 } : measure, value, units);
  const isMore = text !== NOTHING && /^[^-]*[1-9]/.test(String(value)) && !String(value).startsWith('-');
  const signed = isMore ? `+${text}` : text;
  return end === '_d' && measure.percent === 1 ? t('report.points', { n: signed.replace('%', '') }) : signed;
}

/** Decimals of the longest figure of each column by its name, where others have fewer. */
export type Decimals = ReadonlyMap<string, number | undefined>;

/** What figures of a column lack, to stand point below point. */
export const decimalsIn = (columns: readonly Column[], lines: readonly ReportLine[], units: Units, texts: Texts): Decimals =>
  new Map(
    columns.map((column) => {
      const name = column.measure.name + column.end;
      return [name, decimalsAmong(lines.map((line) => columnText(column, line[name], units, texts)))];
    }),
  );
