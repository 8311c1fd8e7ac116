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

const bookRoom = (): Promise<{ default: ShapeBook }> => import('./china/china.json');
/** Codes of provinces of China. */
const PROVINCE = /^[1-8]\d0000$/;

/** The shapes where all that stands on a map may have one; null: tiles stand there; undefined: they are on their way. */
export function useShapes(tiles: readonly MapTile[], isWanted: boolean): ShapeBook | null | undefined {
  const may = isWanted && tiles.every(({ code }) => PROVINCE.test(code ?? ''));
  const [got, setGot] = useState<ShapeBook | null>();
  useEffect(() => {
    let isLive = true;
    if (may)
      bookRoom().then(
        (room) => isLive && setGot(room.default),
        () => isLive && setGot(null),
      );
    return () => {
      isLive = false;
    };
  }, [may]);
  return may ? got : null;
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
