import type { Access } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { and, bound, compile, name, sql } from '#server/query/sql.ts';
import { filesOf } from './files.ts';

export type Row = Record<string, unknown>;
type Named = ReadonlyMap<number, string>;

/** Turns stored values into wire values: the names of what they refer to, as far as the caller may see them now. */
export interface Presenter {
  show(field: ResolvedField, value: unknown): unknown;
}

/** Reads all names that these rows need, a statement a table referred to. */
export async function presenterFor(
  house: House,
  access: Access,
  fields: readonly ResolvedField[],
  rows: readonly Row[],
): Promise<Presenter> {
  const names = new Map<string, Named>();
  for (const source of new Set(fields.flatMap((field) => field.source?.table ?? []))) {
    const ids = fields.filter((field) => field.source?.table === source).flatMap((field) => rows.flatMap((row) => idsOf(row[field.name])));
    names.set(source, await namesOf(house.db, access, source, [...new Set(ids)]));
  }
  const fileIds = fields.filter((field) => field.storage === 'files').flatMap((field) => rows.flatMap((row) => idsOf(row[field.name])));
  const files = await filesOf(house, house.db, access.session, fileIds);
  return {
    show: (field, value) => {
      if (value === null || value === undefined) return null;
      if (field.storage === 'files') return idsOf(value).flatMap((id) => files.get(id) ?? []);
      if (field.source) {
        const named = idsOf(value).map((id) => reference(names.get(field.source!.table), id));
        return field.storage === 'bigint[]' ? named : named[0];
      }
      if (field.def.data_type === 'checkbox') return idsOf(value).map((id) => ({ id }));
      return field.items && field.storage === 'bigint' ? { id: value } : value;
    },
  };
}

const idsOf = (value: unknown): number[] => (value === null || value === undefined ? [] : ([value].flat() as number[]));

function reference(names: Named | undefined, id: number): Row {
  const key_name = names?.get(id);
  return key_name === undefined ? { id: 0, unauthorized: 1 } : { id, key_name };
}

/** Names of records of a table, those that the caller may see. */
export async function namesOf(tx: Tx, access: Access, source: string, ids: readonly number[]): Promise<Named> {
  const gate = access.reader.names(source);
  if (!gate || ids.length === 0) return new Map();
  const where = and(sql`e.id = any(${bound(ids, 'bigint[]')})`, gate.rows('e'));
  const statement = compile(sql`select e.id, e.key_name from app.${name(gate.table.name)} e where ${where}`, access.asker);
  const found = await tx.query<{ id: number; key_name: string | null }>(statement.text, statement.values);
  return new Map(found.map((row) => [row.id, row.key_name ?? '']));
}
