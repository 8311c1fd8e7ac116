import type { Drawing, Point } from '../drawing.ts';
import type { Room } from '../kinds/plot.ts';
import { SMALL, widest, widthOf } from '../kinds/size.ts';
import { uprightOf } from './axis.ts';
import { type Laid, round, type Shape, type Spot, words } from './sheet.ts';

export { begin } from './sheet.ts';

/** px above and below what is drawn, beside it; a scroll bar; between two texts under each other. */
const [HEAD, NAMES, SIDE, SCROLL, LINE] = [24, 24, 16, 14, 15];
/** px of a place at least; from which each has a sign. */
const [LEAST, SIGNED] = [12, 20];
/** px of a sign; of the line that says up to where things have come. */
const [SIGN, NEAR] = [3, 6];

/** Running totals along periods: what is planned dashed, each as far as it has come, and where all of them stand today. */
export const lay = (drawing: Drawing, room: Room): Laid => {
  const { names, series, panels, now } = drawing;
  const numbers = series.flatMap(({ points }) => points.map(({ at }) => at));
  const percent = panels[0]?.percent === true;
  const wide = (left: number) => Math.max(room.width, left + SIDE + names.length * LEAST);
  const first = uprightOf(numbers, percent, HEAD, room.height - NAMES);
  const height = wide(first.left) > room.width ? room.height - SCROLL : room.height;
  const axis = uprightOf(numbers, percent, HEAD, height - NAMES);
  const width = wide(axis.left);
  const step = (width - axis.left - SIDE) / Math.max(1, names.length);
  const x = (place: number): number => round(axis.left + step * (place + 0.5));
  const { inks } = room;
  const lines = series.map(
    ({ points, dash }, at): Shape => ({
      ...{ tag: 'path', stroke: inks[at]! },
      at: { d: lineOf(points, x, axis.y), fill: 'none', 'stroke-width': 2, ...(dash ? { 'stroke-dasharray': '6 4' } : {}) },
    }),
  );
  const signs = series.flatMap(({ points }, at) =>
    points.flatMap((point, place): Shape[] => {
      const isLast = point.at !== null && points.slice(place + 1).every((next) => next.at === null);
      if (point.at === null || (step < SIGNED && !isLast && place !== now?.place)) return [];
      return [signOf(at, x(place), axis.y(point.at), inks[at]!)];
    }),
  );
  const spots = series.flatMap(({ points }, at) =>
    points.flatMap((point, place): Spot[] =>
      point.at === null ? [] : [{ mark: { series: at, place }, x: x(place), y: axis.y(point.at) }],
    ),
  );
  const shapes = [...axis.shapes(width - SIDE), ...periods(names, step, x, height), ...lines, ...signs];
  return { width, height, shapes: [...shapes, ...standing(drawing, inks, x, axis.y, { width, height })], spots };
};

/** A line through figures, broken where there is none. */
export function lineOf(points: readonly Pick<Point, 'at'>[], x: (place: number) => number, y: (at: number) => number): string {
  return points
    .map(({ at }, place) => (at === null ? '' : `${(points[place - 1]?.at ?? null) === null ? 'M' : 'L'}${x(place)} ${y(at)}`))
    .join('');
}

/** Lines are told apart by more than their colour. */
function signOf(at: number, x: number, y: number, ink: string): Shape {
  const kind = at % 3;
  if (kind === 0) return { tag: 'circle', fill: ink, at: { cx: x, cy: y, r: SIGN } };
  if (kind === 1) return { tag: 'rect', fill: ink, at: { x: x - SIGN, y: y - SIGN, width: 2 * SIGN, height: 2 * SIGN } };
  return { tag: 'path', fill: ink, at: { d: `M${x} ${y - SIGN - 1}L${x + SIGN + 1} ${y + SIGN}L${x - SIGN - 1} ${y + SIGN}Z` } };
}

/** As many of the names as have room beside each other. */
function periods(names: readonly string[], step: number, x: (place: number) => number, height: number): readonly Shape[] {
  const each = Math.max(1, Math.ceil((widest(names) + NEAR) / step));
  return names.flatMap((name, place) =>
    place % each === 0 ? [words(name, x(place), height - SMALL / 2, { 'text-anchor': 'middle' }, '--text-3')] : [],
  );
}

/** Up to where things have come: a line, and beside it where each stands there. */
function standing(
  drawing: Pick<Drawing, 'series' | 'now'>,
  inks: readonly string[],
  x: (place: number) => number,
  y: (at: number) => number,
  { width, height }: { width: number; height: number },
): readonly Shape[] {
  const { now, series } = drawing;
  if (!now) return [];
  const at = x(now.place);
  const there = series.flatMap(({ points }, nth) => {
    const point = points[now.place];
    return point && point.at !== null ? [{ text: point.text, ink: inks[nth]!, y: y(point.at) }] : [];
  });
  const room = widest(there.map(({ text }) => text)) + 3 * NEAR;
  const isLeft = at + room > width;
  const side = isLeft ? -1 : 1;
  const anchor = { 'text-anchor': isLeft ? 'end' : 'start' };
  const beside = at + widthOf(now.said) + NEAR > width;
  const apart = spread(
    there.map((one) => one.y),
    HEAD,
    height - NAMES,
  );
  return [
    { tag: 'line', stroke: '--text-3', at: { x1: at, x2: at, y1: SMALL / 2, y2: height - NAMES, 'stroke-dasharray': '3 3' } },
    words(now.said, at + (beside ? -NEAR : NEAR), SMALL + 2, { 'text-anchor': beside ? 'end' : 'start' }, '--text-3'),
    ...there.flatMap(({ text, ink }, nth): Shape[] => [
      {
        tag: 'rect',
        fill: ink,
        at: { x: round(at + side * 2 * NEAR - SIGN), y: round(apart[nth]! - SIGN), width: 2 * SIGN, height: 2 * SIGN },
      },
      words(text, at + side * 3 * NEAR, apart[nth]! + SMALL / 3, anchor),
    ]),
  ];
}

/** Heights of texts, none nearer to another than a line, in the order in which they were, between both ends as long as there is room. */
export function spread(heights: readonly number[], top: number, bottom: number): readonly number[] {
  const order = heights.map((_, at) => at).sort((a, b) => heights[a]! - heights[b]! || a - b);
  const placed = [...heights];
  order.forEach((at, nth) => {
    const above = nth === 0 ? top : placed[order[nth - 1]!]! + LINE;
    placed[at] = Math.max(above, heights[at]!);
  });
  // what went too far down goes up again, the lowest first
  order.reverse().forEach((at, nth) => {
    const below = nth === 0 ? bottom : placed[order[nth - 1]!]! - LINE;
    placed[at] = Math.min(below, placed[at]!);
  });
  return placed.map(round);
}
