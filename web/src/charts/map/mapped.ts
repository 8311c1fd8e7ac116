import type { Point } from '../drawing.ts';

/** What stands on a map: a place of a grid, with its figure or without. */
export interface MapTile extends Pick<Point, 'at' | 'text' | 'opens'> {
  readonly id: number;
  readonly name: string;
  /** what has room in a tile: of its name, of its figure */
  readonly short: string;
  readonly brief: string;
  /** rows of the grid from the north, columns from the west */
  readonly row: number;
  readonly col: number;
  /** by what shapes know the place */
  readonly code?: string | undefined;
  /** name and figures in words */
  readonly said: string;
}

/** A map in the words of who looks; it knows no report. */
export interface Mapped {
  readonly tiles: readonly MapTile[];
  /** the result in one sentence */
  readonly sentence: string;
}

/** Colours of figures: equal steps from the least to the most. What has none has a colour of its own. */
export const STEPS = 4;

/** The tiles with the least and the most; null where there is no figure. */
export function endsOf(tiles: readonly MapTile[]): { least: MapTile; most: MapTile } | null {
  const there = tiles.filter(({ at }) => at !== null);
  const [first] = there;
  if (!first) return null;
  return {
    least: there.reduce((low, one) => (one.at! < low.at! ? one : low), first),
    most: there.reduce((high, one) => (one.at! > high.at! ? one : high), first),
  };
}

/** The step of a figure, from 1; 0: there is none. A step holds its lower bound, the last the most; what is all alike is the last. */
export function stepOf(at: number | null, ends: { least: Pick<MapTile, 'at'>; most: Pick<MapTile, 'at'> } | null): number {
  if (at === null || !ends) return 0;
  const [least, most] = [ends.least.at!, ends.most.at!];
  return most > least ? Math.min(STEPS, 1 + Math.floor(((at - least) / (most - least)) * STEPS)) : STEPS;
}

/** px of a tile with the room beside it: at least, at most; of the room; of the legend above; around all, for the ring of a mark. */
const [LEAST, MOST, GAP, LEGEND, AROUND] = [36, 56, 4, 24, 6];

export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** how large a tile is */
  readonly size: number;
  cornerOf(tile: Pick<MapTile, 'row' | 'col'>): { x: number; y: number };
}

/** The grid laid out, as large as there is room (`height` null: as high as it likes); where there is too little, it scrolls. */
export function layOf(tiles: readonly MapTile[], room: { width: number; height: number | null }): Sheet {
  const [rows, cols] = [spanOf(tiles.map(({ row }) => row)), spanOf(tiles.map(({ col }) => col))];
  const wide = (room.width - 2 * AROUND + GAP) / cols.length;
  const high = room.height === null ? MOST : (room.height - LEGEND - 2 * AROUND + GAP) / rows.length;
  const pitch = Math.min(MOST, Math.max(LEAST, Math.floor(Math.min(wide, high))));
  return {
    width: cols.length * pitch - GAP + 2 * AROUND,
    height: LEGEND + rows.length * pitch - GAP + 2 * AROUND,
    size: pitch - GAP,
    cornerOf: ({ row, col }) => ({ x: AROUND + (col - cols.first) * pitch, y: LEGEND + AROUND + (row - rows.first) * pitch }),
  };
}

function spanOf(all: readonly number[]): { first: number; length: number } {
  const first = Math.min(...all);
  return { first, length: Math.max(...all) - first + 1 };
}

const ARROWS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
};
/** How much farther a tile seems that lies aside. */
const ASIDE = 2;

/**
 * Which tile a key marks next: the neighbour in that direction, straight before aside; Home the first of the grid, End the last. The first arrow
 * marks the highest figure. Undefined: the key moves nothing.
 */
export function movedOn(tiles: readonly MapTile[], mark: number | null, key: string): number | undefined {
  if (key === 'Home') return tiles[0]?.id;
  if (key === 'End') return tiles.at(-1)?.id;
  const arrow = ARROWS[key];
  if (!arrow) return undefined;
  const from = tiles.find(({ id }) => id === mark);
  if (!from) return (endsOf(tiles)?.most ?? tiles[0])?.id;
  const [down, right] = arrow;
  const far = ({ row, col }: MapTile): number => {
    const [south, east] = [row - from.row, col - from.col];
    const along = south * down + east * right;
    const aside = Math.abs(down === 0 ? south : east);
    return along > 0 ? along + ASIDE * aside : Number.POSITIVE_INFINITY;
  };
  const next = tiles.reduce((best, one) => (far(one) < far(best) ? one : best), from);
  return next.id;
}
