import { deskOf, type Placed, placeOf } from './province.ts';

type Row = Record<string, string>;

/** Ids of the dictionaries in suites/opendata/dicts: the source's words, lower case. */
const STATUS = [
  'operating',
  'construction',
  'permitted',
  'pre-permit',
  'pre-construction',
  'announced',
  'shelved',
  'cancelled',
  'mothballed',
  'inactive',
  'retired',
];
const TECHNOLOGY = [
  'subcritical',
  'supercritical',
  'ultra-supercritical',
  'cfb',
  'igcc',
  'igcc/ccs',
  'unknown/ccs',
  'conventional storage',
  'pumped storage',
  'run-of-river',
  'conventional and pumped storage',
  'conventional and run-of-river',
  'pressurized water reactor',
  'high temperature gas reactor',
  'fast breeder reactor',
  'molten salt reactor',
];
const NOT_STATED = 99;

const NOTES: Record<NonNullable<Placed['note']>, string> = {
  spelling: '省份按来源的另一种写法归并 / province: a spelling variant of the source',
  border: '来源记为省界，按所给地市归入 / province: the source names a border, taken from its prefecture',
  prefecture: '来源未填省份，按所给地市归入 / province: empty in the source, taken from its prefecture',
  coordinates: '来源未填省份，按坐标归入 / province: empty in the source, taken from its coordinates',
};

function idOf(list: readonly string[], word: string): number {
  if (word === '' || word === 'unknown') return NOT_STATED;
  const at = list.indexOf(word);
  if (at < 0) throw new Error(`unknown word ${word}`);
  return at + 1;
}

const year = (text: string): string | null => {
  if (text && !/^\d{4}$/.test(text)) throw new Error(`not a year: ${text}`);
  return text || null;
};

/** Six places are 11 cm; the spreadsheets' further digits are noise of their floating point. */
const degrees = (text: string): string | null => (text ? String(Number(Number(text).toFixed(6))) : null);

/** What the three files have in common; each file says which of its columns it is. */
interface Unit {
  kind: number;
  id: string;
  name: string;
  name_en: string;
  unit: string;
  owner: string;
  owner_en: string;
  capacity: string;
  status: string;
  technology: string;
  start: string;
  end: string;
  place: Placed;
  said: string;
  prefecture: string;
  latitude: string;
  longitude: string;
  accuracy: string;
  url: string;
  permit: string;
  note: string;
}

function present(unit: Unit): Row & Record<string, unknown> {
  const notes = [unit.place.note ? NOTES[unit.place.note] : '', unit.note].filter(Boolean);
  return {
    _key: unit.id,
    key_name: unit.name || unit.name_en,
    name_en: unit.name_en,
    unit_name: unit.unit || null,
    kind: unit.kind,
    status: idOf(STATUS, unit.status),
    capacity_mw: unit.capacity,
    technology: idOf(TECHNOLOGY, unit.technology),
    start_year: year(unit.start),
    end_year: year(unit.end),
    province_entity: `@province:${unit.place.code}`,
    department_entity: `@department:${deskOf(unit.place.code)}`,
    place: unit.prefecture || null,
    latitude: degrees(unit.latitude),
    longitude: degrees(unit.longitude),
    accuracy: unit.accuracy === 'exact' ? 1 : 2,
    unit_id: unit.id.split('/')[0],
    owner: unit.owner || null,
    owner_en: unit.owner_en || null,
    wiki_url: unit.url || null,
    province_text: unit.place.note ? unit.said || null : null,
    permit_text: unit.permit || null,
    remark: notes.join('\n') || null,
  } as unknown as Row & Record<string, unknown>;
}

const coal = (row: Row): Unit => ({
  kind: 1,
  id: row['GEM unit/phase ID']!,
  name: row['Plant name (local)']!,
  name_en: row['Plant name']!,
  unit: row['Unit name']!,
  owner: '',
  owner_en: row.Owner!,
  capacity: row['Capacity (MW)']!,
  status: row.Status!,
  technology: row['Combustion technology']!,
  start: row['Start year']!,
  end: row['Retired year']!,
  place: placeOf(row['Subnational unit (province, state)']!, '', ''),
  said: row['Subnational unit (province, state)']!,
  prefecture: row['Major area (prefecture, district)']!,
  latitude: row.Latitude!,
  longitude: row.Longitude!,
  accuracy: row['Location accuracy']!,
  url: row['Wiki URL']!,
  permit: row.Permits!,
  note: '',
});

const hydro = (row: Row): Unit => ({
  kind: 2,
  id: row['GEM unit ID']!,
  name: row['Project Name (local lang/script)']!,
  name_en: row['Project Name']!,
  unit: '',
  owner: row['Owner Name (local lang/script)']!,
  owner_en: row.Owner!,
  capacity: row['Capacity (MW)']!,
  status: row.Status!,
  technology: row['Technology Type']!,
  start: row['Start Year']!,
  end: row['Retired Year']!,
  place: placeOf(row['State/Province 1']!, row['Major Area 1']!, row['Project Name']!),
  said: row['State/Province 1']!,
  prefecture: row['Major Area 1']!,
  latitude: row.Latitude!,
  longitude: row.Longitude!,
  accuracy: row['Location Accuracy']!,
  url: row['Wiki URL']!,
  permit: '',
  note: row.Binational === 'Yes' ? '界河电站，装机容量为两国合计 / on the border: the capacity of both countries' : '',
});

const nuclear = (row: Row): Unit => ({
  kind: 3,
  id: row['GEM unit ID']!,
  name: row['Project Name in Local Language / Script']!,
  name_en: row['Project Name']!,
  unit: row['Unit Name']!,
  owner: row['Owner Name in Local Language / Script']!,
  owner_en: row.Owner!,
  capacity: row['Capacity (MW)']!,
  status: row.Status!,
  technology: row['Reactor Type']!,
  start: row['Start Year']!,
  end: row['Retirement Year'] || row['Cancellation Year']!,
  place: placeOf(row['State/Province']!, row['Major Area (prefecture, district)']!, row['Project Name']!),
  said: row['State/Province']!,
  prefecture: row['Major Area (prefecture, district)']!,
  latitude: row.Latitude!,
  longitude: row.Longitude!,
  accuracy: row['Location Accuracy']!,
  url: row['Wiki URL']!,
  permit: '',
  note: '',
});

/** Rows of `power_unit`, in the files' order. An id that stands twice (two hydropower plants) gets a key of its own. */
export function powerUnits(files: { coal: Row[]; hydro: Row[]; nuclear: Row[] }): Record<string, unknown>[] {
  const units = [...files.coal.map(coal), ...files.hydro.map(hydro), ...files.nuclear.map(nuclear)];
  const seen = new Map<string, number>();
  return units.map((unit) => {
    const times = (seen.get(unit.id) ?? 0) + 1;
    seen.set(unit.id, times);
    return present(times > 1 ? { ...unit, id: `${unit.id}/${times}` } : unit);
  });
}
