import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import tokens from '#web/theme/tokens.css?raw';
import china from './china/china.json';
import { contrast, mapLook } from './ink.ts';
import { endsOf, layOf, type MapTile, movedOn, STEPS, stepOf } from './mapped.ts';
import { Shapes } from './Shapes.tsx';
import { bookOf, layShapes, type ShapeBook, shapedOf } from './shapes.ts';
import { Tiles } from './Tiles.tsx';

const tile = (id: number, row: number, col: number, at: number | null = null): MapTile => ({
  ...{ id, row, col, at, name: `name ${id}`, short: `T${id}`, said: `said ${id}`, opens: at !== null },
  ...{ text: at === null ? '' : `exact ${at}`, brief: at === null ? '' : String(at) },
});
const figures = (...all: (number | null)[]) => all.map((at, nth) => tile(nth + 1, 1, nth + 1, at));
const stepsOf = (...all: (number | null)[]) =>
  figures(...all).map(({ at }, _, tiles) => stepOf(at, endsOf(figures(...all)) ?? endsOf(tiles)));

describe('CAPEX-02 PAGES-07 the steps of a map', () => {
  it('are equal from the least to the most, each with its lower bound, the last with the most', () => {
    expect(stepsOf(0, 24.9, 25, 49, 50, 74, 75, 100)).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
    expect(stepsOf(2, 24)).toEqual([1, 4]);
  });
  it('0 and what is negative are figures, what is not there is none', () => {
    expect(stepsOf(0, null, 8)).toEqual([1, 0, 4]);
    expect(stepsOf(-8, -4, 0, null)).toEqual([1, 3, 4, 0]);
    expect(stepsOf(null, null)).toEqual([0, 0]);
  });
  it('one figure, and those that are all alike, have one colour', () => {
    expect([stepsOf(7), stepsOf(3, 3, null), stepsOf(0, 0), stepsOf(-2)]).toEqual([[4], [4, 4, 0], [4, 4], [4]]);
  });
  it('a larger figure never has a lower step, and none is beyond them', () => {
    const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), fc.integer());
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 40 }), (all) => {
        const sorted = [...all].sort((a, b) => a - b);
        const steps = stepsOf(...sorted);
        expect(steps).toEqual([...steps].sort());
        expect(steps.at(-1)).toBe(STEPS);
        expect(steps[0]).toBe(sorted[0] === sorted.at(-1) ? STEPS : 1);
      }),
    );
  });
});

describe('CAPEX-02 A11Y the keys of a map', () => {
  const grid = [tile(1, 1, 3), tile(2, 2, 1, 5), tile(3, 2, 3, 9), tile(4, 2, 4), tile(5, 3, 2), tile(6, 4, 3)];
  const from = (mark: number | null, key: string) => movedOn(grid, mark, key);
  it('begin at the highest figure, of none at the first tile; Home and End are the ends of the grid', () => {
    expect([from(null, 'ArrowLeft'), movedOn([tile(7, 1, 1), tile(8, 1, 2)], null, 'ArrowUp')]).toEqual([3, 7]);
    expect([from(3, 'Home'), from(null, 'End'), from(3, 'a'), movedOn([], null, 'ArrowUp')]).toEqual([1, 6, undefined, undefined]);
  });
  it('go to the neighbour in their direction, over gaps too, and stay at the edge', () => {
    expect([from(3, 'ArrowRight'), from(3, 'ArrowLeft'), from(3, 'ArrowUp'), from(3, 'ArrowDown')]).toEqual([4, 2, 1, 6]);
    expect([from(4, 'ArrowRight'), from(1, 'ArrowUp'), from(2, 'ArrowRight'), from(2, 'ArrowUp')]).toEqual([4, 1, 3, 1]);
  });
  it('a key goes straight on, never back', () => {
    const any = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(any, (places) => {
        const tiles = places.map(([row, col], at) => tile(at + 1, row, col));
        for (const one of tiles) {
          const to = (key: string) => tiles.find(({ id }) => id === movedOn(tiles, one.id, key))!;
          expect(to('ArrowRight').col > one.col || to('ArrowRight') === one).toBe(true);
          expect(to('ArrowUp').row < one.row || to('ArrowUp') === one).toBe(true);
          expect(to('ArrowRight') === one).toBe(!tiles.some(({ col }) => col > one.col));
          expect(to('ArrowDown') === one).toBe(!tiles.some(({ row }) => row > one.row));
        }
      }),
    );
  });
});

describe('CAPEX-02 PAGES-07 a map as it is drawn', () => {
  const tiles = [tile(1, 4, 3, 2), tile(2, 4, 4), tile(3, 6, 10, 24)];
  it('is as large as there is room, begins at its first row and column, and never gets too small to read', () => {
    const wide = layOf(tiles, { width: 2000, height: 2000 });
    expect([wide.size, wide.width, wide.cornerOf(tiles[0]!)]).toEqual([52, 8 * 56 - 4 + 12, { x: 6, y: 30 }]);
    const part = layOf(tiles, { width: 366, height: null });
    expect(part.width).toBeLessThanOrEqual(366);
    expect([part.size, layOf(tiles, { width: 10, height: 10 }).size, layOf(tiles, { width: 900, height: 170 }).size]).toEqual([40, 32, 42]);
    expect(part.cornerOf(tiles[2]!)).toEqual({ x: 6 + 7 * 44, y: 30 + 2 * 44 });
  });
  const themes = [/:root[^{]*\{([^}]*)\}/, /\[data-theme="?dark"?\][^{]*\{([^}]*)\}/].map((of) => of.exec(tokens)![1]!);
  const lookIn = (theme: string) => mapLook((token) => new RegExp(`${token}:\\s*(#\\w{6})`).exec(theme)![1]!);
  it('A11Y its texts stand out from their tiles by 4.5 in both themes', () => {
    for (const theme of themes) {
      const { fills, inks } = lookIn(theme);
      expect(new Set(fills).size).toBe(STEPS + 1);
      for (const [step, fill] of fills.entries()) expect(contrast(fill, inks[step]!)).toBeGreaterThanOrEqual(4.5);
    }
    expect([contrast('#000000', '#ffffff'), contrast('#777777', '#777777'), contrast('#000', '#fff')]).toEqual([21, 1, 21]);
  });
  const look = lookIn(themes[0]!);
  const drawn = (of: readonly MapTile[], marks: { chosen?: number; mark?: number } = {}) =>
    renderToStaticMarkup(
      <Tiles tiles={of} sheet={layOf(of, { width: 500, height: 400 })} look={look} chosen={null} mark={null} {...marks} />,
    );
  it('each tile has its name, and its figure where there is one; colours stand in it, from the least to the most', () => {
    const svg = drawn(tiles);
    expect([...svg.matchAll(/data-tile="(\d)" data-step="(\d)"/g)].map(([, id, step]) => `${id}:${step}`)).toEqual(['1:1', '2:0', '3:4']);
    expect([...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual(['exact 2', 'exact 24', 'T1', '2', 'T2', 'T3', '24']);
    for (const fill of look.fills) expect(svg).toContain(`fill="${fill}"`);
    expect(svg).not.toContain('var(');
    expect(drawn([{ ...tiles[0]!, short: '<img onerror=x>' }])).toContain('&lt;img onerror=x&gt;');
  });
  it('of figures that are all alike the legend has one colour, of none it is not there', () => {
    const legend = (of: readonly MapTile[]) => /data-legend-of-map="">(.*?)<\/g>/.exec(drawn(of))?.[1];
    expect(legend([tile(1, 1, 1, 5), tile(2, 1, 2, 5)])!.match(/<rect/g)).toHaveLength(1);
    expect(legend(tiles)!.match(/<rect/g)).toHaveLength(4);
    expect(legend([tile(1, 1, 1)])).toBeUndefined();
  });
  it('what is chosen and what is marked have a ring each', () => {
    expect(drawn(tiles)).not.toContain('fill="none"');
    const both = drawn(tiles, { chosen: 1, mark: 3 });
    expect([...both.matchAll(/fill="none" stroke="([^"]*)"/g)].map(([, stroke]) => stroke)).toEqual([look.text, look.accent]);
  });
});

describe('CAPEX-02 PAGES-07 a map with shapes', () => {
  const book: ShapeBook = {
    ...{ width: 1000, height: 500, inset: 'M900 400h50v50z' },
    shapes: { 110000: { x: 500, y: 100, size: 300, path: 'M1 1h2z' }, 820000: { x: 600, y: 300, size: 8, path: 'M9 9h2z' } },
  };
  const coded = (id: number, code: string | undefined, at: number | null): MapTile => ({ ...tile(id, 1, id, at), code });
  const tiles = [coded(1, '110000', 5), coded(2, '820000', null)];
  const shaped = shapedOf(tiles, book)!;
  it('has one for each place, by its code; where one has none, tiles stand', () => {
    expect(shaped.map(({ id, row, col, size }) => [id, row, col, size])).toEqual([
      [1, 100, 500, 300],
      [2, 300, 600, 8],
    ]);
    for (const code of ['990000', undefined, 'toString']) expect(shapedOf([...tiles, coded(3, code, 1)], book)).toBeNull();
  });
  it('come of China with its provinces, or of the one province in which all of it stands; of anything else there are none', () => {
    const of = (...codes: (string | undefined)[]) => bookOf(codes.map((code) => ({ code })));
    expect(of('110000', '820000')).toBe('./china/china.json');
    expect(of('320100', '320500')).toBe('./china/320000.json');
    expect(of('110101')).toBe('./china/110000.json');
    for (const codes of [[], [undefined], ['320100', '330100'], ['320000', '320100'], ['710100'], ['990100'], ['3201'], ['toString']])
      expect(of(...codes), codes.join()).toBeUndefined();
  });
  it('is as large as there is room, with its legend and the number below it', () => {
    const wide = layShapes(book, { width: 5000, height: null }, false);
    expect([wide.width, wide.height, wide.scale]).toEqual([720, 380, 0.72]);
    expect(layShapes(book, { width: 5000, height: 240 }, true).width).toBe(400);
    expect([layShapes(book, { width: 366, height: null }, true).height, layShapes(book, { width: 9, height: 9 }, false).width]).toEqual([
      223, 300,
    ]);
    const { x, y } = wide.cornerOf(shaped[0]!);
    expect([x, y]).toEqual([350, 82]);
  });
  const look = mapLook((token) => `#${token.length.toString(16).padStart(6, '0')}`);
  const drawn = (foot: string, marks: { chosen?: number; mark?: number } = {}) =>
    renderToStaticMarkup(
      <Shapes
        {...{ book, look, foot, chosen: null, mark: null, ...marks }}
        tiles={shaped}
        sheet={layShapes(book, { width: 500, height: null }, foot !== '')}
      />,
    );
  it('prints figures, draws what is too small as a dot that can be pressed, and what belongs to no place', () => {
    const svg = drawn('');
    expect([...svg.matchAll(/<(\w+) data-tile="(\d)" data-step="(\d)"/g)].map(([, of, id, step]) => `${of} ${id}:${step}`)).toEqual([
      ...['path 1:4', 'path 2:0', 'circle 2:0'],
    ]);
    expect(svg).toContain(book.inset);
    expect(svg.match(/<text[^>]*paint-order="stroke"[^>]*>5</g)).toHaveLength(1);
  });
  it('says the number of its review where there is one, as a text', () => {
    expect(drawn('')).not.toContain('text-anchor="start"');
    expect(drawn('审图号：GS<1>')).toMatch(/<text[^>]*text-anchor="start"[^>]*>审图号：GS&lt;1&gt;</);
  });
  it('what is chosen and what is marked have a ring each', () => {
    expect(drawn('')).not.toContain('data-ring');
    expect([...drawn('', { chosen: 1, mark: 2 }).matchAll(/data-ring="(\d)"/g)].map(([, id]) => id)).toEqual(['1', '2']);
  });
});

describe('CAPEX-02 the shapes of China', () => {
  const book: ShapeBook = china;
  const places = Object.entries(book.shapes).map(([code, { x, y }], at) => ({ ...tile(at + 1, y, x), code }));
  it('are of all 34 provinces, with the islands and the sea in the south, all within the picture', () => {
    expect(places).toHaveLength(34);
    expect(shapedOf(places, book)).toHaveLength(34);
    // 台湾 with its eight, and 钓鱼岛
    expect(book.shapes['710000' as never]!.path.match(/M/g)).toHaveLength(9);
    // the frame of 南海诸岛, its dashes and its islands
    expect(book.inset.match(/M/g)).toHaveLength(12);
    for (const { row, col } of places) expect([row > 0, row < book.height, col > 0, col < book.width]).toEqual([true, true, true, true]);
    for (const { path } of Object.values(book.shapes)) expect(path).toMatch(/^(M\d+ \d+[lhv][-\d hvl]+z)+$/);
  });
  it('A11Y each province is reached by arrows from any other', () => {
    const reached = new Set([1]);
    for (const one of reached)
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) reached.add(movedOn(places, one, key)!);
    expect(reached.size).toBe(34);
  });
});
