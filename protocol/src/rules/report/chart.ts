import type { ChartBelowDef, ChartKind, ChartPlaceDef } from '#protocol/meta/report/chart.ts';
import { typeOfTarget } from '#protocol/meta/report/kinds.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import type { Report, ReportAsk } from './ask.ts';
import { figuresSorted } from './compare.ts';

/** A chart as a reader has it, all that its definition leaves out filled in. */
export interface ReportChart {
  kind: ChartKind;
  PIE?: 1;
  /** a target; absent: it draws what its figures come to at all */
  x?: string;
  /** figures: of a waterfall its steps, of a gauge what is full after what is told of it */
  y: readonly string[];
  /** a target */
  split?: string;
  dash?: readonly string[];
  /** of a map */
  place?: ChartPlaceDef;
  below?: ChartBelowDef;
  /** of a gauge that tells a part of another figure: that figure */
  full?: string;
  bounds?: readonly string[];
}

/** A chart along a target. */
export type AlongChart = ReportChart & { x: string };
export const isAlong = (chart: ReportChart): chart is AlongChart => chart.x !== undefined;

/** It draws what figures come to at all, along nothing: a gauge, a waterfall of steps. */
export const isOfWhole = ({ kind, steps }: Pick<NonNullable<ReportDef['chart']>, 'kind' | 'steps'>): boolean =>
  kind === 'gauge' || (kind === 'waterfall' && steps !== undefined);

/** The target along the axis and the figures, said or not. */
export function drawnBy({ chart, targets, indexs }: Pick<ReportDef, 'chart' | 'targets' | 'indexs'>): { x?: string; y: readonly string[] } {
  const y = chart?.y ?? indexs.slice(0, 1).map(({ name }) => name);
  if (chart && isOfWhole(chart)) return { y: chart.steps ?? [...y, ...(chart.full === undefined ? [] : [chart.full])] };
  const x = chart?.x ?? targets.find(({ name }) => name !== chart?.split)?.name;
  return { ...(x === undefined ? {} : { x }), y };
}

/** Steps of a waterfall at least: one alone differs from nothing. */
const LEAST_STEPS = 2;

/** The chart of a report for who has these targets, figures and places; undefined where nothing is left to draw. Who sees no places has bars of a map. */
export function chartOf(
  def: ReportDef,
  hasTarget: (name: string) => boolean,
  hasFigure: (name: string) => boolean,
  hasPlaces: boolean,
  hasBelow = false,
): ReportChart | undefined {
  const { chart } = def;
  const { x, y: all } = drawnBy(def);
  const y = all.filter(hasFigure);
  if (!chart || y.length === 0) return undefined;
  if (isOfWhole(chart)) return wholeOf(chart, y, all.length);
  if (x === undefined || !hasTarget(x)) return undefined;
  const dash = chart.dash?.filter((name) => y.includes(name)) ?? [];
  return {
    kind: chart.kind === 'map' && !hasPlaces ? 'bar' : chart.kind,
    ...(chart.PIE === 1 ? { PIE: 1 as const } : {}),
    ...{ x, y },
    ...(chart.split !== undefined && hasTarget(chart.split) ? { split: chart.split } : {}),
    ...(dash.length ? { dash } : {}),
    ...(chart.place && hasPlaces ? { place: chart.place } : {}),
    ...(chart.below && hasPlaces && hasBelow ? { below: chart.below } : {}),
  };
}

/** Of steps those that are his; a part without its whole says nothing, nor a whole without its part. */
function wholeOf({ kind, full, bounds }: NonNullable<ReportDef['chart']>, y: readonly string[], all: number): ReportChart | undefined {
  if (kind === 'waterfall') return y.length < LEAST_STEPS ? undefined : { kind, y };
  if (y.length < all) return undefined;
  return { kind, y, ...(full === undefined ? {} : { full }), ...(bounds ? { bounds } : {}) };
}

/** The kinds that a reader may switch to: what stands on a map stands beside bars as well. */
export const kindsOf = ({ kind, PIE }: Pick<ReportChart, 'kind' | 'PIE'>): readonly ChartKind[] => {
  if (kind === 'map') return ['map', 'bar'];
  return PIE === 1 ? ['bar', 'line', 'pie'] : [kind];
};

/**
 * What is asked of `/report?op=Chart` for a chart: its targets and no other, so that each figure that is drawn is counted, not added up from the
 * lines of the table. Time, bands and what is split stand in the order of their values, else as the table is sorted. Of the whole no target is asked.
 */
export function chartAsk(report: Pick<Report, 'targets' | 'indexs'>, chart: ReportChart, kind: ChartKind, asked: ReportAsk): ReportAsk {
  const { sort, ...rest } = asked;
  if (!isAlong(chart)) return { ...rest, targets: [] };
  const { x, split } = chart;
  const targets = kind !== 'pie' && split !== undefined ? [x, split] : [x];
  const isOrdered = isInOrder(report, x) || targets.length > 1;
  const known = sort?.replace(/^-/, '');
  const kept = known === x || figuresSorted(report, asked).some((name) => name === known) ? sort : undefined;
  const by = isOrdered ? x : kept;
  return { ...rest, targets, ...(by === undefined ? {} : { sort: by }) };
}

/** A target whose values follow one another: days, bands. */
export function isInOrder({ targets }: Pick<Report, 'targets'>, name: string): boolean {
  const target = targets.find((one) => one.name === name);
  return target !== undefined && ['DATE', 'BAND'].includes(typeOfTarget(target));
}
