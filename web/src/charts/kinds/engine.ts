import { GridSimpleComponent } from 'echarts/components';
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Drawing } from '../drawing.ts';
import type { Look } from '../look.ts';

use([GridSimpleComponent, SVGRenderer]);

export interface Box {
  readonly width: number;
  readonly height: number;
}

/** A drawing laid out: as large as its box, or larger, then it scrolls. */
export interface Sheet extends Box {
  readonly option: EChartsCoreOption;
}

/** The box of a drawing, and how it lies in it. It is told, not asked for here: what page and kinds share would be a file more to load. */
export interface Room extends Box {
  /** columns, not rows */
  readonly isUp: boolean;
  /** words stand beside the parts of a pie */
  readonly hasWords: boolean;
}

/** How one kind of chart is laid out. */
export type Lay = (drawing: Drawing, room: Room, look: Look) => Sheet;

export const begin = (host: HTMLElement, { width, height }: Box): EChartsType => init(host, null, { renderer: 'svg', width, height });

/** What holds for each kind: nothing moves, texts as the page has them. */
export const base = ({ font, text }: Look): EChartsCoreOption => ({
  animation: false,
  stateAnimation: { duration: 0 },
  textStyle: { fontFamily: font, fontSize: SMALL, color: text },
});

/** Sizes in a chart, px. */
export const SMALL = 12;
const WIDE = 12.5;
const NARROW = 7;

/** About how wide a text is. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter.codePointAt(0)! < 0x2e80 ? NARROW : WIDE), 0);
export const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(widthOf));
