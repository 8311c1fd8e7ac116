import type { ReportChartDef } from '#protocol/meta/report/chart.ts';
import { kindOf } from '#protocol/meta/report/kinds.ts';
import type { ReportDef, ReportMeasureDef } from '#protocol/meta/report.ts';
import { drawnBy, isOfWhole } from '#protocol/rules/report/chart.ts';
import { sourceOf } from '#protocol/rules/report/sources.ts';
import { below, instead, type Report, unique } from '../problem.ts';
import { columnAt, type Scope } from '../scope.ts';
import type { Tables } from './reach.ts';

/** Units of one chart at most: each has a panel of its own. */
const MOST_UNITS = 2;
/** Kinds whose figures stand on one axis. */
const OF_ONE_UNIT: readonly string[] = ['gauge', 'curve', 'waterfall'];

/** How a report is drawn: what it names is there, what it adds up may be added up, what it lays on one axis is counted in one unit. */
export function checkChart(scope: Scope, tables: Tables, def: ReportDef, report: Report): void {
  const { chart } = def;
  if ((def.type === 'REPORT') !== (chart !== undefined)) {
    if (chart) report('type', 'a chart stands above the table of a report of type REPORT', "write type: 'REPORT'");
    else report('chart', 'a report of type REPORT has a chart', "write chart: { kind: 'bar' }, or take type out");
  }
  if (!chart) return;
  const here = below(report, 'chart');
  checkTargets(def, chart, here);
  const figures = checkFigures(def, chart, here);
  checkUnits(
    figures.map((figure) => unitOf(scope, tables, def, figure)),
    chart,
    here,
  );
  checkParts(chart, figures, here);
}

function checkTargets({ targets }: ReportDef, chart: ReportChartDef, report: Report): void {
  const known = targets.map(({ name }) => name);
  for (const key of ['x', 'split'] as const) {
    const name = chart[key];
    if (name !== undefined && !known.includes(name)) report(key, `unknown target ${name}`, mendOf(name, known, 'targets'));
  }
  if (chart.split !== undefined && chart.x === chart.split)
    report('split', `${chart.split} stands along the axis already`, 'name another target, or take split out');
  else if (!isOfWhole(chart) && drawnBy({ chart, targets, indexs: [] }).x === undefined)
    report(
      'x',
      'nothing stands along the axis',
      chart.split === undefined ? 'give the report a target' : 'take split out, or add a target',
    );
}

/** The figures that are drawn, as far as they are there. */
function checkFigures(def: ReportDef, chart: ReportChartDef, report: Report): readonly ReportMeasureDef[] {
  const known = def.indexs.map(({ name }) => name);
  const { y } = drawnBy(def);
  const keyOf = (name: string) => (name === chart.full ? 'full' : chart.steps ? 'steps' : 'y');
  for (const name of y) if (!known.includes(name)) report(keyOf(name), `unknown figure ${name}`, mendOf(name, known, 'figures'));
  unique(
    chart.kind === 'gauge' ? (chart.y ?? []) : y,
    (name) => name,
    (name) => report(keyOf(name), `${name} stands twice`, 'name each figure once'),
  );
  for (const name of chart.dash ?? [])
    if (!y.includes(name)) report('dash', `${name} is not drawn`, mendOf(name, y, 'figures that are drawn'));
  return y.flatMap((name) => def.indexs.find((one) => one.name === name) ?? []);
}

const mendOf = (name: string, known: readonly string[], what: string): string =>
  instead(name, known) || `${what} here are ${known.join(', ') || 'none'}`;

function checkUnits(all: readonly string[], { kind }: ReportChartDef, report: Report): void {
  const units = new Set(all);
  if (OF_ONE_UNIT.includes(kind) && units.size > 1)
    report('', `figures of a ${kind} are counted in one unit: here are ${units.size}`, 'name figures of one unit');
  else if (units.size > MOST_UNITS)
    report('y', `an axis has one unit, and a chart two axes at most: here are ${units.size}`, 'draw figures of two units at most');
}

/** What a figure is counted in, as definitions say it: a running total in what it adds up. */
function unitOf(scope: Scope, tables: Tables, def: ReportDef, measure: ReportMeasureDef): string {
  const { percent, unit, of, field, times, run } = measure;
  if (percent === 1) return '%';
  if (unit !== undefined) return unit;
  const added = run === undefined ? undefined : def.indexs.find(({ name }) => name === run);
  if (added && added !== measure) return unitOf(scope, tables, { ...def, indexs: def.indexs.filter((one) => one !== measure) }, added);
  const table = tables.get(sourceOf(def, measure).name);
  const unitAt = (path: string | undefined): string => {
    const counted = path === undefined || of === 'distinct' || !table ? undefined : columnAt(scope, table, path)?.def;
    return counted?.money === 1 ? 'money' : (counted?.unit ?? '');
  };
  const [own, other] = [unitAt(field), unitAt(times)];
  // a product of two units is in neither
  return own !== '' && other !== '' ? '' : own || other;
}

/** What is drawn as parts of a whole must make the whole. */
function checkParts(chart: ReportChartDef, figures: readonly ReportMeasureDef[], report: Report): void {
  const key = chart.kind === 'pie' ? 'kind' : chart.PIE === 1 ? 'PIE' : chart.split !== undefined ? 'split' : undefined;
  if (chart.kind === 'pie' && chart.split !== undefined) report('split', 'parts of a pie are not parted again', 'take split out');
  if (key === undefined) return;
  const what = key === 'split' ? 'what is split' : 'a pie';
  if (figures.length > 1) report(key, `${what} shows one figure, not ${figures.length}`, 'name one figure in y');
  for (const figure of figures)
    if (kindOf(figure) !== 'add') report(key, `parts of ${figure.name} do not make the whole`, 'name a count or a sum in y');
}
