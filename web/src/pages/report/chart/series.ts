import { Decimal } from '#protocol/fields/decimal.ts';
import { writeFigure } from '#protocol/fields/figure.ts';
import type { ChartKind } from '#protocol/meta/report/chart.ts';
import type { ReportAsk } from '#protocol/rules/report/ask.ts';
import { chartAsk, isInOrder } from '#protocol/rules/report/chart.ts';
import type { Key } from '#protocol/rules/report/drill.ts';
import { keyIn } from '#protocol/rules/report/said.ts';
import { shares, shareText } from '#protocol/rules/report/share.ts';
import type { Drawing, Mark, PlotKind, Point, Series } from '#web/charts/drawing.ts';
import type { Units } from '#web/fields/amounts.tsx';
import type { Texts } from '#web/i18n/use-text.ts';
import { figureText, headOf, hundredfold } from '../figures.ts';
import { type ChartedReport, type LoadedMeasure, listOf, type ReportLine } from '../use-report.ts';
import { type Place, placesOf } from './places.ts';

/** Parts of a pie, and of a bar, at most. */
export const MOST_PARTS = 6;
/** Places along an axis at most. */
export const MOST_PLACES = 200;

/** What is drawn of lines, and what a mark in it stands for. */
export interface Drawn {
  drawing: Drawing;
  /** by what its lines were asked for */
  ask: ReportAsk;
  /** why it is not drawn as it was asked, or not all of it */
  note: { is: 'noPie' } | { is: 'cut'; all: number } | null;
  /** the figure of a mark, where it leads to its records; `keys`: those of its line, in the targets that were asked for */
  at: (mark: Mark) => { line: ReportLine; measure: LoadedMeasure; keys: readonly Key[] } | null;
}

export interface ToDraw {
  report: ChartedReport;
  /** those of `/report?op=Chart`, asked for by chartAsk */
  lines: readonly ReportLine[];
  /** what they come to */
  total: ReportLine;
  kind: PlotKind;
  asked: ReportAsk;
}

/** One figure on its way into the drawing: its line, where there is one. */
interface Cell {
  line: ReportLine | null;
  measure: LoadedMeasure;
  value: unknown;
}
/** A series before its figures are written. */
interface Row {
  name: string;
  measure: LoadedMeasure;
  cells: readonly Cell[];
  rest: boolean;
}

/** Lines as a drawing: each figure of theirs once, as the table writes it; nothing is added up but what is told as the others, and whole bars. */
export function drawnOf(todo: ToDraw, texts: Texts, units: Units): Drawn {
  const { report, lines, asked } = todo;
  const { chart } = report;
  const isPie = todo.kind === 'pie' && canBePie(todo);
  const kind = todo.kind === 'pie' && !isPie ? 'bar' : todo.kind;
  const ask = chartAsk(report, chart, todo.kind, asked);
  const found = placesOf(report, ask, lines, texts);
  const all = isPie ? found.filter((place) => place.lines.length > 0) : found;
  const places = all.slice(0, MOST_PLACES);
  const isSplit = todo.kind !== 'pie' && chart.split !== undefined;
  const rows = isSplit ? splitRows(todo, places, texts) : measureRows(todo, places, texts, units);
  const opens = ({ line, measure, value }: Cell): boolean =>
    isThere(line, measure, value) && listOf({ report, asked: ask }, keysOf(line!, ask), measure) !== null;
  const panelKeys = [...new Set(rows.map(({ measure }) => unitKey(measure, units)))];
  const written = rows.map(
    (row): Series => ({
      name: row.name,
      points: pointsOf(row, isPie, opens, texts, units),
      dash: chart.dash?.includes(row.measure.name) === true,
      rest: row.rest,
      panel: panelKeys.indexOf(unitKey(row.measure, units)),
    }),
  );
  const wholes = isSplit && kind === 'bar' ? places.map((_, at) => wholeOf(rows, at, units)) : undefined;
  const drawing = {
    ...{ kind, names: places.map(({ name }) => name), inOrder: isInOrder(report, chart.x ?? ''), series: written },
    panels: panelKeys.map((_, panel) => ({ percent: rows.find((_row, at) => written[at]?.panel === panel)?.measure.percent === 1 })),
    ...(wholes ? { wholes } : {}),
  };
  return {
    ask,
    drawing: { ...drawing, sentence: sentenceOf(todo, drawing, texts, units) },
    note: todo.kind === 'pie' && !isPie ? { is: 'noPie' } : all.length > places.length ? { is: 'cut', all: all.length } : null,
    at: ({ series, place }) => {
      const cell = rows[series]?.cells[place];
      return cell && opens(cell) ? { line: cell.line!, measure: cell.measure, keys: keysOf(cell.line!, ask) } : null;
    },
  };
}

/** Which line a figure is of, in the targets that were asked for. */
export const keysOf = ({ keys }: ReportLine, { targets = [] }: ReportAsk): readonly Key[] => targets.map((name) => keyIn(keys[name]));

export const isThere = (line: ReportLine | null, { name }: LoadedMeasure, value: unknown): boolean =>
  line !== null && line.rest !== 1 && !line.off?.includes(name) && value !== null && value !== undefined;

/** At most six parts of one figure that makes a whole, none of them negative. */
function canBePie({ report, lines }: ToDraw): boolean {
  const measure = figuresOf(report)[0];
  const there = lines.filter((line) => line[measure?.name ?? ''] !== null);
  return measure?.kind === 'add' && there.length === lines.length && lines.length <= MOST_PARTS && sharesOf(lines, measure) !== null;
}

const sharesOf = (lines: readonly ReportLine[], { name }: LoadedMeasure) =>
  shares(lines.map((line) => (line[name] ?? null) as string | number | null));

export const figuresOf = (report: ToDraw['report']): readonly LoadedMeasure[] =>
  report.chart.y.flatMap((name) => report.indexs.find((one) => one.name === name) ?? []);

/** What is counted alike stands on one axis. */
const unitKey = (measure: LoadedMeasure, units: Units): string =>
  measure.percent === 1 ? 'percent' : units.unitOf({ ...measure.field_def, ...measure });

/** A series a figure. */
function measureRows({ report }: ToDraw, places: readonly Place[], texts: Texts, units: Units): readonly Row[] {
  return figuresOf(report).map((measure) => ({
    ...{ name: headOf(measure, texts, units), measure, rest: false },
    cells: places.map(({ lines: [line = null] }) => ({ line, measure, value: line?.[measure.name] })),
  }));
}

/** A series a value of the target that is split by: those that come to most, and the others as one. */
function splitRows({ report, lines }: ToDraw, places: readonly Place[], texts: Texts): readonly Row[] {
  const [measure] = figuresOf(report);
  const target = report.targets.find(({ name }) => name === report.chart.split);
  if (!measure || !target) return [];
  const parts = placesOf(report, { targets: [target.name] }, lines, texts);
  const placeOf = new Map(places.flatMap(({ lines: of }, at) => of.map((line) => [line, at] as const)));
  const rowOf = (part: Place): Row => {
    const by = new Map(part.lines.map((line) => [placeOf.get(line), line]));
    const cells = places.map((_, at): Cell => ({ line: by.get(at) ?? null, measure, value: by.get(at)?.[measure.name] }));
    return { name: part.name, measure, rest: false, cells };
  };
  if (parts.length <= MOST_PARTS) return parts.map(rowOf);
  const most = new Set([...parts].sort((a, b) => sumOf(b, measure).comparedTo(sumOf(a, measure))).slice(0, MOST_PARTS - 1));
  const others = parts.filter((part) => !most.has(part)).map(rowOf);
  const rest = places.map((_, at): Cell => ({ line: null, measure, value: added(others.map(({ cells }) => cells[at]!.value)) }));
  return [...parts.filter((part) => most.has(part)).map(rowOf), { name: texts.t('report.rest'), measure, rest: true, cells: rest }];
}

const sumOf = ({ lines }: Place, { name }: LoadedMeasure): Decimal =>
  lines.reduce((sum, line) => sum.plus((line[name] as string | number | null) ?? 0), new Decimal(0));

/** Counts or sums laid together, exact; null where there is none. */
export function added(values: readonly unknown[]): string | number | null {
  const known = values.filter((value): value is string | number => typeof value === 'string' || typeof value === 'number');
  if (known.length === 0) return null;
  const sum = known.reduce((all: Decimal, value) => all.plus(value), new Decimal(0));
  if (known.every((value) => typeof value === 'number')) return sum.toNumber();
  return sum.toFixed(Math.max(...known.map((value) => String(value).split('.')[1]?.length ?? 0)));
}

export const numberOf = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

function pointsOf({ cells, measure }: Row, isPie: boolean, opens: (cell: Cell) => boolean, { t }: Texts, units: Units): readonly Point[] {
  const parts = isPie ? (shares(cells.map(({ value }) => (value ?? null) as string | number | null)) ?? []) : [];
  return cells.map((cell, at): Point => {
    const share = parts[at];
    const isOff = cell.line?.off?.includes(measure.name) === true;
    return {
      at: isOff ? null : numberOf(cell.value),
      text: isOff ? t('report.off') : figureText(measure, cell.value, units),
      ...(share === undefined ? {} : { share: `${writeFigure(hundredfold(shareText(share)), 1)}%` }),
      opens: opens(cell),
    };
  });
}

function wholeOf(rows: readonly Row[], at: number, units: Units): Pick<Point, 'at' | 'text'> {
  const value = added(rows.map(({ cells }) => cells[at]!.value));
  return { at: numberOf(value), text: value === null ? '' : figureText(rows[0]!.measure, value, units) };
}

export const KINDS = {
  bar: 'charts.bars',
  line: 'charts.lines',
  pie: 'charts.pies',
  gauge: 'charts.gauges',
  curve: 'charts.curves',
  waterfall: 'charts.waterfalls',
} as const;

/** What is drawn, by what, and what is most of it. */
function sentenceOf(todo: ToDraw, drawing: Omit<Drawing, 'sentence'>, texts: Texts, units: Units): string {
  const { t } = texts;
  const points = drawing.wholes ?? drawing.series[0]?.points ?? [];
  const best = points.reduce(
    (most, { at }, place) => (at !== null && at > (points[most]?.at ?? Number.NEGATIVE_INFINITY) ? place : most),
    -1,
  );
  const result = best < 0 ? t('charts.nothing') : t('charts.most', { name: drawing.names[best]!, figure: points[best]!.text });
  return t('charts.sentence', { kind: t(KINDS[drawing.kind]), ...namesOf(todo, texts, units), n: drawing.names.length, result });
}

/** What a chart is called: its figures, by what. */
export function titleOf(of: Parameters<typeof namesOf>[0], texts: Texts, units: Units): string {
  const names = namesOf(of, texts, units);
  return names.by === '' ? names.figures : texts.t('charts.by', names);
}

/** The figures that are drawn with their units, and the targets by which; of the whole none. */
export function namesOf(
  { report, kind }: { report: ChartedReport; kind: ChartKind },
  texts: Texts,
  units: Units,
): { figures: string; by: string } {
  const { x, split } = report.chart;
  const targets = [...(x === undefined ? [] : [x]), ...(kind !== 'pie' && split !== undefined ? [split] : [])];
  return {
    figures: texts.listed(figuresOf(report).map((measure) => headOf(measure, texts, units))),
    by: texts.listed(targets.map((name) => texts.label(report.targets.find((one) => one.name === name)))),
  };
}
