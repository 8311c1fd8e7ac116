import { Refusal } from '#protocol/codes.ts';
import { bound, compile, name, sql } from '#server/query/sql.ts';
import { takeNumbers } from './number.ts';
import type { RowChange, SubtableWork } from './subtables.ts';
import type { Work } from './work.ts';
import { insertRecord, thisRow, updateRecord } from './write.ts';

/** Writes the rows of all sub-tables of a record; answers how many changed. */
export async function writeSubtables(work: Work, parent: number, subtables: readonly SubtableWork[]): Promise<number> {
  let written = 0;
  for (const sub of subtables) for (const row of sub.changes) written += await writeRow(work, parent, sub, row);
  return written;
}

async function writeRow(
  work: Work,
  parent: number,
  { def, target }: SubtableWork,
  { op, stored, before, changes }: RowChange,
): Promise<number> {
  const { table } = target;
  if (op === 'Add') {
    const values = { ...before, ...changes, [def.parent_field]: parent };
    await insertRecord(work, table, { ...values, ...(await takeNumbers(work, table, values)) });
    return 1;
  }
  const id = stored!.id;
  if (op === 'Modify') return Object.keys(changes).length ? updateRecord(work, table, id, changes).then(() => 1) : 0;
  if (op === 'Bind') return updateRecord(work, table, id, { [def.parent_field]: parent }).then(() => 1);
  if (op === 'Unbind') return updateRecord(work, table, id, { [def.parent_field]: null }).then(() => 1);
  return binRow(work, table.name, () => thisRow(work, table, id));
}

async function binRow(work: Work, table: string, where: () => ReturnType<typeof thisRow>): Promise<number> {
  const marks = sql`deleted_time = ${bound(work.now, 'timestamptz')}, deleted_entity = ${bound(work.session.user.id, 'bigint')}, version = version + 1`;
  const statement = compile(sql`update app.${name(table)} t set ${marks} where ${where()} returning 1 as done`);
  const done = await work.tx.query(statement.text, statement.values);
  if (done.length === 0) throw new Refusal(315);
  return done.length;
}
