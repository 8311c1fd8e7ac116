import { Refusal } from '#protocol/codes.ts';
import { madeOnce } from '#protocol/rules/once.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import { ASKER } from '#server/query/asker.ts';
import { columnOf } from '#server/query/names.ts';
import { name, type Sql, sql } from '#server/query/sql.ts';
import type { Values } from './values.ts';
import type { Work } from './work.ts';

/** Fields of a table whose values are files. */
export const fileFields = madeOnce((table: ResolvedTable): readonly ResolvedField[] =>
  [...table.fields.values()].filter((field) => field.storage === 'files'),
);

/** Beside a row that is read, the key names of its files by id, as `file.keys`; none where the table has no files. */
export function keyColumn(table: ResolvedTable): Sql[] {
  const [first, ...more] = fileFields(table).map((field) => columnOf('t', field));
  if (!first) return [];
  const ids = more.reduce((list, of) => sql`${list} || ${of}`, first);
  const keys = sql`select jsonb_object_agg(f.id, f.key_name) from fw.file f where f.company_id = ${ASKER.company} and f.id = any(${ids})`;
  return [sql`(${keys}) as ${name('file.keys')}`];
}

/**
 * Turns the ids that file columns hold into key names, as forms speak of files. Who waited for a row's lock reads the row as it is now and
 * `file.keys` as they were before: for a file that came meanwhile its key is asked.
 */
export async function keysOfFiles<Row extends { values: Values }>(
  work: Pick<Work, 'tx' | 'session'>,
  table: ResolvedTable,
  rows: Row[],
  read: readonly Readonly<Record<string, unknown>>[],
): Promise<Row[]> {
  const fields = fileFields(table);
  const idsIn = (row: Row, field: ResolvedField): number[] => (row.values[field.name] as number[] | null) ?? [];
  const keys = new Map(read.flatMap((row) => Object.entries((row['file.keys'] as Record<string, string> | null) ?? {})));
  const missing = rows.flatMap((row) => fields.flatMap((field) => idsIn(row, field))).filter((id) => !keys.has(String(id)));
  const found = missing.length
    ? await work.tx.query<{ id: number; key_name: string }>(
        'select id, key_name from fw.file where company_id = $1 and id = any($2::bigint[])',
        [work.session.company.id, missing],
      )
    : [];
  for (const file of found) keys.set(String(file.id), file.key_name);
  for (const row of rows) {
    for (const field of fields) {
      const named = idsIn(row, field).flatMap((id) => keys.get(String(id)) ?? []);
      row.values[field.name] = named.length ? named : null;
    }
  }
  return rows;
}

/**
 * Binds the files that a save names to its record and answers the ids for the columns, by field. A key is taken when it waits and
 * was uploaded by this very user for this field, or when it is this record's and field's already; any other is 315, whether it exists or not.
 */
export async function attachFiles(work: Work, table: ResolvedTable, rowid: number, written: Values): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  for (const field of fileFields(table)) {
    const keys = written[field.name] as readonly string[] | null | undefined;
    if (keys === undefined) continue;
    found[field.name] = keys === null ? [] : await takeFiles(work, table, field, rowid, keys);
  }
  return found;
}

async function takeFiles(
  work: Work,
  table: ResolvedTable,
  field: ResolvedField,
  rowid: number,
  keys: readonly string[],
): Promise<number[]> {
  const whose = [work.session.company.id, keys, table.name, field.name, rowid, work.session.user.id];
  const taken = await work.tx.query<{ id: number; key_name: string }>(
    `update fw.file set rowid = $5
     where company_id = $1 and key_name = any($2::text[]) and source = $3 and field = $4
       and (rowid = $5 or (rowid is null and create_entity = $6))
     returning id, key_name`,
    whose,
  );
  const ids = new Map(taken.map((file) => [file.key_name, file.id]));
  return keys.map((key) => ids.get(key) ?? missing(field));
}

function missing(field: ResolvedField): never {
  throw new Refusal(315, '', { field: field.name });
}
