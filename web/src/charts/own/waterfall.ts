import type { Bar, Drawing } from '../drawing.ts';
import type { Room } from '../kinds/plot.ts';
import { cutTo, SMALL, widest, widthOf } from '../kinds/size.ts';
import { uprightOf } from './axis.ts';
import { type Laid, round, type Shape, type Spot, words } from './sheet.ts';

export { begin } from './sheet.ts';

/** px above and below what is drawn, beside it; a scroll bar. */
const [HEAD, NAMES, SIDE, SCROLL] = [22, 24, 16, 14];
/** px of a place at least, and for its figure at most; of a bar at most, and its part of the place. */
const [LEAST, FIGURE, WIDE, PART] = [48, 150, 56, 0.6];
/** px between the lines of a fall. */
const HATCH = 6;

const INKS: Readonly<Record<Bar['is'], string>> = { whole: '--c-done', rise: '--c-paid', fall: '--c-warn' };

/** Bars from 0, and between them what each differs by: a rise is full, a fall hatched, both with their sign. */
export const lay = (drawing: Drawing, room: Room): Laid => {
  const { names, bars = [], panels, series } = drawing;
  const points = series[0]?.points ?? [];
  const least = Math.max(LEAST, Math.min(FIGURE, widest(points.map(({ text }) => text)) + SIDE / 2));
  const numbers = bars.flatMap((bar) => (bar ? [bar.from, bar.to] : []));
  const percent = panels[0]?.percent === true;
  const wide = (left: number) => Math.max(room.width, left + SIDE + names.length * least);
  // a scroll bar takes its room from the axis, whose texts may then be fewer
  const first = uprightOf(numbers, percent, HEAD, room.height - NAMES);
  const height = wide(first.left) > room.width ? room.height - SCROLL : room.height;
  const axis = uprightOf(numbers, percent, HEAD, height - NAMES);
  const width = wide(axis.left);
  const step = (width - axis.left - SIDE) / Math.max(1, names.length);
  const middle = (place: number): number => axis.left + step * (place + 0.5);
  const rects = bars.map((bar, place) => bar && rectOf(bar, middle(place), Math.min(WIDE, step * PART), axis.y));
  const drawn = bars.flatMap((bar, place) => (bar ? drawnBar(bar, rects[place]!) : []));
  const printed = points.flatMap(({ text }, place): Shape[] => {
    const rect = rects[place];
    if (!rect || widthOf(text) > step) return [];
    return [words(text, middle(place), isBelow(bars[place]!) ? rect.y + rect.height + SMALL : rect.y - SMALL / 3, CENTRED)];
  });
  const called = names.map((name, place) => words(cutTo(name, step - SIDE / 4), middle(place), height - SMALL / 2, CENTRED, '--text-3'));
  const spots = rects.flatMap((rect, place): Spot[] =>
    rect ? [{ mark: { series: 0, place }, x: middle(place), y: rect.y, box: rect }] : [],
  );
  return { width, height, shapes: [...axis.shapes(width - SIDE), ...bridges(bars, rects, axis.y), ...drawn, ...printed, ...called], spots };
};

const CENTRED = { 'text-anchor': 'middle' };

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What stands below 0 has its figure below it. */
const isBelow = ({ from, to }: Bar): boolean => Math.max(from, to) <= 0 && Math.min(from, to) < 0;

function rectOf({ from, to }: Bar, middle: number, wide: number, y: (at: number) => number): Rect {
  const [high, low] = [y(Math.max(from, to)), y(Math.min(from, to))];
  return { x: round(middle - wide / 2), y: high, width: round(wide), height: Math.max(1, round(low - high)) };
}

function drawnBar({ is }: Bar, rect: Rect): readonly Shape[] {
  if (is !== 'fall') return [{ tag: 'rect', fill: INKS[is], at: { ...rect } }];
  return [
    { tag: 'rect', fill: '--bg-page', stroke: INKS.fall, at: { ...rect, 'stroke-width': 1.5 } },
    { tag: 'path', stroke: INKS.fall, at: { d: hatchOf(rect), fill: 'none', 'stroke-width': 1.5 } },
  ];
}

/** Lines up to the right across a box, each from side to side of it. */
export function hatchOf({ x, y, width, height }: Rect): string {
  const [right, bottom] = [x + width, y + height];
  const lines: string[] = [];
  for (let at = x - height + HATCH; at < right; at += HATCH) {
    const [from, to] = [Math.max(x, at), Math.min(right, at + height)];
    if (to > from) lines.push(`M${round(from)} ${round(bottom - (from - at))}L${round(to)} ${round(bottom - (to - at))}`);
  }
  return lines.join('');
}

/** From the end of a bar to where the next one begins. */
function bridges(bars: readonly (Bar | null)[], rects: readonly (Rect | null)[], y: (at: number) => number): readonly Shape[] {
  return bars.flatMap((bar, place): Shape[] => {
    const [own, next] = [rects[place], rects[place + 1]];
    if (!bar || !own || !next) return [];
    const at = { x1: own.x + own.width, x2: next.x, y1: y(bar.to), y2: y(bar.to), 'stroke-dasharray': '2 2' };
    return [{ tag: 'line', stroke: '--text-3', at }];
  });
}
