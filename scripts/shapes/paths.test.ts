import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { depthOf, type Frame, figureAt, NARROWER, type Point, type Ring } from './paths.ts';

const CHINA = join(import.meta.dirname, '../../web/src/charts/map/china');
/** One unit a degree, from the corner of the picture down. */
const FRAME: Frame = { west: 0, north: 0, units: 1 };
const at = ([x, y]: Point): Point => [x / NARROWER, -y];
const box = (left: number, top: number, right: number, bottom: number): Ring =>
  (
    [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ] as const
  ).map(at);

describe('CAPEX-02 where the figure of a place stands', () => {
  it('at its seat, unless that is at an edge: then where there is most room', () => {
    const wide = [box(0, 0, 100, 40)];
    expect(figureAt(wide, FRAME, at([70, 22]))).toEqual([70, 22]);
    const [x, y] = figureAt(wide, FRAME, at([98, 20]));
    expect([x >= 20 && x <= 80, y]).toEqual([true, 20]);
    expect(figureAt(wide, FRAME, at([140, 20]))[1]).toBe(20);
    expect(figureAt(wide, FRAME, undefined)[1]).toBe(20);
  });
  it('in the largest of its parts, and in no hole', () => {
    const parts = [box(0, 0, 10, 10), box(20, 0, 80, 60)];
    expect(figureAt(parts, FRAME, undefined)).toEqual([50, 30]);
    const hollow = [box(0, 0, 100, 100), box(20, 20, 100, 100)];
    expect(
      depthOf(
        [60, 60],
        hollow.map((ring) => ring.map(([x, y]): Point => [x * NARROWER, -y])),
      ),
    ).toBeLessThan(0);
    const [x, y] = figureAt(hollow, FRAME, at([60, 60]));
    expect(x < 20 || y < 20).toBe(true);
  });
});

/** The rings of a path as it is kept: a beginning, and steps from point to point. */
function ringsIn(path: string): Ring[] {
  return [...path.matchAll(/M(-?\d+) (-?\d+)l([^z]*)z/g)].map(([, x, y, steps]) => {
    const numbers = [...steps!.matchAll(/-?\d+/g)].map(Number);
    let [left, top] = [Number(x), Number(y)];
    const ring: Point[] = [[left, top]];
    for (let nth = 0; nth < numbers.length; nth += 2) {
      left += numbers[nth]!;
      top += numbers[nth + 1]!;
      ring.push([left, top]);
    }
    return ring;
  });
}

/** 舟山 and 三沙 are islands alone, smaller than a figure. */
const ISLANDS = ['330900', '460300'];

it('CAPEX-02 the figure of each place of a province stands well within its shape', () => {
  const [least, small] = [0.08, 10];
  const outside: string[] = [];
  for (const file of readdirSync(CHINA).filter((name) => /^\d+\.json$/.test(name))) {
    const { shapes } = JSON.parse(readFileSync(join(CHINA, file), 'utf8')) as {
      shapes: Record<string, { x: number; y: number; size: number; path: string }>;
    };
    for (const [code, { x, y, size, path }] of Object.entries(shapes))
      if (size > small && depthOf([x, y], ringsIn(path)) < size * least) outside.push(code);
  }
  expect(outside).toEqual(ISLANDS);
});
