import type { Work } from '../row/work.ts';
import { moveToBin } from './bin.ts';
import { takeNumbers } from './number.ts';
import { followParents } from './parents.ts';
import type { RowChange, SubtableWork } from './subtables.ts';
import { insertRecord, updateRecord } from './write.ts';

/** Writes the rows of all sub-tables of a record, but those to be deleted; answers how many change. */
export async function writeSubtables(work: Work, parent: number, subtables: readonly SubtableWork[]): Promise<number> {
  let written = 0;
  for (const sub of subtables) for (const row of sub.changes) written += await writeRow(work, parent, sub, row);
  return written;
}

/** Deletes rows when all else of the record is written: what refers to them may have been changed with it. Then other records of theirs follow. */
export async function finishSubtables(work: Work, subtables: readonly SubtableWork[]): Promise<void> {
  for (const { target, changes } of subtables) {
    const going = changes.flatMap((one) => (one.op === 'Delete' ? [one.stored!.id] : []));
    if (going.length > 0) await moveToBin(work, target.table, going);
  }
  for (const sub of subtables) await followParents(work, sub.others);
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
  if (op === 'Delete') return 1;
  const written = { Modify: changes, Bind: { ...changes, [def.parent_field]: parent }, Unbind: { [def.parent_field]: null } }[op];
  if (Object.keys(written).length === 0) return 0;
  await updateRecord(work, table, id, written);
  return 1;
}
