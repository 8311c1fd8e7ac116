import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Feature, type Frame, figureAt, NARROWER, type Point, pathOf, placeIn, type Ring, ringsOf, sizeOf } from './paths.ts';

/**
 * Writes the shapes of what stands in each of China's provinces, once: `npx tsx scripts/shapes/cities.ts FOLDER`, the folder of echarts 4.9.0
 * unpacked. A file a province, each in a picture of its own, its places by their codes of GB/T 2260. 台湾 has no codes below it there.
 */
const FOLDER = process.argv[2] ?? '';
const OUT = 'web/src/charts/map/china';
/** Units of the longer side of a picture; how much is left free at its edges. */
const [LONG, EDGE] = [600, 8];

/** Files by the codes of their provinces. */
const FILES: Readonly<Record<string, string>> = {
  ...{ 110000: 'beijing', 120000: 'tianjin', 130000: 'hebei', 140000: 'shanxi', 150000: 'neimenggu', 210000: 'liaoning', 220000: 'jilin' },
  ...{ 230000: 'heilongjiang', 310000: 'shanghai', 320000: 'jiangsu', 330000: 'zhejiang', 340000: 'anhui', 350000: 'fujian' },
  ...{ 360000: 'jiangxi', 370000: 'shandong', 410000: 'henan', 420000: 'hubei', 430000: 'hunan', 440000: 'guangdong', 450000: 'guangxi' },
  ...{ 460000: 'hainan', 500000: 'chongqing', 510000: 'sichuan', 520000: 'guizhou', 530000: 'yunnan', 540000: 'xizang' },
  ...{ 610000: 'shanxi1', 620000: 'gansu', 630000: 'qinghai', 640000: 'ningxia', 650000: 'xinjiang', 810000: 'xianggang', 820000: 'aomen' },
};

/** What has another code since, by the code or the name that it has there; 莱芜 is a part of 济南 since 2019. */
const NOW: Readonly<Record<string, string>> = {
  ...{ 500228: '500155', 500232: '500156', 542400: '540600', 652200: '650500', 371200: '370100', 崇明区: '310151', 山南市: '540500' },
};

interface Place {
  rings: readonly Ring[];
  label: Point | undefined;
}

/** The places of a file by their codes of now; those that are one now are one. */
function placesIn(file: string): ReadonlyMap<string, Place> {
  const { features } = JSON.parse(readFileSync(join(FOLDER, `map/json/province/${file}.json`), 'utf8')) as { features: readonly Feature[] };
  const places = new Map<string, Place>();
  for (const { id, properties, geometry } of features) {
    const code = NOW[id ?? ''] ?? id ?? NOW[properties.name]!;
    const before = places.get(code);
    const isOther = id !== undefined && NOW[id] !== undefined && before !== undefined;
    const rings = [...(before?.rings ?? []), ...ringsOf(geometry)].filter(({ length }) => length > 0);
    places.set(code, { rings, label: before?.label ?? (isOther ? undefined : properties.cp) });
  }
  return places;
}

function frameOf(rings: readonly Ring[]): Frame & { width: number; height: number } {
  const all = rings.flat();
  const [west, east] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))];
  const [south, north] = [Math.min(...all.map(([, y]) => y)), Math.max(...all.map(([, y]) => y))];
  const units = LONG / Math.max((east - west) * NARROWER, north - south);
  const free = EDGE / units;
  const frame = { west: west - free / NARROWER, north: north + free, units };
  const [width, height] = placeIn(frame)([east + free / NARROWER, south - free]);
  return { ...frame, width, height };
}

for (const [province, file] of Object.entries(FILES)) {
  const places = placesIn(file);
  const { width, height, ...frame } = frameOf([...places.values()].flatMap(({ rings }) => rings));
  const shapes = [...places].map(([code, { rings, label }]) => {
    const [x, y] = figureAt(rings, frame, label);
    return [code, { x, y, size: sizeOf(rings, frame), path: rings.map((ring) => pathOf(ring, frame)).join('') }] as const;
  });
  const drawn = { width, height, inset: '', shapes: Object.fromEntries(shapes) };
  writeFileSync(join(OUT, `${province}.json`), `${JSON.stringify(drawn, null, 2)}\n`);
}
