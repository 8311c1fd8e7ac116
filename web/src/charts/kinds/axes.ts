import type { Drawing, Point } from '../drawing.ts';
import type { Look } from '../look.ts';
import { type Scale, scaleOf, ticksOf, tickText } from '../scale.ts';
import type { Box } from './plot.ts';
import { SMALL, widest, widthOf } from './size.ts';

/** Room around what is drawn, px. */
const [GAP, NAMES, TICKS, HEAD] = [8, 24, 22, 20];
/** Names beside rows take this part of the width at most, and no more px. */
const [NAME_PART, NAME_MOST] = [0.34, 170];
/** px between two ticks at least: under each other, beside each other */
const [BELOW, BESIDE] = [44, 90];
/** A scroll bar, px. */
const BAR = 14;
/** A row is so high at most. */
const ROW_MOST = 44;

/** Where axes lie, and how large all of it is. */
export interface Axes extends Box {
  readonly option: { grid: object[]; xAxis: object[]; yAxis: object[] };
  /** px that each place along the axis has */
  readonly step: number;
}

/** The axis of each panel; parts that are laid on each other reach as far as they do together. */
function scalesOf({ series, panels, wholes }: Drawing, length: number, apart: number): readonly Scale[] {
  return panels.map((_, panel) => {
    const points = series.filter((one) => one.panel === panel).map((one) => one.points.map(({ at }) => at));
    const numbers = wholes ? ends(points) : points.flat();
    return scaleOf(numbers, Math.min(5, Math.floor(length / apart)));
  });
}

/** How far parts reach on either side of 0. */
function ends(parts: readonly (readonly (number | null)[])[]): number[] {
  const sides = (sign: number) =>
    (parts[0] ?? []).map((_, place) => parts.reduce((sum, part) => sum + Math.max(0, sign * (part[place] ?? 0)), 0) * sign);
  return [...sides(1), ...sides(-1)];
}

/** Columns and lines: names below, each panel above the next. `least`: px of a place. */
export function uprightAxes(drawing: Drawing, box: Box, look: Look, least: number): Axes {
  const { names, panels, inOrder } = drawing;
  const height = box.height;
  const each = Math.max(30, (height - NAMES) / panels.length - HEAD);
  const scales = scalesOf(drawing, each, BELOW);
  const left = GAP + widest(scales.flatMap((scale, panel) => ticksOf(scale).map((at) => tickText(at, scale, panels[panel]!.percent))));
  const width = Math.max(box.width, left + 2 * GAP + names.length * least);
  const step = (width - left - 2 * GAP) / Math.max(1, names.length);
  return {
    ...{ width, height: width > box.width ? height - BAR : height, step },
    option: {
      grid: panels.map((_, panel) => ({
        left,
        right: 2 * GAP,
        top: HEAD + panel * (each + HEAD),
        height: each - (width > box.width ? BAR : 0),
        ...TIGHT,
      })),
      xAxis: panels.map((_, panel) => ({
        ...{ type: 'category', data: names, gridIndex: panel },
        axisLine: { lineStyle: { color: look.quiet }, onZero: true },
        axisTick: { show: false },
        axisLabel: {
          ...{ show: panel === panels.length - 1, color: look.quiet, fontSize: SMALL, hideOverlap: true },
          ...(inOrder ? {} : { interval: 0, width: step - 4, overflow: 'truncate' }),
        },
      })),
      yAxis: scales.map((scale, panel) => valueAxis(scale, panels[panel]!.percent, panel, look)),
    },
  };
}

/** Rows: names beside them, the panels beside each other. `least`: px of a row; `labels`: what is printed at their ends. */
export function turnedAxes(drawing: Drawing, box: Box, look: Look, least: number, labels: readonly string[]): Axes {
  const { names, panels } = drawing;
  const left = Math.min(box.width * NAME_PART, NAME_MOST, widest(names) + GAP) + GAP;
  const room = names.length * least + TICKS + GAP;
  const scrolls = room > box.height;
  const width = box.width - (scrolls ? BAR : 0);
  const height = Math.max(room, Math.min(box.height, names.length * ROW_MOST + TICKS + GAP));
  const right = Math.min(widest(labels) + GAP, box.width * NAME_PART);
  const each = Math.max(40, (width - left) / panels.length - right);
  const scales = scalesOf(drawing, each, BESIDE);
  return {
    ...{ width, height, step: (height - TICKS - GAP) / Math.max(1, names.length) },
    option: {
      grid: panels.map((_, panel) => ({ left: left + panel * (each + right), width: each, top: TICKS, bottom: GAP, ...TIGHT })),
      xAxis: scales.map((scale, panel) => ({ ...valueAxis(scale, panels[panel]!.percent, panel, look), position: 'top' })),
      yAxis: panels.map((_, panel) => ({
        ...{ type: 'category', data: names, gridIndex: panel, inverse: true },
        axisLine: { lineStyle: { color: look.quiet } },
        axisTick: { show: false },
        axisLabel: { show: panel === 0, color: look.text, fontSize: SMALL, interval: 0, width: left - 2 * GAP, overflow: 'truncate' },
      })),
    },
  };
}

/** Room is reckoned here, not by the library. */
const TIGHT = { containLabel: false, outerBoundsMode: 'none' };

const valueAxis = (scale: Scale, percent: boolean, panel: number, look: Look) => ({
  ...{ type: 'value', gridIndex: panel, min: scale.min, max: scale.max, interval: scale.step },
  splitLine: { lineStyle: { color: look.grid } },
  axisLabel: { color: look.quiet, fontSize: SMALL, hideOverlap: true, formatter: (at: number) => tickText(at, scale, percent) },
});

/** A figure fits where so many px are. */
export const fits = (points: readonly Pick<Point, 'text'>[], room: number): boolean => points.every(({ text }) => widthOf(text) <= room);
