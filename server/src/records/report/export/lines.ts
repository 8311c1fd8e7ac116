import type { Locale } from '#protocol/codes.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { label } from '#protocol/meta/naming.ts';
import { type Compare, type End, endsOf, type MeasureKind, type ReportMeasureDef, type ReportTargetDef } from '#protocol/meta/report.ts';
import { decimalsIn, keySaid, type NamedKey, PERCENT_DECIMALS } from '#protocol/rules/report/said.ts';
import type { Cell, Row } from '#server/sheet/sheet.ts';
import type { Say } from './said.ts';

interface Labels {
  key_name: string;
  key_name_en: string;
}
export type LoadedTarget = ReportTargetDef & Labels;
export type LoadedMeasure = ReportMeasureDef & Labels & { kind: MeasureKind; field_def?: FieldDef; partial?: 1 };
/** A line as Chart tells it. */
export type ToldLine = Readonly<Record<string, unknown>> & {
  depth: number;
  keys: Readonly<Record<string, NamedKey>>;
  rest?: 1;
  off?: readonly string[];
};
export interface Columns {
  /** by which the lines are told, each with the period of a target of dates */
  targets: readonly (LoadedTarget & { period?: string })[];
  measures: readonly LoadedMeasure[];
  /** what they are laid beside */
  compare?: Compare | undefined;
}

export const headRow = (columns: Columns, locale: Locale, say: Say): Row => ({
  look: 'head',
  cells: [
    ...columns.targets.map((target) => label(target, locale)),
    ...figuresIn(columns).map(([measure, end]) => ({ right: besideOf(headOf(measure, locale, say), end, columns.compare, say) })),
  ],
});

/** Each figure, and where it is compared what stands beside it. */
const figuresIn = ({ measures, compare }: Columns): readonly (readonly [LoadedMeasure, End])[] =>
  measures.flatMap((measure) => endsOf(measure.kind, compare !== undefined).map((end) => [measure, end] as const));

function besideOf(name: string, end: End, compare: Columns['compare'], say: Say): string {
  if (end === '' || !compare) return name;
  return say('beside', { name, by: say(end === '_c' ? compare : end === '_d' ? 'difference' : 'rate') });
}

export function headOf(measure: LoadedMeasure, locale: Locale, say: Say): string {
  const name = label(measure, locale);
  const unit = label(measure, locale, 'unit');
  const counted = unit === '' ? name : say('measured', { name, unit });
  return measure.partial ? say('partial', { name: counted }) : counted;
}

/** A line of the report: what it stands for in as many columns as there are targets, so that each column can be filtered. */
export function lineRow(line: ToldLine, columns: Columns, say: Say, locale: Locale): Row {
  const keys = columns.targets.map((target, at): Cell => {
    if (line.rest) return at === 0 ? say('rest') : null;
    return at < line.depth ? keyCell(line.keys[target.name], target, say, locale) : null;
  });
  const isSum = !line.rest && line.depth < columns.targets.length;
  return { look: isSum ? 'sum' : 'body', cells: [...keys, ...figuresOf(line, columns, say)] };
}

/** A line of a tree: its node as far in as it stands below the top; `holds`: something stands below it. */
export function treeLine(line: ToldLine, holds: boolean, columns: Columns, say: Say, locale: Locale): Row {
  const { cells } = lineRow(line, columns, say, locale);
  const [name, ...figures] = cells;
  const level = line.depth - 1;
  return { look: holds ? 'sum' : 'body', cells: [typeof name === 'string' ? { text: name, indent: level } : name!, ...figures], level };
}

export const totalRow = (total: Readonly<Record<string, unknown>>, off: readonly string[], columns: Columns, say: Say): Row => ({
  look: 'sum',
  cells: [...columns.targets.map((_, at) => (at === 0 ? say('total') : null)), ...figuresOf({ ...total, off }, columns, say)],
});

const figuresOf = (line: Readonly<Record<string, unknown>> & { off?: readonly string[] }, columns: Columns, say: Say): Cell[] =>
  figuresIn(columns).map(([measure, end]) => {
    const name = `${measure.name}${end}`;
    return line.off?.includes(name) ? say('off') : figureCell(measure, end, line[name]);
  });

export function keyCell(key: NamedKey | undefined, target: Columns['targets'][number], say: Say, locale: Locale): Cell {
  if (key && key.id !== null && target.type === 'DATE' && target.period === 'DAILY') return { day: String(key.id) };
  const said = keySaid(key, target);
  if ('named' in said) return said.own ? say('own', { name: label(said.named, locale) }) : label(said.named, locale);
  return say(said.text, 'places' in said ? said.places : {});
}

/** A figure as the report's page shows it, with all its decimals behind it. */
export function figureCell(measure: LoadedMeasure, end: End, value: unknown): Cell {
  if (value === null || value === undefined) return null;
  const number = String(value);
  if (measure.percent === 1 || end === '_r') return { number, decimals: PERCENT_DECIMALS, percent: true };
  if (/^\d{4}-\d{2}-\d{2}$/.test(number)) return { day: number };
  return { number, decimals: decimalsIn(measure, number) };
}
