import { Refusal } from '#protocol/codes.ts';
import type { SubtableDef } from '#protocol/meta/table.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Standing } from '../../row/stored.ts';
import { lockRowsOf, type RowsOf } from '../../row/subtable.ts';
import type { Work } from '../../row/work.ts';

/** Rows of so many records are read at once; of fewer where they have so many that they would not lie in memory together. */
const AT_ONCE = [500, 50];
const MOST_ROWS = 5_000;
const TOO_MANY = 341;

/** Of a sub-table the rows of some records, and how many records that is by now. */
interface Read {
  rows: Map<number, Standing[]>;
  sizes: readonly number[];
}

/** The rows of records that are saved one after the other, locked and read many records at once, when the first of them is asked for. */
export function rowsAhead(work: Work, parent: ResolvedTable, ids: readonly number[]): RowsOf {
  const place = new Map(ids.map((id, at) => [id, at]));
  const known = new Map<SubtableDef, Read>();
  return async (def, id) => {
    const read = known.get(def) ?? { rows: new Map(), sizes: AT_ONCE };
    known.set(def, read);
    while (!read.rows.has(id)) {
      const [size, ...fewer] = read.sizes;
      if (size === undefined) return null;
      const some = ids.slice(place.get(id), place.get(id)! + size);
      const rows = await readRows(work, parent, def, some);
      if (rows) read.rows = rows;
      else read.sizes = fewer;
    }
    return read.rows.get(id)!;
  };
}

/** Null where they are too many. */
async function readRows(
  work: Work,
  parent: ResolvedTable,
  def: SubtableDef,
  ids: readonly number[],
): Promise<Map<number, Standing[]> | null> {
  try {
    const rows = new Map<number, Standing[]>(ids.map((id) => [id, []]));
    for (const row of await lockRowsOf(work, parent, def, ids, MOST_ROWS)) rows.get(row.values[def.parent_field] as number)!.push(row);
    return rows;
  } catch (error) {
    if (error instanceof Refusal && error.code === TOO_MANY && error.cause === undefined) return null;
    throw error;
  }
}
