import { Refusal } from '#protocol/codes.ts';
import { type ChartPlaceDef, MOST_MAPPED } from '#protocol/meta/report/chart.ts';
import type { ReportAsk } from '#protocol/rules/report/ask.ts';
import { drawnBy } from '#protocol/rules/report/chart.ts';
import type { MapPlace, ToldMap } from '#protocol/rules/report/map.ts';
import type { Access } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import type { Gate, NameGate } from '#server/query/gate.ts';
import { seen } from '#server/query/names.ts';
import { compilePlaces } from '#server/query/report/places.ts';
import { entity } from '../row/present.ts';
import type { OpenReport } from './open.ts';

/** The records that a map stands on, as its reader sees them. */
export interface OpenMap {
  /** the target */
  readonly x: string;
  readonly place: ChartPlaceDef;
  readonly gate: Gate;
  readonly names: NameGate;
}

/** The map of a report for who sees where its records stand, by the rights of their list; undefined for who does not, and of what is no map. */
export function mapOf(access: Access, report: OpenReport): OpenMap | undefined {
  const { chart } = report.def;
  return chart?.kind === 'map' ? openMap(access, report, drawnBy(report.def).x, chart.place) : undefined;
}

/** The map of what stands under its places, likewise; `over`: the field that names the place. */
export function belowOf(access: Access, report: OpenReport): (OpenMap & { over: string }) | undefined {
  const { chart, drill } = report.def;
  if (chart?.kind !== 'map' || !chart.below || !drill) return undefined;
  const { in: over, ...place } = chart.below;
  const map = openMap(access, report, drill.path[1], place);
  return map && isSeen(map.gate, over) ? { ...map, over } : undefined;
}

function openMap(
  { reader }: Access,
  { def, unseen, field }: OpenReport,
  x: string | undefined,
  place: ChartPlaceDef | undefined,
): OpenMap | undefined {
  const target = def.targets.find(({ name }) => name === x);
  if (!place || !target || unseen.has(target.name)) return undefined;
  const table = field(target.fields).source?.table ?? '';
  const [gate, names] = [reader.gate(table), reader.names(table)];
  if (!gate || !names || !Object.values(place).every((name) => isSeen(gate, name))) return undefined;
  return { x: target.name, place, gate, names };
}

function isSeen(gate: Gate, name: string): boolean {
  try {
    return seen(gate, name, 't') !== undefined;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** All that stands on the map of a report whose own target is asked for first, or under one of its places, with figures or without. */
export async function toldMap(house: House, access: Access, report: OpenReport, ask: ReportAsk): Promise<ToldMap | undefined> {
  const asked = askedMap(access, report, ask);
  if (!asked) return undefined;
  const { text, values } = compilePlaces({ ...asked, reader: access.reader, limit: MOST_MAPPED + 1 }, access.asker);
  const rows = await house.db.query<PlaceRow>(text, values);
  if (rows.length > MOST_MAPPED) return { places: [], over: 1 };
  const { tiles = false, review } = house.settings.map ?? {};
  return { places: rows.map(placeOf), ...(tiles ? {} : { shapes: 1 as const, ...(review ? { review } : {}) }) };
}

/** Which map is asked for: the report's own, or that of one place. */
function askedMap(access: Access, report: OpenReport, { targets, within = {} }: ReportAsk) {
  const map = mapOf(access, report);
  const [first] = targets ?? [];
  if (!map || first === undefined) return undefined;
  if (first === map.x) return map;
  const below = belowOf(access, report);
  const id = Object.hasOwn(within, map.x) ? within[map.x] : undefined;
  return below?.x === first && typeof id === 'number' ? { ...below, within: { field: below.over, id } } : undefined;
}

function placeOf({ id, key_name, key_name_en, map_row, map_col, short, short_en, code }: PlaceRow): MapPlace {
  const named = entity(id, key_name, key_name_en);
  return {
    ...{ ...named, id, key_name: named.key_name ?? '', row: map_row, col: map_col },
    ...(short ? { short } : {}),
    ...(short_en ? { short_en } : {}),
    ...(code ? { code } : {}),
  };
}
interface PlaceRow extends Record<string, unknown> {
  id: number;
  key_name: string | null;
  key_name_en: string | null;
  map_row: number;
  map_col: number;
  short: string | null;
  short_en: string | null;
  code: string | null;
}
