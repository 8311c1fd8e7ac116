import type { ChartKind } from '#protocol/meta/report/chart.ts';

/** A figure as it is drawn: `at` says where, for the geometry alone; `text` is what is printed. */
export interface Point {
  /** null: nothing is drawn */
  readonly at: number | null;
  readonly text: string;
  /** what it is of the whole: 12.5% */
  readonly share?: string;
  /** it leads to the records that it counts */
  readonly opens: boolean;
}

/** The figures of one name along the axis, one a place. */
export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
  /** drawn dashed: what is planned */
  readonly dash: boolean;
  /** what the others add up to */
  readonly rest: boolean;
  /** the panel in which it stands: each has an axis of one unit */
  readonly panel: number;
}

/** What has an axis of its own. */
export interface Panel {
  /** its figures are parts of 1 that are told in parts of 100 */
  readonly percent: boolean;
}

/** The kinds that are drawn of a `Drawing`; a map has one of its own. */
export type PlotKind = Exclude<ChartKind, 'map'>;

/** A bar of a waterfall: on its own from 0, or how much more or less it comes to after it. */
export interface Bar {
  readonly from: number;
  readonly to: number;
  readonly is: 'whole' | 'rise' | 'fall';
}

/** How far a gauge stands. */
export interface Dial {
  /** of the whole, 1; null: there is nothing to tell */
  readonly part: number | null;
  /** in words: 72.3% */
  readonly text: string;
  /** parts of the whole from which it has another colour */
  readonly bounds: readonly { readonly at: number; readonly text: string }[];
  /** between which of them it stands, in words; '' without bounds */
  readonly zone: string;
}

/** What a chart shows, in the words of who looks; it knows no report. */
export interface Drawing {
  readonly kind: PlotKind;
  /** what stands along the axis */
  readonly names: readonly string[];
  /** they follow one another: days, bands */
  readonly inOrder: boolean;
  readonly series: readonly Series[];
  /** one for each unit */
  readonly panels: readonly Panel[];
  /** the series are parts of bars: what each bar is as a whole */
  readonly wholes?: readonly Pick<Point, 'at' | 'text'>[];
  /** of a waterfall, one a place; null: none */
  readonly bars?: readonly (Bar | null)[];
  /** of a curve: the place up to which things have come, and what it is called */
  readonly now?: { readonly place: number; readonly said: string };
  /** of a gauge, whose places are what it tells and what would be the whole */
  readonly dial?: Dial;
  /** the result in one sentence */
  readonly sentence: string;
}

/** A figure of a drawing. */
export interface Mark {
  readonly series: number;
  readonly place: number;
}

export const pointAt = ({ series }: Pick<Drawing, 'series'>, mark: Mark): Point | undefined => series[mark.series]?.points[mark.place];

/** Names up to this many stand below columns; more of them beside rows, which scroll. */
const MOST_COLUMNS = 5;
export const isUpright = ({ names, inOrder }: Pick<Drawing, 'names' | 'inOrder'>): boolean => inOrder || names.length <= MOST_COLUMNS;

/** In a box so large a pie has its words beside its parts; in a smaller one they stand in its legend. */
export const hasWords = ({ width, height }: { width: number; height: number }): boolean => width >= 440 && height >= 170;

const STEPS: Readonly<Record<string, readonly [series: number, place: number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
};

/**
 * Where a key moves the mark: along the axis, or from series to series; in a drawing of one series all arrows go along. In rows the axis goes down.
 * Undefined: the key moves nothing. The first arrow marks the first figure.
 */
export function moved(drawing: Pick<Drawing, 'kind' | 'names' | 'inOrder' | 'series'>, mark: Mark | null, key: string): Mark | undefined {
  const last = { series: drawing.series.length - 1, place: drawing.names.length - 1 };
  if (key === 'Home') return { series: mark?.series ?? 0, place: 0 };
  if (key === 'End') return { series: mark?.series ?? 0, place: last.place };
  const step = STEPS[key];
  if (!step) return undefined;
  if (!mark) return { series: 0, place: 0 };
  const [down, along] = step;
  if (last.series === 0) return { series: 0, place: within(mark.place + down + along, last.place) };
  const isTurned = drawing.kind === 'bar' && !isUpright(drawing);
  const [series, place] = isTurned ? [along, down] : [down, along];
  return { series: within(mark.series + series, last.series), place: within(mark.place + place, last.place) };
}

const within = (at: number, last: number): number => Math.min(last, Math.max(0, at));
