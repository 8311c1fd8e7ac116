import type { Locale } from '#protocol/codes.ts';
import type { ReportAsk } from '#protocol/rules/report/ask.ts';
import { chartAsk } from '#protocol/rules/report/chart.ts';
import type { Key } from '#protocol/rules/report/drill.ts';
import type { MapPlace } from '#protocol/rules/report/map.ts';
import { endsOf, type Mapped, type MapTile } from '#web/charts/map/mapped.ts';
import type { Units } from '#web/fields/amounts.tsx';
import type { Texts } from '#web/i18n/use-text.ts';
import { figureText, headOf, keyText } from '../../figures.ts';
import { type ChartedReport, type LoadedMeasure, listOf, type ReportLine } from '../../use-report.ts';
import { added, figuresOf, isThere, keysOf, namesOf } from '../series.ts';

/** What is drawn: a report with the lines of one target. */
export interface ToMap {
  report: ChartedReport;
  lines: readonly ReportLine[];
  places: readonly MapPlace[];
  asked: ReportAsk;
}

/** The list that a figure of a line leads to; null where it leads nowhere. */
export function leadsTo({ report, asked }: Pick<ToMap, 'report' | 'asked'>, line: ReportLine, measure: LoadedMeasure) {
  return isThere(line, measure, line[measure.name]) ? listOf({ report, asked }, keysOf(line, asked), measure) : null;
}

/** A figure as the table writes it. */
function written(line: ReportLine, measure: LoadedMeasure, { t }: Texts, units: Units): string {
  return line.off?.includes(measure.name) ? t('report.off') : figureText(measure, line[measure.name], units);
}

/** The first figure of a line as a number, for the geometry alone. */
const numberOf = (line: ReportLine | undefined, { name }: LoadedMeasure): number | null => {
  const value = line?.[name];
  return value === null || value === undefined || line?.off?.includes(name) ? null : Number(value);
};

/** Each place with its figures in words. Of two on one tile the first stands there; the other is told beside, as what has no place. */
export function mapOf(todo: ToMap, locale: Locale, texts: Texts, units: Units): Mapped {
  const { report, lines, places } = todo;
  const { t } = texts;
  const figures = figuresOf(report);
  const ask = chartAsk(report, report.chart, 'map', todo.asked);
  const byKey = new Map(lines.filter(({ rest }) => rest !== 1).map((line) => [line.keys[report.chart.x ?? '']?.id, line]));
  const first = figures[0]!;
  const isDown = report.drill !== 0 && report.drill !== undefined;
  const tiles = alone(places).map((place): MapTile => {
    const line = byKey.get(place.id);
    const name = texts.label(place);
    const at = numberOf(line, first);
    const text = line ? written(line, first, texts, units) : '';
    return {
      ...{ id: Number(place.id), name, row: place.row, col: place.col, code: place.code, at, text },
      short: shortOf(place, name, locale),
      brief: briefOf(text, at, first, locale),
      opens: line !== undefined && (isDown || leadsTo({ report, asked: ask }, line, first) !== null),
      said: line ? saidOf(line, name, figures, texts, units) : t('charts.noFigure', { name }),
    };
  });
  return { tiles, sentence: sentenceOf(tiles, report, texts, units) };
}

function alone(places: readonly MapPlace[]): readonly MapPlace[] {
  const taken = new Set<string>();
  return places.filter(({ row, col }) => {
    const at = `${row} ${col}`;
    return !taken.has(at) && taken.add(at);
  });
}

/** Letters of a name that have room in a tile. */
const MOST_LETTERS = { zh_CN: 3, en_US: 5 } as const;

function shortOf({ short, short_en }: MapPlace, name: string, locale: Locale): string {
  const own = locale === 'en_US' ? short_en : short;
  return own ?? [...name].slice(0, MOST_LETTERS[locale]).join('');
}

/** Letters of a figure that have room in a tile. */
const MOST_DIGITS = 5;
const LANGUAGES = { zh_CN: 'zh-CN', en_US: 'en' } as const;

/** A figure as it has room in a tile: to three digits where it is longer. Beside the map, and where the mark is, it stands whole. */
function briefOf(text: string, at: number | null, { percent }: LoadedMeasure, locale: Locale): string {
  if (at === null || percent === 1 || text.length <= MOST_DIGITS) return text;
  return new Intl.NumberFormat(LANGUAGES[locale], { notation: 'compact', maximumSignificantDigits: 3 }).format(at);
}

function saidOf(line: ReportLine, name: string, figures: readonly LoadedMeasure[], texts: Texts, units: Units): string {
  const { t } = texts;
  return figures.reduce((said, measure, at) => {
    const figure = written(line, measure, texts, units);
    return at === 0 ? t('charts.figure', { name, figure }) : t('charts.more', { said, name: headOf(measure, texts, units), figure });
  }, '');
}

function sentenceOf(tiles: readonly MapTile[], report: ChartedReport, texts: Texts, units: Units): string {
  const { t } = texts;
  const most = endsOf(tiles)?.most;
  const result = most ? t('charts.most', { name: most.name, figure: most.text }) : t('charts.nothing');
  const n = tiles.filter(({ at }) => at !== null).length;
  return t('charts.sentence', { kind: t('charts.map'), ...namesOf({ report, kind: 'map' }, texts, units), n, result });
}

/** A line of the list beside the map. */
export interface Listed {
  /** undefined: of several together */
  key: Key | undefined;
  name: string;
  figures: readonly { measure: LoadedMeasure; text: string; list: ReturnType<typeof listOf>; line: ReportLine | null }[];
}

/** The largest lines of one target, and the others together; sums of what adds up alone. `of` is what they were asked by. */
export function listedOf(
  of: Pick<ToMap, 'report' | 'lines'> & { asked: ReportAsk },
  most: number,
  texts: Texts,
  units: Units,
): readonly Listed[] {
  const { report, lines, asked } = of;
  const figures = figuresOf(report);
  const target = report.targets.find(({ name }) => name === asked.targets?.[0]);
  if (!target) return [];
  const size = (line: ReportLine): number =>
    line.rest === 1 ? Number.NEGATIVE_INFINITY : (numberOf(line, figures[0]!) ?? -Number.MAX_VALUE);
  const sorted = [...lines].sort((a, b) => size(b) - size(a));
  const shown = sorted.filter(({ rest }) => rest !== 1).slice(0, sorted.length > most ? most - 1 : most);
  const others = sorted.filter((line) => !shown.includes(line));
  const listed = shown.map(
    (line): Listed => ({
      key: line.keys[target.name]?.id ?? null,
      name: keyText(line.keys[target.name], target, texts),
      figures: figures.map((measure) => ({ measure, text: written(line, measure, texts, units), list: leadsTo(of, line, measure), line })),
    }),
  );
  return others.length === 0 ? listed : [...listed, othersOf(others, figures, texts, units)];
}

function othersOf(lines: readonly ReportLine[], figures: readonly LoadedMeasure[], texts: Texts, units: Units): Listed {
  return {
    key: undefined,
    name: lines.some(({ rest }) => rest === 1) ? texts.t('report.rest') : texts.t('charts.others', { n: lines.length }),
    figures: figures.map((measure) => ({
      measure,
      text: figureText(measure, measure.kind === 'add' ? added(lines.map((line) => line[measure.name])) : null, units),
      ...{ list: null, line: null },
    })),
  };
}
