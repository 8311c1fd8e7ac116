import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the shapes of China's provinces that maps are drawn with, once: `npx tsx scripts/shapes.ts FOLDER`, the folder of echarts 4.9.0 unpacked
 * (`npm pack echarts@4.9.0`). Its coordinates are packed into texts; here they are paths of whole numbers. What echarts itself adds to them, the
 * inset of 南海诸岛 and 钓鱼岛, is read from its sources and stands in them too.
 */
type Point = readonly [east: number, north: number];
type Ring = readonly Point[];

interface Feature {
  id: string;
  properties: { name: string; cp: Point };
  geometry: { type: 'Polygon' | 'MultiPolygon'; coordinates: readonly (string | readonly string[])[]; encodeOffsets: readonly unknown[] };
}

/** Of the picture: its north-west corner in degrees, its units a degree of latitude, how much narrower a degree of longitude is drawn. */
const [WEST, NORTH, UNITS, NARROWER] = [73.2, 53.8, 24, 0.75];
/** In what the packed coordinates are counted: parts of a degree. */
const PARTS = 1024;
/** An island has so many units at least, that none is lost. */
const ISLAND = 2;
const FOLDER = process.argv[2] ?? '';
const OUT = 'web/src/charts/map/china/china.json';

const placeOf = ([east, north]: Point): Point => [Math.round((east - WEST) * NARROWER * UNITS), Math.round((NORTH - north) * UNITS)];

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

const ringsOf = ({ type, coordinates, encodeOffsets }: Feature['geometry']): readonly Ring[] =>
  coordinates.flatMap((part, at) => {
    const offsets = (type === 'Polygon' ? [encodeOffsets[at]] : encodeOffsets[at]) as readonly Point[];
    return (typeof part === 'string' ? [part] : part).map((text, nth) => unpacked(text, offsets[nth]!));
  });

/** A closed path of steps from point to point. */
function pathOf(ring: Ring): string {
  const places = ring.map(placeOf);
  const [left, top] = [0, 1].map((axis) => Math.min(...places.map((one) => one[axis]!))) as [number, number];
  const [right, bottom] = [0, 1].map((axis) => Math.max(...places.map((one) => one[axis]!))) as [number, number];
  if (right - left < ISLAND && bottom - top < ISLAND) return `M${left} ${top}h${ISLAND}v${ISLAND}h-${ISLAND}z`;
  const steps = places.slice(1).map(([x, y], at) => [x - places[at]![0], y - places[at]![1]] as const);
  const said = steps.filter(([x, y]) => x !== 0 || y !== 0).map(([x, y]) => `${x}${y < 0 ? '' : ' '}${y}`);
  return `M${places[0]!.join(' ')}l${said.join(' ')}z`;
}

/** The points that a source of echarts adds. */
const addedIn = (name: string): readonly Ring[] =>
  JSON.parse(/var points = (.*);/.exec(readFileSync(join(FOLDER, `lib/coord/geo/fix/${name}.js`), 'utf8'))![1]!);

/** As echarts lays the inset into the map. */
const inset = addedIn('nanhai').map((ring) => ring.map(([x, y]): Point => [126 + x / 10.5, 25 - (y * 0.75) / 10.5]));

const { features } = JSON.parse(readFileSync(join(FOLDER, 'map/json/china.json'), 'utf8')) as { features: readonly Feature[] };
const offsets = /coordsOffsetMap = (\{[^}]*\})/.exec(readFileSync(join(FOLDER, 'lib/coord/geo/fix/textCoord.js'), 'utf8'))![1]!;

/** Where the figure of a place stands: as echarts moves it aside. */
function labelOf({ name, cp: [east, north] }: Feature['properties']): Point {
  const [, right, down] = new RegExp(`'${name}': \\[(-?\\d+), (-?\\d+)\\]`).exec(offsets) ?? [];
  return placeOf([east + Number(right ?? 0) / 10.5, north - (Number(down ?? 0) * 0.75) / 10.5]);
}

/** How wide or high a place is, whichever is less. */
function sizeOf(rings: readonly Ring[]): number {
  const places = rings.flat().map(placeOf);
  const spans = [0, 1].map((axis) => Math.max(...places.map((one) => one[axis]!)) - Math.min(...places.map((one) => one[axis]!)));
  return Math.min(...spans);
}

const shapes = features.map(({ id, properties, geometry }) => {
  const own = ringsOf(geometry);
  const rings = [...own, ...(properties.name === '台湾' ? addedIn('diaoyuIsland') : [])];
  const [x, y] = labelOf(properties);
  return [id, { x, y, size: sizeOf(own), path: rings.map(pathOf).join('') }] as const;
});
const [width, height] = placeOf([135.3, 17.9]);
const drawn = { width, height, inset: inset.map(pathOf).join(''), shapes: Object.fromEntries(shapes) };
writeFileSync(OUT, `${JSON.stringify(drawn, null, 2)}\n`);
