import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '../catalogue.ts';
import { sequenceOf } from '../sync/columns.ts';
import { quoted } from '../sync/schema.ts';
import type { SeedProblem, SeedRow } from './plan.ts';

/** Ids of rows by their keys, those of earlier starts included. */
export interface KnownIds {
  get(table: ResolvedTable, company: number, key: string): number | undefined;
  set(row: SeedRow, id: number): void;
}

const nameOf = (table: string, company: number, key: string): string => `${table}\n${company}\n${key}`;

/** What was loaded before. */
export async function knownIds(tx: Tx): Promise<KnownIds> {
  const rows = await tx.query<{ table_name: string; company_id: number; key: string; id: number }>(
    'select table_name, company_id, key, id from fw.seed',
  );
  const ids = new Map(rows.map((row) => [nameOf(row.table_name, row.company_id, row.key), row.id]));
  return {
    get: (table, company, key) => ids.get(nameOf(table.name, table.tenancy === 'platform' ? 0 : company, key)),
    set: (row, id) => ids.set(nameOf(row.table.name, row.company, row.key), id),
  };
}

/** Gives every new row its id, so that rows may name each other in any order. Answers the new rows; a key that stands twice is reported. */
export async function giveIds(
  tx: Tx,
  rows: readonly SeedRow[],
  known: KnownIds,
  report: (problem: SeedProblem) => void,
): Promise<Map<SeedRow, number>> {
  const fresh = rows.filter((row) => known.get(row.table, row.company, row.key) === undefined);
  const given = new Map<SeedRow, number>();
  for (const table of new Set(fresh.map((row) => row.table))) {
    const mine = fresh.filter((row) => row.table === table);
    const ids = await nextIds(tx, table, mine);
    for (const row of mine) {
      if (known.get(row.table, row.company, row.key) !== undefined) {
        report({ table: table.name, row: row.key, reason: 'the key stands twice' });
        continue;
      }
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
  const sequence = `app.${quoted(sequenceOf(table.name))}`;
  const drawn = await tx.query<{ id: number }>('select nextval($1) as id from generate_series(1, $2::bigint)', [sequence, count]);
  return drawn.map((row) => row.id);
}
