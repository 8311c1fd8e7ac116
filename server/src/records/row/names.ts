import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { Access } from '#server/access/access.ts';
import { namesSeen } from '#server/access/names-seen.ts';
import type { Tx } from '#server/db/db.ts';
import { entity } from './present.ts';

/** Records by their id, those that the caller may see. */
export type Named = ReadonlyMap<number, EntityValue>;

/** The names of records of a table in one statement, as far as the caller may see them. */
export async function namesOf(tx: Tx, access: Access, source: string, ids: readonly (number | null)[]): Promise<Named> {
  const found = await namesSeen(tx, access, source, ids);
  return new Map(found.map((row) => [row.id, entity(row.id, row.key_name, row.key_name_en)]));
}

/** One of them on the wire; who is not there has an id and no name. */
export const namedBy = (names: Named, id: number): EntityValue => names.get(id) ?? { id, key_name: '' };
