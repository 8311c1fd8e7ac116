import { Decimal } from '#protocol/fields/decimal.ts';
import { chartAsk, isAlong } from '#protocol/rules/report/chart.ts';
import type { Bar, Point } from '#web/charts/drawing.ts';
import type { Units } from '#web/fields/amounts.tsx';
import type { Texts } from '#web/i18n/use-text.ts';
import { columnText } from '../../beside.ts';
import type { ReportLine } from '../../use-report.ts';
import { placesOf } from '../places.ts';
import { type Drawn, figuresOf, KINDS, keysOf, MOST_PLACES, namesOf, type ToDraw } from '../series.ts';
import { type Cell, leads, pointOf } from './cell.ts';

/** A column of a waterfall; a difference counts no records of its own. */
interface Column {
  readonly name: string;
  readonly point: Point;
  readonly bar: Bar | null;
  readonly cell: Cell | null;
}

/** Wholes with what each differs by from the one before, or what a target's values add up to. */
export function waterfallOf(todo: ToDraw, texts: Texts, units: Units): Drawn {
  const { report } = todo;
  const ask = chartAsk(report, report.chart, 'waterfall', todo.asked);
  const all = isAlong(report.chart) ? placesOf(report, ask, todo.lines, texts) : [];
  const places = all.slice(0, MOST_PLACES);
  const columns = isAlong(report.chart) ? alongOf(todo, places, texts, units) : stepsOf(todo, texts, units);
  const points = columns.map(({ point }) => point);
  const drawing = {
    ...{ kind: 'waterfall' as const, names: columns.map(({ name }) => name), inOrder: true },
    series: [{ name: '', points, dash: false, rest: false, panel: 0 }],
    panels: [{ percent: figuresOf(report)[0]?.percent === 1 }],
    bars: columns.map(({ bar }) => bar),
  };
  const sentence = sentenceOf(todo, columns, texts, units);
  return {
    ...{ ask, drawing: { ...drawing, sentence } },
    note: all.length > places.length ? { is: 'cut', all: all.length } : null,
    at: leads(
      columns.map(({ cell }) => cell),
      points,
    ),
  };
}

/** Each figure from 0, and between two that are there what the later has more. */
function stepsOf({ report, asked, total }: ToDraw, texts: Texts, units: Units): readonly Column[] {
  const ask = chartAsk(report, report.chart, 'waterfall', asked);
  const wholes = figuresOf(report).map((measure): Column => {
    const cell = { line: total, measure, keys: [] };
    const point = pointOf(cell, report, ask, texts, units);
    return { name: texts.label(measure), point, bar: point.at === null ? null : { from: 0, to: point.at, is: 'whole' }, cell };
  });
  return wholes.flatMap((whole, at) => {
    const before = wholes[at - 1];
    return before ? [differenceOf(before, whole, texts, units), whole] : [whole];
  });
}

function differenceOf(before: Column, after: Column, texts: Texts, units: Units): Column {
  const [from, to] = [before.point.at, after.point.at];
  const name = texts.t('charts.against', { name: after.name, before: before.name });
  const measure = after.cell!.measure;
  const more = from === null || to === null ? null : minus(after.cell!, before.cell!);
  const text = columnText({ measure, end: '_d' }, more, units, texts);
  const bar = from === null || to === null ? null : ({ from, to, is: to < from ? 'fall' : 'rise' } as const);
  return { name, point: { at: more === null ? null : Number(more), text, opens: false }, bar, cell: null };
}

/** Exactly, with the decimals of both. */
function minus(after: Cell, before: Cell): string | number {
  const [a, b] = [after, before].map(({ line, measure }) => line[measure.name] as string | number) as [string | number, string | number];
  const more = new Decimal(a).minus(b);
  if (typeof a === 'number' && typeof b === 'number') return more.toNumber();
  const places = Math.max(...[a, b].map((one) => String(one).split('.')[1]?.length ?? 0));
  return (more.isZero() ? more.abs() : more).toFixed(places);
}

/** Each value from where the one before it ended, and the whole that they come to. */
function alongOf({ report, asked, total }: ToDraw, places: ReturnType<typeof placesOf>, texts: Texts, units: Units): readonly Column[] {
  const [measure] = figuresOf(report);
  if (!measure || places.length === 0) return [];
  const ask = chartAsk(report, report.chart, 'waterfall', asked);
  let reached = new Decimal(0);
  const parts = places.map(({ name, lines: [line] }): Column => {
    const from = reached.toNumber();
    if (!line)
      return {
        name,
        point: { at: null, text: columnText({ measure, end: '_d' }, null, units, texts), opens: false },
        bar: null,
        cell: null,
      };
    const cell = { line, measure, keys: keysOf(line, ask) };
    const point = pointOf(cell, report, ask, texts, units);
    reached = reached.plus(amountIn(line, measure.name));
    const to = reached.toNumber();
    const signed = { ...point, text: columnText({ measure, end: '_d' }, line[measure.name], units, texts) };
    return { name, point: signed, bar: point.at === null ? null : { from, to, is: point.at < 0 ? 'fall' : 'rise' }, cell };
  });
  const cell = { line: total, measure, keys: [] };
  const point = pointOf(cell, report, ask, texts, units);
  return [...parts, { name: texts.t('charts.total'), point, bar: point.at === null ? null : { from: 0, to: point.at, is: 'whole' }, cell }];
}

const amountIn = (line: ReportLine, name: string): string | number => (line[name] as string | number | null | undefined) ?? 0;

/** From the first whole to the last, or how much there was of either way. */
function sentenceOf({ report, kind }: ToDraw, columns: readonly Column[], texts: Texts, units: Units): string {
  const { t } = texts;
  const { figures, by } = namesOf({ report, kind }, texts, units);
  const [first, last] = [columns[0], columns.at(-1)];
  const count = (is: Bar['is']) => columns.filter(({ bar }) => bar?.is === is).length;
  if (!first || !last || columns.every(({ bar }) => bar === null))
    return t('charts.whole', { kind: t(KINDS.waterfall), figures, result: t('charts.nothing') });
  if (isAlong(report.chart)) {
    const result = t('charts.falls', { total: last.point.text, rises: count('rise'), falls: count('fall') });
    return t('charts.sentence', { kind: t(KINDS.waterfall), figures, by, n: columns.length - 1, result });
  }
  const places = { first: first.name, from: first.point.text, last: last.name, to: last.point.text };
  return t('charts.whole', { kind: t(KINDS.waterfall), figures, result: t('charts.steps', places) });
}
