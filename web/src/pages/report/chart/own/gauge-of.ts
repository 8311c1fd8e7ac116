import { Decimal } from '#protocol/fields/decimal.ts';
import { writeFigure } from '#protocol/fields/figure.ts';
import { chartAsk } from '#protocol/rules/report/chart.ts';
import { PERCENT_DECIMALS } from '#protocol/rules/report/said.ts';
import type { Dial, Point } from '#web/charts/drawing.ts';
import type { Units } from '#web/fields/amounts.tsx';
import { NOTHING } from '#web/i18n/format.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import { headOf, hundredfold } from '../../figures.ts';
import type { ReportLine } from '../../use-report.ts';
import { type Drawn, figuresOf, KINDS, namesOf, type ToDraw } from '../series.ts';
import { type Cell, leads, pointOf } from './cell.ts';

/** Nothing to tell, or more than nothing of nothing. */
type Part = Decimal | null | 'off';

/** One figure of all that is counted, as a part of another; a rate says its part itself. */
export function gaugeOf(todo: ToDraw, texts: Texts, units: Units): Drawn {
  const { report, total } = todo;
  const { chart } = report;
  const ask = chartAsk(report, chart, 'gauge', todo.asked);
  const cells = figuresOf(report).map((measure): Cell => ({ line: total, measure, keys: [] }));
  const points = cells.map((cell) => pointOf(cell, report, ask, texts, units));
  const part = partOf(total, chart.y[0]!, chart.full);
  const text = part === 'off' ? texts.t('report.off') : part === null ? NOTHING : percentOf(part);
  const bounds = (chart.bounds ?? []).map((bound) => ({ at: Number(bound), text: percentOf(new Decimal(bound)) }));
  const shared = points.map((point, at) => (at === 0 && points.length > 1 && part instanceof Decimal ? { ...point, share: text } : point));
  const dial: Dial = {
    part: part instanceof Decimal ? part.toNumber() : part === null ? null : Math.max(1, bounds.at(-1)?.at ?? 1),
    ...{ text, bounds, zone: part instanceof Decimal ? zoneIn(part, chart.bounds ?? [], texts) : '' },
  };
  const drawing = {
    ...{ kind: 'gauge' as const, names: cells.map(({ measure }) => headOf(measure, texts, units)), inOrder: true, dial },
    series: [{ name: '', points: shared, dash: false, rest: false, panel: 0 }],
    panels: [{ percent: cells[0]?.measure.percent === 1 }],
  };
  const sentence = texts.t('charts.whole', {
    ...{ kind: texts.t(KINDS.gauge), figures: namesOf({ report, kind: 'gauge' }, texts, units).figures },
    result: resultOf(cells, points, part, dial, texts),
  });
  return { ask, drawing: { ...drawing, sentence }, note: null, at: leads(cells, shared) };
}

/** Exactly: 0 of 0 is nothing to tell, more of 0 is off plan. */
export function partOf(line: ReportLine, name: string, full: string | undefined): Part {
  const of = (figure: string): Part => {
    const value = line[figure] as string | number | null | undefined;
    return line.off?.includes(figure) ? 'off' : value === null || value === undefined ? null : new Decimal(value);
  };
  const part = of(name);
  if (full === undefined || !(part instanceof Decimal)) return part;
  const whole = of(full);
  if (!(whole instanceof Decimal)) return whole;
  return whole.isZero() ? (part.gt(0) ? 'off' : null) : part.div(whole).toDecimalPlaces(10);
}

const percentOf = (part: Decimal): string => `${writeFigure(hundredfold(part.toFixed()), PERCENT_DECIMALS).replace(/\.0$/, '')}%`;

/** Between which bounds a part lies: a zone begins with its bound. */
function zoneIn(part: Decimal, bounds: readonly string[], { t }: Texts): string {
  if (bounds.length === 0) return '';
  const at = bounds.filter((bound) => part.gte(bound)).length;
  const [from, to] = [bounds[at - 1], bounds[at]].map((bound) => (bound === undefined ? undefined : percentOf(new Decimal(bound))));
  if (from === undefined) return t('charts.zoneBelow', { to: to! });
  return to === undefined ? t('charts.zoneFrom', { from }) : t('charts.zoneBetween', { from, to });
}

function resultOf(cells: readonly Cell[], points: readonly Point[], part: Part, { text, zone }: Dial, { t, label }: Texts): string {
  const [name = '', whole] = cells.map(({ measure }) => label(measure));
  const [figure = '', of = ''] = points.map((point) => point.text);
  const share = text;
  if (whole === undefined) return inZone(t('charts.dialRate', { name, share }), zone, t);
  if (part === 'off') return t('charts.dialOff', { name, figure, whole });
  if (part === null) return t('charts.dialNone', { name, figure, whole, of });
  return inZone(t('charts.dial', { name, figure, share, whole }), zone, t);
}

const inZone = (said: string, zone: string, t: Texts['t']): string => (zone === '' ? said : t('charts.dialIn', { said, zone }));
