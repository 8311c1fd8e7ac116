import type { ChartBelowDef, ChartKind, ChartPlaceDef } from '#protocol/meta/report/chart.ts';
import { type ReportDef, typeOfTarget } from '#protocol/meta/report.ts';
import type { Report, ReportAsk } from './ask.ts';

/** A chart as a reader has it, all that its definition leaves out filled in. */
export interface ReportChart {
  kind: ChartKind;
  PIE?: 1;
  /** a target */
  x: string;
  /** figures */
  y: readonly string[];
  /** a target */
  split?: string;
  dash?: readonly string[];
  /** of a map */
  place?: ChartPlaceDef;
  below?: ChartBelowDef;
}

/** The target along the axis and the figures, said or not. */
export function drawnBy({ chart, targets, indexs }: Pick<ReportDef, 'chart' | 'targets' | 'indexs'>): { x?: string; y: readonly string[] } {
  const x = chart?.x ?? targets.find(({ name }) => name !== chart?.split)?.name;
  return { ...(x === undefined ? {} : { x }), y: chart?.y ?? indexs.slice(0, 1).map(({ name }) => name) };
}

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
  if (!chart || x === undefined || !hasTarget(x) || y.length === 0) return undefined;
  const dash = chart.dash?.filter((name) => y.includes(name)) ?? [];
  return {
    kind: chart.kind === 'map' && !hasPlaces ? 'bar' : (chart.kind as ChartKind),
    ...(chart.PIE === 1 ? { PIE: 1 as const } : {}),
    ...{ x, y },
    ...(chart.split !== undefined && hasTarget(chart.split) ? { split: chart.split } : {}),
    ...(dash.length ? { dash } : {}),
    ...(chart.place && hasPlaces ? { place: chart.place } : {}),
    ...(chart.below && hasPlaces && hasBelow ? { below: chart.below } : {}),
  };
}

/** The kinds that a reader may switch to: what stands on a map stands beside bars as well. */
export const kindsOf = ({ kind, PIE }: Pick<ReportChart, 'kind' | 'PIE'>): readonly ChartKind[] => {
  if (kind === 'map') return ['map', 'bar'];
  return PIE === 1 ? ['bar', 'line', 'pie'] : [kind];
};

/**
 * What is asked of `/report?op=Chart` for a chart: its targets and no other, so that each figure that is drawn is counted, not added up from the
 * lines of the table. Time, bands and what is split stand in the order of their values, else as the table is sorted.
 */
export function chartAsk(
  report: Pick<Report, 'targets' | 'indexs'>,
  { x, split }: ReportChart,
  kind: ChartKind,
  asked: ReportAsk,
): ReportAsk {
  const { sort, ...rest } = asked;
  const targets = kind !== 'pie' && split !== undefined ? [x, split] : [x];
  const isOrdered = isInOrder(report, x) || targets.length > 1;
  const known = sort?.replace(/^-/, '');
  const kept = known === x || report.indexs.some(({ name }) => name === known) ? sort : undefined;
  const by = isOrdered ? x : kept;
  return { ...rest, targets, ...(by === undefined ? {} : { sort: by }) };
}

/** A target whose values follow one another: days, bands. */
export function isInOrder({ targets }: Pick<Report, 'targets'>, name: string): boolean {
  const target = targets.find((one) => one.name === name);
  return target !== undefined && typeOfTarget(target) !== 'VALUE';
}
