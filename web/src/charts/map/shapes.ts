import { useEffect, useState } from 'react';
import type { MapTile, Sheet } from './mapped.ts';

/** Shapes of places by their codes, in units of their own. */
export interface ShapeBook {
  readonly width: number;
  readonly height: number;
  /** what belongs to the picture and to no place: the inset of the sea in the south */
  readonly inset: string;
  /** where its figure stands, how wide or high it is, its path */
  readonly shapes: Readonly<Record<string, { x: number; y: number; size: number; path: string }>>;
}

/** China with its provinces, and each of them with what stands in it, by its code. */
const BOOKS = import.meta.glob<{ default: ShapeBook }>('./china/*.json');
/** A code of a place in China: two digits say its province, and those of the province end there. */
const IN_CHINA = /^[1-8]\d\d{4}$/;

/** The file of shapes that has all of these; undefined: there is none. */
export function bookOf(tiles: readonly Pick<MapTile, 'code'>[]): string | undefined {
  const codes = tiles.map(({ code }) => code ?? '');
  if (codes.length === 0 || !codes.every((code) => IN_CHINA.test(code))) return undefined;
  if (codes.every((code) => code.endsWith('0000'))) return './china/china.json';
  const province = `${codes[0]!.slice(0, 2)}0000`;
  const name = `./china/${province}.json`;
  return codes.every((code) => code.slice(0, 2) === province.slice(0, 2) && code !== province) && Object.hasOwn(BOOKS, name)
    ? name
    : undefined;
}

/** The shapes where all that stands on a map may have one; null: tiles stand there; undefined: they are on their way. */
export function useShapes(tiles: readonly MapTile[], isWanted: boolean): ShapeBook | null | undefined {
  const name = isWanted ? bookOf(tiles) : undefined;
  const [got, setGot] = useState<{ name: string; book: ShapeBook | null }>();
  useEffect(() => {
    let isLive = true;
    if (name)
      BOOKS[name]!().then(
        (room) => isLive && setGot({ name, book: room.default }),
        () => isLive && setGot({ name, book: null }),
      );
    return () => {
      isLive = false;
    };
  }, [name]);
  if (name === undefined) return null;
  return got?.name === name ? got.book : undefined;
}

/** A place with its shape; row and column are where its figure stands, so that keys go by the map. */
export interface ShapedTile extends MapTile {
  readonly path: string;
  readonly size: number;
}

/** Each place with its shape; null where one has none: then tiles stand there. */
export function shapedOf(tiles: readonly MapTile[], { shapes }: ShapeBook): readonly ShapedTile[] | null {
  const shaped = tiles.flatMap((tile): ShapedTile[] => {
    const shape = tile.code !== undefined && Object.hasOwn(shapes, tile.code) ? shapes[tile.code] : undefined;
    return shape ? [{ ...tile, row: shape.y, col: shape.x, path: shape.path, size: shape.size }] : [];
  });
  return shaped.length === tiles.length ? shaped : null;
}

export interface ShapeSheet extends Sheet {
  /** px of a unit */
  readonly scale: number;
  /** where the shapes begin, and what stands below them */
  readonly top: number;
  readonly foot: number;
}

/** px of the map at least, at most; of the legend above it; of the line below; of a place for its figure. */
const [LEAST, MOST, TOP, FOOT, PLACE] = [300, 720, 20, 20, 20];

/** The shapes laid out, as large as there is room. */
export function layShapes(book: ShapeBook, room: { width: number; height: number | null }, hasFoot: boolean): ShapeSheet {
  const foot = hasFoot ? FOOT : 0;
  const high = room.height === null ? MOST : ((room.height - TOP - foot) * book.width) / book.height;
  const width = Math.min(MOST, Math.max(LEAST, Math.floor(Math.min(room.width, high))));
  const scale = width / book.width;
  return {
    ...{ width, height: TOP + Math.ceil(book.height * scale) + foot, size: PLACE, scale, top: TOP, foot },
    cornerOf: ({ row, col }) => ({ x: col * scale - PLACE / 2, y: TOP + row * scale - PLACE / 2 }),
  };
}
