import { writeExact, writeFigure } from '#protocol/fields/figure.ts';
import type { Units } from '#web/fields/amounts.tsx';
import { formatCount, NOTHING } from '#web/i18n/format.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import type { LoadedMeasure, LoadedReport, NamedKey, ReportLine } from './use-report.ts';

/** Decimals of what is reckoned and not told in parts of 100. */
const RECKONED = 2;

/** A figure below a head that says its unit. */
export function figureText(measure: LoadedMeasure, value: unknown, units: Units): string {
  if (value === null || value === undefined) return NOTHING;
  const text = String(value);
  if (measure.percent === 1) return `${writeFigure(hundredfold(text), 1)}%`;
  if (measure.field_def)
    return units.figure({ ...measure.field_def, ...(measure.field_def.unit === '%' ? { unit: '', unit_en: '' } : {}) }, text);
  return typeof value === 'number' ? formatCount(value) : writeFigure(text, measure.kind === 'add' ? 0 : RECKONED);
}

/** A decimal text with its point two places on: exact for any length. */
export function hundredfold(text: string): string {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const moved = part.padEnd(2, '0');
  return `${sign}${`${whole}${moved.slice(0, 2)}`.replace(/^0+(?=\d)/, '')}${moved.length > 2 ? `.${moved.slice(2)}` : ''}`;
}

/** The name of a figure with its unit. */
export function headOf(measure: LoadedMeasure, { label, t }: Texts, units: Units): string {
  const unit = units.unitOf({ ...measure.field_def, ...measure });
  return unit === '' ? label(measure) : t('fields.measured', { name: label(measure), unit });
}

const QUARTER = /^(\d{4})-Q([1-4])$/;

/** What a line stands for in a target. */
export function keyText({ id, from, to, ...named }: NamedKey, target: LoadedReport['targets'][number], { t, label }: Texts): string {
  if (id === null) return t('report.none');
  if (target.type === 'BAND') {
    const [low, high] = [writeExact(from), writeExact(to)];
    if (low === '') return t('report.under', { to: high });
    return high === '' ? t('report.least', { from: low }) : t('report.between', { from: low, to: high });
  }
  const [, year, quarter] = (target.type === 'DATE' && QUARTER.exec(String(id))) || [];
  return year ? t('report.quarter', { year, quarter: quarter! }) : label(named) || t('report.none');
}

/** The depths at which lines stand: those of targets with lines of their own, and of all. */
export const depthsOf = ({ targets }: Pick<LoadedReport, 'targets'>): readonly number[] => [
  ...new Set([...targets.flatMap(({ sub }, at) => (sub === 1 ? [at + 1] : [])), targets.length]),
];

/** What a line is called below those above it; at the top of a page with what it stands under. */
export function lineText(line: ReportLine, report: LoadedReport, isFirst: boolean, texts: Texts): string {
  if (line.rest) return texts.t('report.rest');
  const depths = depthsOf(report);
  const above = isFirst ? 0 : (depths[depths.indexOf(line.depth) - 1] ?? 0);
  return report.targets
    .slice(above, line.depth)
    .map((target) => keyText(line.keys[target.name] ?? { id: null, key_name: '' }, target, texts))
    .join(' / ');
}
