/** What the shapes of maps are made of: files of echarts 4.9.0, unpacked (`npm pack echarts@4.9.0`), and paths of whole numbers. */
export type Point = readonly [east: number, north: number];
export type Ring = readonly Point[];
type Part = string | Ring;

export interface Feature {
  id?: string;
  properties: { name: string; cp?: Point };
  geometry: { type: 'Polygon' | 'MultiPolygon'; coordinates: readonly (Part | readonly Part[])[]; encodeOffsets?: readonly unknown[] };
}

/** How degrees lie in a picture: its north-west corner, its units a degree of latitude. */
export interface Frame {
  readonly west: number;
  readonly north: number;
  readonly units: number;
}

/** How much narrower a degree of longitude is drawn. */
export const NARROWER = 0.75;
/** In what packed coordinates are counted: parts of a degree. */
const PARTS = 1024;
/** An island has so many units at least, that none is lost. */
const ISLAND = 2;

export const placeIn =
  ({ west, north, units }: Frame) =>
  ([east, up]: Point): Point => [Math.round((east - west) * NARROWER * units), Math.round((north - up) * units)];

function unpacked(text: string, [east, north]: Point): Ring {
  let [x, y] = [east, north];
  const step = (at: number): number => {
    const packed = text.charCodeAt(at) - 64;
    return (packed >> 1) ^ -(packed & 1);
  };
  return Array.from({ length: text.length / 2 }, (_, at): Point => {
    x += step(2 * at);
    y += step(2 * at + 1);
    return [x / PARTS, y / PARTS];
  });
}

/** Some files are packed, some say their points. */
export function ringsOf({ type, coordinates, encodeOffsets = [] }: Feature['geometry']): readonly Ring[] {
  if (type === 'Polygon')
    return (coordinates as readonly Part[]).map((part, at) =>
      typeof part === 'string' ? unpacked(part, encodeOffsets[at] as Point) : part,
    );
  return (coordinates as readonly (readonly Part[])[]).flatMap((parts, at) =>
    parts.map((part, nth) => (typeof part === 'string' ? unpacked(part, (encodeOffsets[at] as readonly Point[])[nth]!) : part)),
  );
}

const spanOf = (places: readonly Point[], axis: 0 | 1): readonly [least: number, most: number] => [
  Math.min(...places.map((one) => one[axis])),
  Math.max(...places.map((one) => one[axis])),
];

/** A closed path of steps from point to point. */
export function pathOf(ring: Ring, frame: Frame): string {
  const places = ring.map(placeIn(frame));
  const [left, right] = spanOf(places, 0);
  const [top, bottom] = spanOf(places, 1);
  if (right - left < ISLAND && bottom - top < ISLAND) return `M${left} ${top}h${ISLAND}v${ISLAND}h-${ISLAND}z`;
  const steps = places.slice(1).map(([x, y], at) => [x - places[at]![0], y - places[at]![1]] as const);
  const said = steps.filter(([x, y]) => x !== 0 || y !== 0).map(([x, y]) => `${x}${y < 0 ? '' : ' '}${y}`);
  return `M${places[0]!.join(' ')}l${said.join(' ')}z`;
}

/** How wide or high a place is, whichever is less. */
export function sizeOf(rings: readonly Ring[], frame: Frame): number {
  const places = rings.flat().map(placeIn(frame));
  return Math.min(...([0, 1] as const).map((axis) => spanOf(places, axis)[1] - spanOf(places, axis)[0]));
}

const MIDWAY = 0.5;

/** Whether a point lies within rings, those within others being holes, and how far it is from their edge; what lies outside is below 0. */
export function depthOf([x, y]: Point, rings: readonly Ring[]): number {
  let isInside = false;
  let least = Number.POSITIVE_INFINITY;
  for (const ring of rings)
    for (const [at, [bx, by]] of ring.entries()) {
      const [ax, ay] = ring[at === 0 ? ring.length - 1 : at - 1]!;
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
      const length = (bx - ax) ** 2 + (by - ay) ** 2;
      const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
      least = Math.min(least, (x - ax - along * (bx - ax)) ** 2 + (y - ay - along * (by - ay)) ** 2);
    }
  return Math.sqrt(least) * (isInside ? 1 : -1);
}

/**
 * Where the figure of a place stands in its picture: at its seat, unless there is much more room around another point: then where there is
 * most, so that what is long or has its seat at an edge bears its figure within.
 */
export function figureAt(rings: readonly Ring[], frame: Frame, seat: Point | undefined): Point {
  const drawn = rings.map((ring) => ring.map(placeIn(frame)));
  const [left, right] = spanOf(drawn.flat(), 0);
  const [top, bottom] = spanOf(drawn.flat(), 1);
  let best: Point = [left, top];
  let most = Number.NEGATIVE_INFINITY;
  const step = Math.max(1, Math.ceil(Math.max(right - left, bottom - top) / 100));
  for (let x = left; x <= right; x += step)
    for (let y = top; y <= bottom; y += step) {
      const depth = depthOf([x, y], drawn);
      if (depth > most) [most, best] = [depth, [x, y]];
    }
  const own = seat && placeIn(frame)(seat);
  return own && depthOf(own, drawn) >= most * MIDWAY ? own : best;
}
