import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Feature, type Frame, NARROWER, type Point, pathOf, placeIn, type Ring, ringsOf, sizeOf } from './paths.ts';

/**
 * Writes the shapes of China's provinces that maps are drawn with, once: `npx tsx scripts/shapes/china.ts FOLDER`, the folder of echarts 4.9.0 unpacked
 * (`npm pack echarts@4.9.0`). Its coordinates are packed into texts; here they are paths of whole numbers. What echarts itself adds to them, the
 * inset of 南海诸岛 and 钓鱼岛, is read from its sources and stands in them too.
 */
/** Of the picture: its north-west corner in degrees, its units a degree of latitude. */
const FRAME: Frame = { west: 73.2, north: 53.8, units: 24 };
const FOLDER = process.argv[2] ?? '';
const OUT = 'web/src/charts/map/china/china.json';
const placeOf = placeIn(FRAME);

/** The points that a source of echarts adds. */
const addedIn = (name: string): readonly Ring[] =>
  JSON.parse(/var points = (.*);/.exec(readFileSync(join(FOLDER, `lib/coord/geo/fix/${name}.js`), 'utf8'))![1]!);

/** As echarts lays the inset into the map. */
const inset = addedIn('nanhai').map((ring) => ring.map(([x, y]): Point => [126 + x / 10.5, 25 - (y * NARROWER) / 10.5]));

const { features } = JSON.parse(readFileSync(join(FOLDER, 'map/json/china.json'), 'utf8')) as { features: readonly Feature[] };
const offsets = /coordsOffsetMap = (\{[^}]*\})/.exec(readFileSync(join(FOLDER, 'lib/coord/geo/fix/textCoord.js'), 'utf8'))![1]!;

/** Where the figure of a place stands: as echarts moves it aside. */
function labelOf({ name, cp: [east, north] = [0, 0] }: Feature['properties']): Point {
  const [, right, down] = new RegExp(`'${name}': \\[(-?\\d+), (-?\\d+)\\]`).exec(offsets) ?? [];
  return placeOf([east + Number(right ?? 0) / 10.5, north - (Number(down ?? 0) * NARROWER) / 10.5]);
}

const shapes = features.map(({ id, properties, geometry }) => {
  const own = ringsOf(geometry);
  const rings = [...own, ...(properties.name === '台湾' ? addedIn('diaoyuIsland') : [])];
  const [x, y] = labelOf(properties);
  return [id, { x, y, size: sizeOf(own, FRAME), path: rings.map((ring) => pathOf(ring, FRAME)).join('') }] as const;
});
const [width, height] = placeOf([135.3, 17.9]);
const drawn = { width, height, inset: inset.map((ring) => pathOf(ring, FRAME)).join(''), shapes: Object.fromEntries(shapes) };
writeFileSync(OUT, `${JSON.stringify(drawn, null, 2)}\n`);
