import type { Tx } from '#server/db/db.ts';
import { relation } from '#server/query/source.ts';
import { and, bound, compile, sql } from '#server/query/sql.ts';
import type { Access } from './access.ts';

export interface NameRow {
  id: number;
  key_name: string | null;
  key_name_en: string | null;
}

/** The names of records of a table in one statement, as far as the caller may see them. */
export async function namesSeen(tx: Tx, access: Access, source: string, ids: readonly (number | null)[]): Promise<NameRow[]> {
  const gate = access.reader.names(source);
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (!gate || wanted.length === 0) return [];
  const where = and(sql`e.id = any(${bound(wanted, 'bigint[]')})`, gate.rows('e'));
  const english = gate.english?.('e') ?? sql`null::text`;
  const statement = compile(
    sql`select e.id, e.key_name, ${english} as key_name_en from ${relation(gate.table)} e where ${where}`,
    access.asker,
  );
  return tx.query<NameRow>(statement.text, statement.values);
}
