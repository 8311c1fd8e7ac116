import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { Access } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import { relation } from '#server/query/source.ts';
import { and, bound, compile, sql } from '#server/query/sql.ts';
import { entity } from './present.ts';

/** Records by their id, those that the caller may see. */
export type Named = ReadonlyMap<number, EntityValue>;

/** The names of records of a table in one statement, as far as the caller may see them. */
export async function namesOf(tx: Tx, access: Access, source: string, ids: readonly (number | null)[]): Promise<Named> {
  const gate = access.reader.names(source);
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (!gate || wanted.length === 0) return new Map();
  const where = and(sql`e.id = any(${bound(wanted, 'bigint[]')})`, gate.rows('e'));
  const english = gate.english?.('e') ?? sql`null::text`;
  const statement = compile(
    sql`select e.id, e.key_name, ${english} as key_name_en from ${relation(gate.table)} e where ${where}`,
    access.asker,
  );
  const found = await tx.query<{ id: number; key_name: string | null; key_name_en: string | null }>(statement.text, statement.values);
  return new Map(found.map((row) => [row.id, entity(row.id, row.key_name, row.key_name_en)]));
}

/** One of them on the wire; who is not there has an id and no name. */
export const namedBy = (names: Named, id: number): EntityValue => names.get(id) ?? { id, key_name: '' };
