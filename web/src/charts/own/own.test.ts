import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bar, Dial, Drawing, Series } from '../drawing.ts';
import { uprightOf } from './axis.ts';
import { lay as curve, lineOf, spread } from './curve.ts';
import { arcOf, lay as gauge, zoneOf } from './gauge.ts';
import { type Laid, type Shape, spotAt } from './sheet.ts';
import { hatchOf, lay as waterfall } from './waterfall.ts';

const INKS = ['--c-plan', '--c-done', '--c-paid'];
const roomOf = (width: number, height = 240) => ({ width, height, isUp: true, hasWords: true, inks: INKS });
const seriesOf = (figures: readonly (number | null)[], dash = false): Series => ({
  ...{ name: '数量', dash, rest: false, panel: 0 },
  points: figures.map((at) => ({ at, text: at === null ? '–' : `${at}`, opens: true })),
});
const drawing = (kind: Drawing['kind'], series: readonly Series[], rest: Partial<Drawing> = {}): Drawing => ({
  ...{ kind, series, inOrder: true, panels: [{ percent: false }], sentence: '' },
  names: series[0]?.points.map((_, at) => `n${at}`) ?? [],
  ...rest,
});
const textsOf = ({ shapes }: Laid) => shapes.flatMap(({ text }) => text ?? []);
const tagged = ({ shapes }: Laid, tag: Shape['tag']) => shapes.filter((one) => one.tag === tag);
const numbersOf = ({ shapes, width, height }: Laid): number[] => [
  ...[width, height],
  ...shapes.flatMap(({ at }) =>
    Object.values(at).flatMap((one) => (typeof one === 'number' ? one : (one.match(/-?\d+(\.\d+)?/g) ?? []).map(Number))),
  ),
];

describe('PAGES-07 a waterfall', () => {
  const bars: Bar[] = [
    { from: 0, to: 100, is: 'whole' },
    { from: 100, to: 140, is: 'rise' },
    { from: 0, to: 140, is: 'whole' },
    { from: 140, to: 80, is: 'fall' },
    { from: 0, to: 80, is: 'whole' },
  ];
  const laid = waterfall(drawing('waterfall', [seriesOf([100, 40, 140, -60, 80])], { bars }), roomOf(600));
  it('its bars stand where a ruler has them', () => {
    // 22 px above, 24 below: 194 px from 150 down to 0, which is 1.2933 px for each
    expect(laid.spots.map(({ box }) => [box!.y, box!.height])).toEqual([
      [86.67, 129.33],
      [34.93, 51.74],
      [34.93, 181.07],
      [34.93, 77.6],
      [112.53, 103.47],
    ]);
    // texts of the axis take 16 + 21 px, 16 are left beside: 547 px for five, bars of 56 in the middle of each
    expect(laid.spots.map(({ box }) => [box!.x, box!.width])).toEqual([
      [63.7, 56],
      [173.1, 56],
      [282.5, 56],
      [391.9, 56],
      [501.3, 56],
    ]);
    expect([laid.width, laid.height]).toEqual([600, 240]);
  });
  it('a fall is hatched, each bar leads to the next by a line where it ends, and figures stand above', () => {
    expect(tagged(laid, 'rect').map(({ fill, stroke }) => stroke ?? fill)).toEqual([
      '--c-done',
      '--c-paid',
      '--c-done',
      '--c-warn',
      '--c-done',
    ]);
    expect(tagged(laid, 'path')).toHaveLength(1);
    const bridges = tagged(laid, 'line').filter(({ at }) => at['stroke-dasharray']);
    expect(bridges.map(({ at }) => [at.x1, at.x2, at.y1])).toEqual([
      [119.7, 173.1, 86.67],
      [229.1, 282.5, 34.93],
      [338.5, 391.9, 34.93],
      [447.9, 501.3, 112.53],
    ]);
    expect(textsOf(laid)).toEqual(['0', '50', '100', '150', '100', '40', '140', '-60', '80', 'n0', 'n1', 'n2', 'n3', 'n4']);
  });
  it('lines of a fall end at its sides', () => {
    expect(hatchOf({ x: 10, y: 20, width: 12, height: 6 })).toBe('M10 26L16 20M16 26L22 20');
  });
  it('what is all below 0 has its figure below it; nothing has no bar, and no change a line', () => {
    const below = waterfall(
      drawing('waterfall', [seriesOf([-10, null, 0])], {
        bars: [{ from: 0, to: -10, is: 'fall' }, null, { from: -10, to: -10, is: 'rise' }],
      }),
      roomOf(400),
    );
    expect(below.spots.map(({ mark }) => mark.place)).toEqual([0, 2]);
    expect(below.spots[1]!.box!.height).toBe(1);
    const printed = below.shapes.filter(({ text, at }) => text === '-10' && at['text-anchor'] === 'middle');
    expect(Number(printed[0]!.at.y)).toBeGreaterThan(below.spots[0]!.box!.y + below.spots[0]!.box!.height);
  });
  it('on a phone it scrolls, and every figure has its room', () => {
    const wide = waterfall(drawing('waterfall', [seriesOf([1234567, 2, 3, 4, 5, 6, 7, 8])], { bars: Array(8).fill(bars[0]) }), roomOf(340));
    expect(wide.width).toBeGreaterThan(340);
    expect(wide.height).toBe(226);
    expect(textsOf(wide)).toContain('1234567');
  });
});

describe('PAGES-07 a gauge', () => {
  const dial = (part: number | null, bounds: Dial['bounds'] = []): Dial => ({ part, text: `${part}`, bounds, zone: '' });
  const laid = (of: Dial, width = 600) => gauge(drawing('gauge', [seriesOf([50, 100])], { dial: of }), roomOf(width));
  it('an arc goes from the left over the top to the right', () => {
    const centre = { x: 100, y: 100 };
    expect(arcOf(centre, 50, 40, 0, 1)).toBe('M50 100A50 50 0 0 1 150 100L140 100A40 40 0 0 0 60 100Z');
    expect(arcOf(centre, 50, 40, 0, 0.5)).toBe('M50 100A50 50 0 0 1 100 50L100 60A40 40 0 0 0 60 100Z');
    // a quarter of half a turn is 45 degrees
    expect(arcOf(centre, 100, 80, 0, 0.25)).toBe('M0 100A100 100 0 0 1 29.29 29.29L43.43 43.43A80 80 0 0 0 20 100Z');
  });
  it('is as full as its part, full beyond the whole, empty below 0 and where there is nothing to tell', () => {
    const arcs = (part: number | null) => tagged(laid(dial(part)), 'path').map(({ at }) => String(at.d));
    const whole = arcs(1);
    expect(whole[1]).toBe(whole[0]);
    expect([arcs(1.5)[1], arcs(1e9)[1]]).toEqual([whole[0], whole[0]]);
    expect([arcs(-0.2), arcs(0), arcs(null)].map((all) => all.length)).toEqual([1, 1, 1]);
    // 600 by 240: a radius of 130 px at most, its middle at 300
    expect(whole[0]).toMatch(/^M170 /);
  });
  it('changes its colour with its bounds, which hold themselves', () => {
    const bounds = [
      { at: 0.6, text: '60%' },
      { at: 0.9, text: '90%' },
    ];
    expect([0, 0.5999, 0.6, 0.8999, 0.9, 2].map((part) => zoneOf(part, bounds))).toEqual([0, 0, 1, 1, 2, 2]);
    const ink = (part: number) => tagged(laid(dial(part, bounds)), 'path')[1]?.fill;
    expect([ink(0.1), ink(0.6), ink(0.95)]).toEqual(['--red-mark', '--c-warn', '--c-done']);
    expect(textsOf(laid(dial(0.5, bounds)))).toEqual(expect.arrayContaining(['60%', '90%', 'n0  50', 'n1  100']));
  });
  it('a bound beyond the whole makes the dial longer', () => {
    const long = tagged(laid(dial(1, [{ at: 2, text: '200%' }])), 'path').map(({ at }) => String(at.d));
    expect(long[1]).not.toBe(long[0]);
    expect(long[1]).toContain('0 0 1 300 ');
  });
  it('both figures can be pressed', () => {
    const { spots } = laid(dial(0.5));
    expect(spots.map(({ mark }) => mark.place)).toEqual([0, 1]);
    expect(spotAt({ spots }, { x: 300, y: spots[0]!.box!.y + 5 })?.mark.place).toBe(0);
    expect(spotAt({ spots }, { x: 300, y: spots[1]!.box!.y + 5 })?.mark.place).toBe(1);
    expect(spotAt({ spots }, { x: 5, y: 5 })).toBeUndefined();
  });
});

describe('PAGES-07 a curve', () => {
  const plan = seriesOf([10, 30, 60, 100], true);
  const done = seriesOf([5, 20, null, null]);
  const now = { place: 1, said: 'as of n1' };
  const laid = curve(drawing('curve', [plan, done], { now }), roomOf(453));
  it('its points stand where a ruler has them, and it ends where nothing is told', () => {
    // texts of the axis take 16 + 21 px, 16 are left beside: 400 px for four months; 24 px above, 24 below: 1.92 px for each
    const lines = tagged(laid, 'path').filter(({ at }) => at['stroke-width'] === 2);
    expect(lines.map(({ at }) => at.d)).toEqual(['M87 196.8L187 158.4L287 100.8L387 24', 'M87 206.4L187 177.6']);
    expect(lines.map(({ stroke, at }) => [stroke, at['stroke-dasharray'] ?? 'whole'])).toEqual([
      ['--c-plan', '6 4'],
      ['--c-done', 'whole'],
    ]);
    expect(laid.spots).toHaveLength(6);
  });
  it('a line says up to where things have come, with what each is there', () => {
    const line = tagged(laid, 'line').find(({ at }) => at['stroke-dasharray'])!;
    expect([line.at.x1, line.at.x2]).toEqual([187, 187]);
    const texts = textsOf(laid);
    expect(texts.slice(texts.indexOf('as of n1'))).toEqual(['as of n1', '30', '20']);
    expect(textsOf(curve(drawing('curve', [plan]), roomOf(453)))).not.toContain('as of n1');
  });
  it('a line is broken where there is no figure', () => {
    const points = [1, null, 2, 3].map((at) => ({ at }));
    expect(
      lineOf(
        points,
        (place) => place,
        (at) => at,
      ),
    ).toBe('M0 1M2 2L3 3');
  });
  it('texts stand a line apart, in their order, and stay inside', () => {
    expect(spread([100, 102, 50], 0, 200)).toEqual([100, 115, 50]);
    expect(spread([198, 199], 0, 200)).toEqual([185, 200]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 6 }), (heights) => {
        const placed = spread(heights, 0, 200);
        const sorted = [...placed].sort((a, b) => a - b);
        for (const [at, one] of sorted.entries()) if (at > 0) expect(one - sorted[at - 1]!).toBeGreaterThanOrEqual(15);
        expect(Math.min(...placed)).toBeGreaterThanOrEqual(0);
        expect(Math.max(...placed)).toBeLessThanOrEqual(200);
      }),
    );
  });
  it('five years of months scroll, and names stand apart', () => {
    const long = seriesOf(Array.from({ length: 60 }, (_, at) => at));
    const laid = curve(drawing('curve', [long], { names: long.points.map((_, at) => `20${at}-01`) }), roomOf(340));
    expect(laid.width).toBe(16 + 14 + 16 + 60 * 12);
    expect(tagged(laid, 'circle')).toHaveLength(1);
    expect(textsOf(laid).filter((text) => text.includes('-'))).toHaveLength(12);
  });
});

describe('PAGES-07 Q8 whatever is drawn', () => {
  const figure = fc.oneof(
    fc.constant(null),
    fc.constant(0),
    fc.integer({ min: -1e9, max: 1e9 }),
    fc.constantFrom(1e-6, -1e-6, 1e15, -1e15),
  );
  it('every number is one, and lies in the sheet', () => {
    fc.assert(
      fc.property(fc.array(figure, { minLength: 1, maxLength: 30 }), fc.integer({ min: 200, max: 1400 }), (figures, width) => {
        const bars = figures.map((to, at): Bar | null =>
          to === null ? null : { from: figures[at - 1] ?? 0, to, is: to < 0 ? 'fall' : 'rise' },
        );
        const all = [
          waterfall(drawing('waterfall', [seriesOf(figures)], { bars }), roomOf(width)),
          curve(drawing('curve', [seriesOf(figures)], { now: { place: 0, said: 'now' } }), roomOf(width)),
          gauge(
            drawing('gauge', [seriesOf(figures.slice(0, 2))], { dial: { part: figures[0]!, text: '', bounds: [], zone: '' } }),
            roomOf(width),
          ),
        ];
        for (const laid of all) {
          expect(numbersOf(laid).every(Number.isFinite)).toBe(true);
          for (const { x, y } of laid.spots) {
            expect(x >= 0 && x <= laid.width).toBe(true);
            expect(y >= -0.01 && y <= laid.height).toBe(true);
          }
        }
      }),
    );
  });
  it('an axis stands the right way round', () => {
    const axis = uprightOf([-5, 5], false, 0, 100);
    expect([axis.y(5), axis.y(0), axis.y(-5)]).toEqual([0, 50, 100]);
  });
});
