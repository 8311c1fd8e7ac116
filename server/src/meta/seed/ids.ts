import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '../catalogue.ts';
import { ofRow, type SeedRow, type Tell } from './plan.ts';

/** Ids of rows by their keys, those of earlier starts included. */
export interface KnownIds {
  get(table: ResolvedTable, company: number, key: string): number | undefined;
  set(row: SeedRow, id: number): void;
  /** how the rows of a table are called that this company can name */
  keys(table: ResolvedTable, company: number): string[];
  /** whether a row of the table has this id; undefined where only the database knows */
  has?(table: ResolvedTable, company: number, id: number): boolean;
}

interface Loaded {
  table_name: string;
  company_id: number;
  key: string;
  id: number;
}

const nameOf = (table: string, company: number): string => `${table}\n${company}`;
const ownerOf = (table: ResolvedTable, company: number): string => nameOf(table.name, table.tenancy === 'platform' ? 0 : company);

export function idsOf(loaded: readonly Loaded[]): KnownIds {
  const ids = new Map<string, Map<string, number>>();
  const put = (name: string, key: string, id: number) => {
    const of = ids.get(name) ?? new Map<string, number>();
    ids.set(name, of.set(key, id));
  };
  for (const { table_name, company_id, key, id } of loaded) put(nameOf(table_name, company_id), key, id);
  return {
    get: (table, company, key) => ids.get(ownerOf(table, company))?.get(key),
    set: (row, id) => put(nameOf(row.table.name, row.company), row.key, id),
    keys: (table, company) => [...(ids.get(ownerOf(table, company))?.keys() ?? [])].filter((key) => !key.startsWith('#')),
  };
}

/** What was loaded before. */
export const knownIds = async (tx: Tx): Promise<KnownIds> =>
  idsOf(await tx.query<Loaded>('select table_name, company_id, key, id from fw.seed'));

/** The same of the platform and one company. */
export const knownIdsOf = async (tx: Tx, company: number): Promise<KnownIds> =>
  idsOf(await tx.query<Loaded>('select table_name, company_id, key, id from fw.seed where company_id = any($1::bigint[])', [[0, company]]));

/** The rows that were not loaded before; a key or an id that stands twice is told. */
export function freshRows(rows: readonly SeedRow[], known: KnownIds, tell: Tell): SeedRow[] {
  const [keys, ids] = [new Set<string>(), new Map<string, SeedRow>()];
  return rows.filter((row) => {
    if (known.get(row.table, row.company, row.key) !== undefined) return false;
    const report = ofRow(tell, row);
    const owner = nameOf(row.table.name, row.company);
    if (keys.has(`${owner}\n${row.key}`)) {
      report('_key', `${row.table.name} ${row.name} stands twice`, 'give one of the two rows another _key');
      return false;
    }
    keys.add(`${owner}\n${row.key}`);
    if (row.fixedId === undefined) return true;
    if (!Number.isSafeInteger(row.fixedId) || row.fixedId < 1) {
      report('_id', `${row.fixedId} is no id`, 'write a whole number from 1, or leave _id out');
      return false;
    }
    const first = ids.get(`${owner}\n${row.fixedId}`);
    if (first)
      report(
        '_id',
        `id ${row.fixedId} of ${row.table.name} stands twice: first of ${first.name}`,
        'give one of the two rows another _id, or none',
      );
    else ids.set(`${owner}\n${row.fixedId}`, row);
    return !first;
  });
}

/** Gives every new row its id, so that rows may name each other in any order. */
export async function giveIds(tx: Tx, fresh: readonly SeedRow[], known: KnownIds): Promise<Map<SeedRow, number>> {
  const given = new Map<SeedRow, number>();
  for (const table of new Set(fresh.map((row) => row.table))) {
    const mine = fresh.filter((row) => row.table === table);
    const ids = await nextIds(tx, table, mine);
    for (const row of mine) {
      const id = row.fixedId ?? ids.shift()!;
      known.set(row, id);
      given.set(row, id);
    }
  }
  return given;
}

/** New ids behind all fixed ones. Numbers are only drawn: who serves may not set a sequence, and loads the rows of a first company too. */
async function nextIds(tx: Tx, table: ResolvedTable, rows: readonly SeedRow[]): Promise<number[]> {
  const fixed = rows.flatMap((row) => row.fixedId ?? []);
  if (fixed.length > 0) {
    const [at] = await draw(tx, table, 1);
    await draw(tx, table, Math.max(...fixed) - at!);
  }
  return draw(tx, table, rows.length - fixed.length);
}

async function draw(tx: Tx, table: ResolvedTable, count: number): Promise<number[]> {
  const drawn = await tx.query<{ id: number }>('select nextval($1) as id from generate_series(1, $2::bigint)', [table.relation.ids, count]);
  return drawn.map((row) => row.id);
}
