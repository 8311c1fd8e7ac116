import { SMALL, widest } from '../kinds/size.ts';
import { type Scale, scaleOf, ticksOf, tickText } from '../scale.ts';
import { round, type Shape, words } from './sheet.ts';

/** px between two ticks at least; between their texts and what is drawn. */
const [APART, GAP] = [44, 8];

/** An axis from top to bottom, with where numbers stand on it. */
export interface Upright {
  readonly scale: Scale;
  /** px that its texts take on the left */
  readonly left: number;
  y(at: number): number;
  /** its lines and texts, as far as `right` */
  shapes(right: number): readonly Shape[];
}

/** An axis that holds these numbers and 0. */
export function uprightOf(numbers: readonly (number | null)[], percent: boolean, top: number, bottom: number): Upright {
  const high = Math.max(1, bottom - top);
  const scale = scaleOf(numbers, Math.min(5, Math.floor(high / APART)));
  const texts = ticksOf(scale).map((at) => ({ at, text: tickText(at, scale, percent) }));
  const left = 2 * GAP + widest(texts.map(({ text }) => text));
  const y = (at: number): number => round(top + ((scale.max - at) / (scale.max - scale.min)) * high);
  return {
    ...{ scale, left, y },
    shapes: (right) =>
      texts.flatMap(({ at, text }): Shape[] => [
        { tag: 'line', stroke: at === 0 ? '--text-3' : '--c-grid', at: { x1: left, x2: right, y1: y(at), y2: y(at) } },
        words(text, left - GAP, y(at) + SMALL / 3, { 'text-anchor': 'end' }, '--text-3'),
      ]),
  };
}
