import type { PlotKind } from '#web/charts/drawing.ts';
import type { Units } from '#web/fields/amounts.tsx';
import type { Texts } from '#web/i18n/use-text.ts';
import type { Drawn, ToDraw } from '../series.ts';
import { curveOf } from './curve-of.ts';
import { gaugeOf } from './gauge-of.ts';
import { waterfallOf } from './waterfall-of.ts';

/** Kinds whose drawing is made otherwise than of series along an axis. */
export const OWN: Readonly<Partial<Record<PlotKind, (todo: ToDraw, texts: Texts, units: Units) => Drawn>>> = {
  gauge: gaugeOf,
  curve: curveOf,
  waterfall: waterfallOf,
};
