import type { ReportChartDef } from '#protocol/meta/report/chart.ts';
import { kindOf, typeOfTarget } from '#protocol/meta/report/kinds.ts';
import type { ReportDef, ReportMeasureDef } from '#protocol/meta/report.ts';
import { drawnBy, isOfWhole } from '#protocol/rules/report/chart.ts';
import { below, type Report } from '../problem.ts';

type Key = 'PIE' | 'x' | 'y' | 'split' | 'dash' | 'steps' | 'full' | 'bounds';
/** What a chart of its own kind says nothing of. */
const WITHOUT: Readonly<Partial<Record<ReportChartDef['kind'], readonly Key[]>>> = {
  gauge: ['PIE', 'x', 'split', 'dash'],
  curve: ['PIE', 'split'],
  waterfall: ['PIE', 'split', 'dash'],
};
/** What stands in one kind alone. */
const ONLY = [
  ['steps', 'waterfall'],
  ['full', 'gauge'],
  ['bounds', 'gauge'],
] as const;

/** Gauge, curve and waterfall: each draws what it means, and says nothing that would not be drawn. */
export function checkDrawn(def: ReportDef, report: Report): void {
  const { chart } = def;
  if (!chart) return;
  const here = below(report, 'chart');
  const isSaid = (key: Key): boolean => chart[key] !== undefined && chart[key] !== 0;
  for (const [key, kind] of ONLY)
    if (isSaid(key) && chart.kind !== kind) here(key, `only a ${kind} has ${key}`, `write kind: '${kind}', or take ${key} out`);
  for (const key of [...(WITHOUT[chart.kind] ?? []), ...(chart.kind === 'waterfall' && isOfWhole(chart) ? (['x', 'y'] as const) : [])])
    if (isSaid(key)) here(key, `a ${chart.kind}${key === 'x' || key === 'y' ? ' of the whole' : ''} has no ${key}`, `take ${key} out`);
  const figures = drawnBy(def).y.flatMap((name) => def.indexs.find((one) => one.name === name) ?? []);
  if (chart.kind === 'gauge') checkGauge(chart, figures, here);
  if (chart.kind === 'curve') checkCurve(def, figures, here);
  if (chart.kind === 'waterfall' && !isOfWhole(chart)) checkFalls(figures, here);
}

/** One figure, a part of another; a rate is full at 100 %. */
function checkGauge(chart: ReportChartDef, [figure]: readonly ReportMeasureDef[], report: Report): void {
  const { y = [], full, bounds = [] } = chart;
  if (y.length > 1) report('y', `a gauge shows one figure, not ${y.length}`, 'name one figure in y');
  if (full === undefined && figure && figure.percent !== 1)
    report('full', `nothing says of what ${figure.name} is a part`, "name a figure of the whole: full: '…', or a rate in y");
  if (full !== undefined && figure?.percent === 1) report('full', `${figure.name} is a rate, which is full at 100 %`, 'take full out');
  if (full !== undefined && full === figure?.name) report('full', `${full} is no part of itself`, 'name another figure');
  const turned = bounds.findIndex((bound, at) => at > 0 && Number(bound) <= Number(bounds[at - 1]));
  if (turned > 0) report('bounds', `${bounds[turned]} does not come after ${bounds[turned - 1]}`, 'write the bounds in order, each once');
}

/** Running totals along periods. */
function checkCurve(def: ReportDef, figures: readonly ReportMeasureDef[], report: Report): void {
  const { x } = drawnBy(def);
  const target = def.targets.find(({ name }) => name === x);
  if (target && typeOfTarget(target) !== 'DATE')
    report('x', `${target.name} has no periods, along which a curve runs`, 'name a target of type DATE');
  else if (target && target.fill !== 1)
    report('x', `periods without rows would break the curve of ${target.name}`, `write fill: 1 in targets[${target.name}]`);
  for (const figure of figures)
    if (kindOf(figure) !== 'run') report('y', `${figure.name} is no running total`, `name a figure that says run: '…'`);
}

/** Rises and falls that add up to the whole. */
function checkFalls(figures: readonly ReportMeasureDef[], report: Report): void {
  if (figures.length > 1)
    report('y', `a waterfall along a target shows one figure, not ${figures.length}`, 'name one figure in y, or steps');
  for (const figure of figures)
    if (kindOf(figure) !== 'add') report('y', `parts of ${figure.name} do not make the whole`, 'name a count or a sum in y');
}
