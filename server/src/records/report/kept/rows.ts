import { defineCache, digest, MIB } from '#server/cache/cache.ts';
import type { Tx } from '#server/db/db.ts';
import { type House, houseAt } from '#server/meta/house.ts';
import { tablesRead, type Versions } from './versions.ts';

interface Kept {
  readonly versions: readonly string[];
  readonly rows: readonly unknown[];
}

const counted = defineCache<Kept>({
  name: 'counted',
  holds: 'what statements of reports and boards counted, as it came from the database',
  key: 'hash of the statement and of its values, which name rights, definitions and what is asked',
  ends: 'when one of the tables that it reads has another version: with each transaction that changed it',
  bytes: 24 * MIB,
});

/** A transaction of one instant that reads of memory what it knows of that instant. */
export interface Reading {
  readonly tx: Tx;
  /** reads of memory what it can */
  readonly house: House;
  /** reads of the database alone: what is answered of it is not kept */
  readonly plain: () => House;
  /** the tables that all of it hangs on; null where it hangs on more than tables, or something was refused by the database */
  readonly tables: () => ReadonlySet<string> | null;
}

/** `versions`: those that the transaction sees. What was read at these very versions is what it would read. */
export function readingAt(house: House, tx: Tx, versions: Versions): Reading {
  const cache = counted.of(house.db);
  const tables = new Set<string>();
  let isWhole = true;
  const asked = async <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
    try {
      return await tx.query<Row>(text, values);
    } catch (error) {
      isWhole = false;
      throw error;
    }
  };
  const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const read = tablesRead(text, values);
    if (!read?.every((table) => versions.has(table))) {
      isWhole = false;
      return asked<Row>(text, values);
    }
    for (const table of read) tables.add(table);
    const at = read.map((table) => versions.get(table)!);
    const key = digest(JSON.stringify([text, values]));
    const known = cache.get(key);
    if (known?.versions.every((version, nth) => version === at[nth])) return known.rows as Row[];
    const rows = await asked<Row>(text, values);
    cache.set(key, { versions: at, rows }, weigh(rows));
    return rows;
  };
  return {
    tx,
    house: houseAt(house, { query }),
    plain: () => {
      isWhole = false;
      return houseAt(house, tx);
    },
    tables: () => (isWhole ? tables : null),
  };
}

/** What a row takes with its columns, beside the letters of its texts. */
const [ROW, COLUMN] = [64, 16];

/** A text takes two bytes a letter, and so does what a column holds of several. */
function lettersIn(value: unknown): number {
  const text = typeof value === 'string' ? value : value !== null && typeof value === 'object' ? JSON.stringify(value) : '';
  return 2 * text.length;
}

function weigh(rows: readonly unknown[]): number {
  let bytes = 0;
  for (const row of rows as readonly object[]) {
    bytes += ROW;
    for (const value of Object.values(row)) bytes += COLUMN + lettersIn(value);
  }
  return bytes;
}
