import { Refusal } from '#protocol/codes.ts';
import type { FileValue } from '#protocol/wire/envelope.ts';
import type { Tx } from '#server/db/db.ts';
import { ATTACHS, fileValue, type StoredFile } from '#server/records/files/files.ts';
import type { Look } from './seen-case.ts';

/** Binds the files that a decision brings to its record: only those its maker uploaded for this table, or that are there already. */
export async function claimFiles(
  tx: Tx,
  of: { company: number; user: number; source: string; rowid: number },
  attachs: string,
): Promise<void> {
  const keys = [...new Set(attachs.split(',').filter(Boolean))];
  if (!keys.length) return;
  const taken = await tx.query(
    `update fw.file set rowid = $4 where company_id = $1 and key_name = any($2::text[]) and source = $3 and field = $6
       and (rowid = $4 or (rowid is null and create_entity = $5)) returning 1`,
    [of.company, keys, of.source, of.rowid, of.user, ATTACHS],
  );
  if (taken.length !== keys.length) throw new Refusal(315, '', { field: 'attachs' });
}

/** The files of a record's decisions by key, as the wire shows them. */
export async function filesOf({ house, session, table }: Look, rowid: number, lists: readonly string[]): Promise<Map<string, FileValue>> {
  const keys = lists.flatMap((list) => list.split(',').filter(Boolean));
  if (!keys.length) return new Map();
  const rows = await house.db.query<Pick<StoredFile, 'id' | 'key_name' | 'file_name' | 'length'>>(
    'select id, file_name, key_name, length from fw.file where company_id = $1 and key_name = any($2::text[]) and source = $3 and rowid = $4',
    [session.company.id, keys, table.name, rowid],
  );
  return new Map(rows.map((row) => [row.key_name, fileValue(house, session, row)]));
}
