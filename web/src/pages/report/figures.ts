import type { Locale } from '#protocol/codes.ts';
import { writeFigure } from '#protocol/fields/figure.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { decimalsIn, keySaid, type NamedKey, PERCENT_DECIMALS } from '#protocol/rules/report/said.ts';
import type { Units } from '#web/fields/amounts.tsx';
import { shown } from '#web/fields/shown.ts';
import { formatCount, NOTHING } from '#web/i18n/format.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import type { LoadedMeasure, LoadedReport, ReportLine } from './use-report.ts';

/** A figure below a head that says its unit. */
export function figureText(measure: LoadedMeasure, value: unknown, units: Units): string {
  if (value === null || value === undefined) return NOTHING;
  const text = String(value);
  if (measure.percent === 1) return `${writeFigure(hundredfold(text), PERCENT_DECIMALS)}%`;
  if (measure.field_def)
    return units.figure({ ...measure.field_def, ...(measure.field_def.unit === '%' ? { unit: '', unit_en: '' } : {}) }, text);
  return typeof value === 'number' ? formatCount(value) : writeFigure(text, decimalsIn(measure, text));
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

/** What a line stands for in a target. */
export function keyText(key: NamedKey | undefined, target: LoadedReport['targets'][number], { t, label }: Texts): string {
  const said = keySaid(key, target);
  if ('named' in said) return said.own ? t('report.own', { name: label(said.named) }) : label(said.named);
  return t(`report.${said.text}`, 'places' in said ? said.places : {});
}

/** Of which period the whole of a balance is; '' of any other figure. */
export function periodText({ name }: Pick<LoadedMeasure, 'name'>, periods: ReadonlyMap<string, string>, texts: Texts): string {
  const period = periods.get(name);
  const said = period === undefined ? undefined : keySaid({ id: period, key_name: period }, { type: 'DATE' });
  if (!said) return '';
  return texts.t('report.lastOf', { period: 'places' in said ? texts.t(`report.${said.text}`, said.places) : period! });
}

/** Further fields of records that stand beside their names, each with the place of its target. */
export const attrsOf = ({ targets }: Pick<LoadedReport, 'targets'>): readonly { at: number; field: FieldDef }[] =>
  targets.flatMap(({ attrs = [] }, at) => attrs.map((field) => ({ at, field })));

/** One of them in a line that names its record; '' where it does not, or its reader does not see it. */
export function attrText(
  { at, field }: ReturnType<typeof attrsOf>[number],
  line: ReportLine,
  report: Pick<LoadedReport, 'targets'>,
  units: Units,
  locale: Locale,
): string {
  const value = line.rest ? undefined : line.keys[report.targets[at]!.name]?.attr?.[field.field_name];
  if (value === undefined || value === null) return '';
  return isOf(field.data_type, 'number') ? units.figure(field, value) : shown(field, value, locale);
}

/** From which target on a line says what it stands for: what stands above it is said there. */
export function saidFrom({ depth }: Pick<ReportLine, 'depth'>, report: Pick<LoadedReport, 'targets'>, isFirst: boolean): number {
  const depths = depthsOf(report);
  return isFirst ? 0 : (depths[depths.indexOf(depth) - 1] ?? 0);
}

/** The depths at which lines stand: those of targets with lines of their own, and of all. */
export const depthsOf = ({ targets }: Pick<LoadedReport, 'targets'>): readonly number[] => [
  ...new Set([...targets.flatMap(({ sub }, at) => (sub === 1 ? [at + 1] : [])), targets.length]),
];

/** What a line is called below those above it; at the top of a page with what it stands under. */
export function lineText(line: ReportLine, report: LoadedReport, isFirst: boolean, texts: Texts): string {
  if (line.rest) return texts.t('report.rest');
  return report.targets
    .slice(saidFrom(line, report, isFirst), line.depth)
    .map((target) => keyText(line.keys[target.name], target, texts))
    .join(' / ');
}
