import { amountIn, isReckoned, type WriteBackDef } from '#protocol/meta/flow.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import { PLACES, wholePlace } from '#protocol/rules/places.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { columnNamed } from '#server/query/names.ts';
import { and, bound, sql } from '#server/query/sql.ts';
import { readRows, type Stored } from '#server/records/row/stored.ts';
import { standsIn } from '#server/records/row/subtable.ts';
import type { Values } from '#server/records/row/values.ts';
import type { Work } from '#server/records/row/work.ts';
import type { RecordRow } from '../../store/record-row.ts';
import type { Ground } from '../ground.ts';

/** One doing of a write-back: for the record that is decided, or for one row of it. */
export interface Occasion {
  def: WriteBackDef;
  record: RecordRow;
  /** the step at which it is decided */
  from: number;
  row: Values | null;
}

/** A record that a decision changes, locked, and all that is said of it. */
export interface Locked {
  table: ResolvedTable;
  id: number;
  stored: Stored;
  occasions: [Occasion, ...Occasion[]];
}

/** As many rows as one save takes. */
const MOST_ROWS = 10_000;

/** What there is to do, in the order of the definition; of a sub-table row by row. The record is locked, and its rows with it. */
export async function sourcesOf(
  work: Work,
  ground: Ground,
  record: RecordRow,
  defs: readonly WriteBackDef[],
  from: number,
): Promise<Occasion[]> {
  const known = new Map<string, Values[]>();
  const found: Occasion[] = [];
  for (const def of defs) {
    if (def.each !== undefined && !known.has(def.each)) known.set(def.each, await rowsIn(work, ground, record.id, def.each));
    const rows = def.each === undefined ? [null] : known.get(def.each)!;
    found.push(...rows.map((row) => ({ def, record, from, row })));
  }
  return found;
}

async function rowsIn(work: Work, { access, table }: Ground, id: number, name: string): Promise<Values[]> {
  const found: Values[] = [];
  for (const sub of table.def.subtables?.filter((one) => rowsName(one) === name) ?? []) {
    const rows = access.catalogue.table(sub.table_name);
    if (!rows) continue;
    const where = and(sql`${columnNamed('t', rows, sub.parent_field)} = ${bound(id, 'bigint')}`, standsIn(rows, sub, 't'));
    found.push(...(await readRows(work, rows, where, MOST_ROWS)).map(({ values }) => values));
  }
  return found;
}

/** The value of a place: of the record, or of the row as `table.field`. */
export function valueAt(name: string, { def, record, row }: Occasion, ground: Ground): unknown {
  if (name === 'id') return record.id;
  if (name === 'user.id') return ground.session.user.id;
  if (name === 'today') return ground.today;
  const field = fieldOfRow(name, def);
  return (field === undefined ? record.values[name] : row?.[field]) ?? null;
}

/** The field that a place names in a row of the sub-table; undefined where it names one of the record. */
export const fieldOfRow = (name: string, { each }: WriteBackDef): string | undefined =>
  each !== undefined && name.startsWith(`${each}.`) ? name.slice(each.length + 1) : undefined;

/** The record that a write-back changes, by its id; null where the field is empty. */
export function idNamed({ def, record, row }: Occasion): number | null {
  const name = def.id_field ?? '';
  const field = fieldOfRow(name, def);
  const value = field === undefined ? record.values[name] : row?.[field];
  return value === null || value === undefined ? null : Number(value);
}

/** `{field}` alone gives the value itself; inside a text its print. Blanks inside the braces count for nothing. What is reckoned is left out. */
export function plainValues(values: WriteBackDef['values'], one: Occasion, ground: Ground): Record<string, unknown> {
  const filled = (value: string | number): unknown => {
    if (typeof value === 'number') return value;
    const whole = wholePlace(value);
    const print = (_: string, name: string) => String(valueAt(name.trim(), one, ground) ?? '');
    return whole === undefined ? value.replace(PLACES, print) : valueAt(whole, one, ground);
  };
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (isReckoned(value) ? [] : [[name, filled(value)]])));
}

/** What the definition says of each field: a value, or the amount that it is moved by. */
export const saidOf = (values: WriteBackDef['values']): Record<string, string | number> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isReckoned(value) ? amountIn(value).amount : value]));
