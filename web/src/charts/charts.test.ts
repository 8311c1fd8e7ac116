import { init } from 'echarts/core';
import { describe, expect, it } from 'vitest';
import tokens from '#web/theme/tokens.css?raw';
import { type Drawing, hasWords, isUpright, moved, type Series } from './drawing.ts';
import { lay as bars } from './kinds/bar.ts';
import { lay as lines } from './kinds/line.ts';
import { lay as pie } from './kinds/pie.ts';
import { COLOURS, colourOf, type Look, seriesColour } from './look.ts';
import { endsOf } from './picture.ts';
import { scaleOf, ticksOf, tickText } from './scale.ts';

const look: Look = {
  colourOf: (at) => `#2a5${at}c4`,
  seriesColour: (_, at) => `#2a5${at}c4`,
  text: '#111111',
  quiet: '#555555',
  grid: '#eeeeee',
  page: '#ffffff',
  font: 'sans-serif',
  token: (name) => name,
};
const series = (figures: readonly (number | null)[], rest: Partial<Series> = {}): Series => ({
  ...{ name: '数量', dash: false, rest: false, panel: 0 },
  points: figures.map((at) => ({ at, text: at === null ? '–' : `exact ${at}`, opens: true })),
  ...rest,
});
const drawing = (rest: Partial<Drawing>): Drawing => {
  const all = rest.series ?? [series([3, 5])];
  return {
    kind: 'bar',
    names: all[0]!.points.map((_, at) => `name ${at}`),
    inOrder: false,
    series: all,
    panels: [{ percent: false }],
    sentence: '',
    ...rest,
  };
};
const BOX = { width: 600, height: 240 };
const roomOf = (of: Drawing, box = BOX) => ({ ...box, isUp: isUpright(of), hasWords: hasWords(box), inks: [] });
const laid = (lay: typeof bars, of: Drawing, box = BOX) => lay(of, roomOf(of, box), look);
/** A drawing as the library makes it. */
function drawn(lay: typeof bars, of: Drawing, box = BOX): string {
  const { option, width, height } = laid(lay, of, box);
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption(option);
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

describe('PAGES-07 axes', () => {
  it('hold 0 and every number, in steps of 1, 2 or 5', () => {
    expect(ticksOf(scaleOf([3, 27.2], 4))).toEqual([0, 10, 20, 30]);
    expect(scaleOf([-5, 12], 4)).toEqual({ min: -5, max: 15, step: 5 });
    expect(scaleOf([-3, -1], 3)).toEqual({ min: -3, max: 0, step: 1 });
    expect([scaleOf([], 4), scaleOf([null, 0], 4)]).toEqual([
      { min: 0, max: 1, step: 1 },
      { min: 0, max: 1, step: 1 },
    ]);
    for (const high of [1e-6, 0.3, 7, 99, 100, 1e9, 123456789012345])
      for (const about of [1, 3, 5]) {
        const { min, max, step } = scaleOf([high], about);
        expect([min, max >= high, max - high < step * 1.001]).toEqual([0, true, true]);
      }
  });
  it('say their numbers as figures are written', () => {
    const { step } = scaleOf([0.3], 3);
    expect(tickText(0.1 + 0.2, { min: 0, max: 1, step }, false)).toBe('0.3');
    expect(tickText(0.6, scaleOf([0.9], 5), true)).toBe('60%');
    expect(tickText(2_000_000, scaleOf([2_000_000], 2), false)).toBe('2,000,000');
  });
});

describe('PAGES-07 kinds', () => {
  it('print our texts, not their numbers', () => {
    expect(drawn(bars, drawing({}))).toContain('exact 5');
    expect(drawn(lines, drawing({ kind: 'line' }))).toContain('exact 5');
    const parts = series([1, 3]);
    const points = parts.points.map((point, at) => ({ ...point, share: `${at}.5%` }));
    const svg = drawn(pie, drawing({ kind: 'pie', series: [{ ...parts, points }] }));
    expect(svg).toMatch(/name 1\s+exact 3\s+1\.5%/);
  });
  it('more than five names lie in rows that scroll, what is in order stands upright and goes aside', () => {
    const many = drawing({ series: [series(Array.from({ length: 30 }, (_, at) => at))] });
    expect([isUpright(drawing({})), isUpright(many), isUpright({ ...many, inOrder: true })]).toEqual([true, false, true]);
    const rows = laid(bars, many);
    expect([rows.height > BOX.height, rows.width < BOX.width]).toEqual([true, true]);
    const columns = laid(bars, { ...many, inOrder: true });
    expect([columns.width > BOX.width, columns.height < BOX.height]).toEqual([true, true]);
    expect(laid(bars, drawing({}))).toMatchObject(BOX);
  });
  it('bars begin at 0, negative ones go the other way, parts are laid on each other with the whole at their end', () => {
    const { option } = laid(bars, drawing({ series: [series([3, -5])] }));
    expect((option.yAxis as { min: number; max: number }[])[0]).toMatchObject({ min: -6, max: 4 });
    const wholes = [
      { at: 5, text: 'whole 5' },
      { at: 7, text: 'whole 7' },
    ];
    const parted = drawing({ series: [series([3, 7]), series([2, null])], wholes });
    const svg = drawn(bars, parted);
    expect([svg.includes('whole 5'), svg.includes('whole 7'), svg.includes('exact')]).toEqual([true, true, false]);
    expect((laid(bars, parted).option.yAxis as { max: number }[])[0]!.max).toBe(8);
  });
  it('fit a widget of 300 by 180, two panels too', () => {
    const two = drawing({ series: [series([1, 2]), series([0.1, 0.2], { panel: 1 })], panels: [{ percent: false }, { percent: true }] });
    for (const [lay, kind] of [
      [bars, 'bar'],
      [lines, 'line'],
      [pie, 'pie'],
    ] as const)
      expect(laid(lay, { ...two, kind }, { width: 300, height: 180 })).toMatchObject({ width: 300, height: 180 });
  });
});

describe('PAGES-07 the list in the picture of a map', () => {
  const heads = ['City', 'Projects', 'Total cost (CNY 10,000)'];
  it('has columns of equal shares, and where a name is wider the one before it makes room', () => {
    expect(endsOf([heads, ['Nantong', '12', '83,393.68']], 1000).slice(1)).toEqual([700, 1000]);
    const [, projects = 0, cost = 0] = endsOf([heads], 300);
    expect(cost).toBe(300);
    expect(projects).toBeLessThan(300 - 'Total cost (CNY 10,000)'.length * 6);
    expect(endsOf([['市', '项目数', '总投资（万元）']], 300)[1]).toBe(300 - 7 * 12 - 12);
    expect(endsOf([], 300)).toHaveLength(2);
  });
});

describe('PAGES-07 A11Y the mark of the keyboard', () => {
  const two = { ...drawing({ series: [series([1, 2, 3]), series([4, 5, 6])] }) };
  it('goes along the axis and from series to series, and stays inside', () => {
    expect(moved(two, null, 'ArrowLeft')).toEqual({ series: 0, place: 0 });
    expect(moved(two, { series: 0, place: 0 }, 'ArrowRight')).toEqual({ series: 0, place: 1 });
    expect(moved(two, { series: 0, place: 1 }, 'ArrowDown')).toEqual({ series: 1, place: 1 });
    expect(moved(two, { series: 1, place: 2 }, 'ArrowRight')).toEqual({ series: 1, place: 2 });
    expect(moved(two, { series: 1, place: 2 }, 'Home')).toEqual({ series: 1, place: 0 });
    expect(moved(two, null, 'End')).toEqual({ series: 0, place: 2 });
    expect(moved(two, null, 'Enter')).toBeUndefined();
  });
  it('goes down rows, and with every arrow through one series', () => {
    const rows = drawing({ series: [series([1, 2, 3, 4, 5, 6]), series([1, 2, 3, 4, 5, 6])] });
    expect(moved(rows, { series: 0, place: 0 }, 'ArrowDown')).toEqual({ series: 0, place: 1 });
    expect(moved(rows, { series: 0, place: 0 }, 'ArrowRight')).toEqual({ series: 1, place: 0 });
    for (const key of ['ArrowDown', 'ArrowRight'])
      expect(moved(drawing({}), { series: 0, place: 0 }, key)).toEqual({ series: 0, place: 1 });
  });
});

describe('quality: colours of charts', () => {
  const light = (hex: string): number =>
    [0, 2, 4]
      .map((at) => Number.parseInt(hex.slice(at + 1, at + 3), 16) / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at]!, 0);
  const of = (theme: 'light' | 'dark', name: string): string => {
    const from = theme === 'dark' ? tokens.indexOf('[data-theme="dark"]') : 0;
    return new RegExp(`${name}: (#[0-9a-f]{6})`).exec(tokens.slice(from))![1]!;
  };
  it.each(['light', 'dark'] as const)('each stands out from a %s page by 3 to 1', (theme) => {
    for (const name of COLOURS) {
      const [one, other] = [light(of(theme, name)), light(of(theme, '--bg-page'))].sort((a, b) => b - a);
      expect((one! + 0.05) / (other! + 0.05), name).toBeGreaterThanOrEqual(3);
    }
    expect(new Set(COLOURS.map((name) => of(theme, name))).size).toBe(COLOURS.length);
  });
  it('what is planned takes no colour from what is done', () => {
    const series = [
      { dash: true, rest: false },
      { dash: false, rest: false },
      { dash: false, rest: false },
    ];
    expect(series.map((_, at) => seriesColour(series, at))).toEqual(['--c-plan', '--c-done', '--c-paid']);
  });
  it('what is planned and what the others come to are quiet', () => {
    expect([colourOf(0), colourOf(1, { dash: true }), colourOf(0, { rest: true }), colourOf(6)]).toEqual([
      '--c-done',
      '--c-plan',
      '--c-plan',
      '--c-done',
    ]);
  });
});
