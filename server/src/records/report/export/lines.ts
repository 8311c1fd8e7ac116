import type { Locale } from '#protocol/codes.ts';
import { fieldKind } from '#protocol/fields/fields.ts';
import { decimalsOf, placesIn } from '#protocol/fields/figure.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { label } from '#protocol/meta/naming.ts';
import { type End, endsOf, type MeasureKind } from '#protocol/meta/report/kinds.ts';
import type { Compare } from '#protocol/meta/report/periods.ts';
import type { ReportMeasureDef, ReportTargetDef } from '#protocol/meta/report.ts';
import { decimalsIn, keySaid, type NamedKey, PERCENT_DECIMALS } from '#protocol/rules/report/said.ts';
import type { Cell, Row } from '#server/sheet/sheet.ts';
import type { Say } from './said.ts';

interface Labels {
  key_name: string;
  key_name_en: string;
}
export type LoadedTarget = ReportTargetDef & Labels & { attrs?: readonly FieldDef[] };
export type LoadedMeasure = ReportMeasureDef &
  Labels & {
    kind: MeasureKind;
    field_def?: FieldDef;
    partial?: 1;
    /** of a balance: of which period the whole is */
    period?: string;
  };
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
    ...namesOf(columns, locale, say),
    ...figuresIn(columns).map(([measure, end]) => ({ right: besideOf(headOf(measure, locale, say), end, columns.compare, say) })),
  ],
});

/** What heads stand above keys: each target, and beside it further fields of its record. */
export const namesOf = ({ targets }: Columns, locale: Locale, say: Say): string[] =>
  targets.flatMap((target) => [label(target, locale), ...(target.attrs ?? []).map((field) => attrHead(field, locale, say))]);

function attrHead(field: FieldDef, locale: Locale, say: Say): string {
  const [name, unit] = [label(field, locale), label(field, locale, 'unit')];
  return unit === '' ? name : say('measured', { name, unit });
}

/** How many columns keys take. */
export const widthOf = ({ targets }: Columns): number => targets.reduce((sum, { attrs = [] }) => sum + 1 + attrs.length, 0);

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
  const dated = measure.period === undefined ? counted : say('lastOf', { name: counted, period: periodSaid(measure.period, say) });
  return measure.partial ? say('partial', { name: dated }) : dated;
}

/** A line of the report: what it stands for in as many columns as there are targets, so that each column can be filtered. */
export function lineRow(line: ToldLine, columns: Columns, say: Say, locale: Locale): Row {
  const keys = columns.targets.flatMap((target, at): Cell[] => {
    const attrs = target.attrs ?? [];
    if (line.rest || at >= line.depth) return [line.rest && at === 0 ? say('rest') : null, ...attrs.map(() => null)];
    const key = line.keys[target.name];
    return [keyCell(key, target, say, locale), ...attrs.map((field) => attrCell(field, key?.attr?.[field.field_name], locale))];
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
  cells: [
    ...Array.from({ length: widthOf(columns) }, (_, at) => (at === 0 ? say('total') : null)),
    ...figuresOf({ ...total, off }, columns, say),
  ],
});

const figuresOf = (line: Readonly<Record<string, unknown>> & { off?: readonly string[] }, columns: Columns, say: Say): Cell[] =>
  figuresIn(columns).map(([measure, end]) => {
    const name = `${measure.name}${end}`;
    return line.off?.includes(name) ? say('off') : figureCell(measure, end, line[name]);
  });

/** A further field of a record, as its own list shows it. */
function attrCell(field: FieldDef, value: unknown, locale: Locale): Cell {
  if (value === null || value === undefined || value === '') return null;
  if (isOf(field.data_type, 'number')) return { number: String(value), decimals: Math.max(decimalsOf(field), placesIn(String(value))) };
  if (field.data_type === 'date') return { day: String(value) };
  return fieldKind(field.data_type).show(value, { def: field, items: Array.isArray(field.items) ? field.items : [] }, locale);
}

function periodSaid(period: string, say: Say): string {
  const said = keySaid({ id: period, key_name: period }, { type: 'DATE' });
  return 'places' in said ? say(said.text, said.places) : period;
}

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
