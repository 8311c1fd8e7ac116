import { chartAsk } from '#protocol/rules/report/chart.ts';
import { begun } from '#protocol/rules/report/compare.ts';
import type { Drawing } from '#web/charts/drawing.ts';
import type { Units } from '#web/fields/amounts.tsx';
import { today } from '#web/i18n/clock.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import { placesOf } from '../places.ts';
import { type Drawn, drawnOf, figuresOf, KINDS, MOST_PLACES, namesOf, type ToDraw } from '../series.ts';

/** Running totals along periods, and the period in which one looks; what has no day is on no curve. */
export function curveOf(todo: ToDraw, texts: Texts, units: Units): Drawn {
  const { report } = todo;
  const x = report.chart.x ?? '';
  const lines = todo.lines.filter((line) => line.rest !== 1 && line.keys[x]?.id !== null);
  const drawn = drawnOf({ ...todo, lines }, texts, units);
  const ask = chartAsk(report, report.chart, 'curve', todo.asked);
  const keys = placesOf(report, ask, lines, texts)
    .slice(0, MOST_PLACES)
    .map(({ key }) => key);
  const place = keys.indexOf(begun(report, { today: today(), ...ask }, false) ?? null);
  const drawing: Drawing = {
    ...drawn.drawing,
    ...(place < 0 ? {} : { now: { place, said: texts.t('charts.now', { name: drawn.drawing.names[place]! }) } }),
  };
  return { ...drawn, drawing: { ...drawing, sentence: sentenceOf(todo, drawing, texts, units) } };
}

/** Where each stands where one looks, else at its end. */
function sentenceOf({ report, kind }: ToDraw, { now, names, series }: Drawing, texts: Texts, units: Units): string {
  const { t } = texts;
  const place = now?.place ?? names.length - 1;
  const figures = figuresOf(report).map((measure, at) =>
    t('charts.standing', { name: texts.label(measure), figure: series[at]?.points[place]?.text ?? '' }),
  );
  const isEmpty = series.every(({ points }) => points.every(({ at }) => at === null));
  const result = isEmpty ? t('charts.nothing') : t('charts.stand', { name: names[place] ?? '', figures: texts.listed(figures) });
  return t('charts.sentence', { kind: t(KINDS.curve), ...namesOf({ report, kind }, texts, units), n: names.length, result });
}
