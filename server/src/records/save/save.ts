import { dayIn } from '#protocol/wire/clock.ts';
import { type Access, openAccess } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { faultPoint } from '#server/ports/fault.ts';
import { lockWith, type Standing, type Stored } from '../row/stored.ts';
import type { Work } from '../row/work.ts';
import { begin, type Change, checkDraft, type Draft, demandFilled, draftOf, leavesAsIs, type SaveOptions } from './draft.ts';
import { takeNumbers } from './number.ts';
import { demandParents, followParents } from './parents.ts';
import { checkVersion } from './stale.ts';
import { asRead, drawRecord, insertDrawn, insertRecord, nameActor, updateRecord } from './write.ts';

import { finishSubtables, writeSubtables } from './write-rows.ts';

export type { Change, SaveOptions } from './draft.ts';

export interface Saved {
  id: number;
  version: number;
}

/** What a save works with, for one instant. */
export async function openWork(
  tx: Tx,
  house: House,
  session: Session,
  options: Pick<SaveOptions, 'access' | 'engine' | 'actor' | 'signer'> = {},
): Promise<Work> {
  const access = options.access ?? (await openAccess(house, session));
  const now = house.clock.now();
  const today = dayIn(session.company.time_zone, now);
  const { signer, actor } = options;
  const rest = { ...(signer ? { signer } : {}), ...(actor === undefined ? {} : { actor }) };
  return { tx, session, access, pepper: house.keys.pepper, now, today, engine: options.engine === true, ...rest };
}

/** Locks a record that the caller may see, with his rights to change it: 315 where he may not. What decides on it is read after this. */
export async function lockRecord(
  tx: Tx,
  house: House,
  table: ResolvedTable,
  session: Session,
  id: number,
  access?: Access,
): Promise<Standing> {
  const work = await openWork(tx, house, session, access ? { access } : {});
  return lockWith(work, table, id, ['Modify', 'Review']);
}

/** The same record as it lies, not locked, for who asks of it beforehand: what he learns may be over when he decides. */
export async function seeRecord(
  tx: Tx,
  house: House,
  table: ResolvedTable,
  session: Session,
  id: number,
  access: Access,
  ops: readonly string[] = [],
): Promise<Standing> {
  const work: Work = { ...(await openWork(tx, house, session, { access })), dry: true };
  return lockWith(work, table, id, ops);
}

/**
 * Saves a record with its sub-tables and files, whole or not at all: rights, whose turn, version, values, form and sub-table
 * checks, references, then the writing; history and keywords follow in the database. Runs in the caller's transaction.
 */
export async function saveRecord(
  tx: Tx,
  house: House,
  session: Session,
  table: ResolvedTable,
  change: Change,
  options: SaveOptions,
): Promise<Saved> {
  const work = await openWork(tx, house, session, options);
  const begun = await begin(work, table, change, options);
  const { target, stored } = begun;
  if (stored) await checkVersion(work, table, stored, change.version);
  if (stored && leavesAsIs(change, options)) {
    if (options.complete) await demandFilled(work, target, stored);
    return { id: stored.id, version: stored.version };
  }
  const draft = await draftOf(work, begun, change, options);
  await checkDraft(work, begun, draft, options);
  const parents = await demandParents(work, table, stored?.values ?? {}, { ...stored?.values, ...draft.changes });
  await faultPoint('save.planned');
  if ((stored && Object.keys(draft.changes).length > 0) || draft.subtables.some((sub) => sub.changes.length > 0)) {
    await nameActor(work, options.op);
  }
  const { id, rows } = stored
    ? { id: stored.id, rows: await writeSubtables(work, stored.id, draft.subtables) }
    : await writeNew(work, table, draft);
  await faultPoint('save.rows');
  const written = !stored || rows > 0 || Object.keys(draft.changes).length > 0;
  const version = stored && written ? await updateRecord(work, table, id, draft.changes) : (stored?.version ?? 1);
  await finishSubtables(work, draft.subtables);
  if (written) await followParents(work, parents);
  return { id, version };
}

/**
 * The record as `saveRecord` would leave it, its rows counted in: for who asks beforehand what would come of a form. The same rights, turn,
 * parsing, defaults, copies, rows and calculations; locks and writes nothing, so it runs where nothing can be written. A form that is
 * being filled in is answered too: what is only not right yet (demanded, bounds, references, its version) the save itself refuses.
 */
export async function planSave(
  tx: Tx,
  house: House,
  session: Session,
  table: ResolvedTable,
  change: Change,
  options: SaveOptions,
): Promise<Stored> {
  const work: Work = { ...(await openWork(tx, house, session, options)), dry: true };
  const begun = await begin(work, table, change, options);
  const { stored } = begun;
  if (stored && leavesAsIs(change, options)) return stored;
  const { changes, subtables } = await draftOf(work, begun, change, options);
  const rows = subtables.flatMap((sub) => sub.changes).filter((row) => row.op !== 'Modify' || Object.keys(row.changes).length > 0);
  const written = !stored || rows.length > 0 || Object.keys(changes).length > 0;
  return written ? asRead(work, table, stored, changes) : stored;
}

/** A new record, after its rows where it has any: whoever wants the next number waits from when it is taken until this transaction ends. */
async function writeNew(work: Work, table: ResolvedTable, { changes, subtables }: Draft): Promise<{ id: number; rows: number }> {
  const numbered = async () => ({ ...changes, ...(await takeNumbers(work, table, changes)) });
  if (subtables.every((sub) => sub.changes.length === 0)) {
    const id = await insertRecord(work, table, await numbered());
    await faultPoint('save.record');
    return { id, rows: 0 };
  }
  const id = await drawRecord(work, table);
  const rows = await writeSubtables(work, id, subtables);
  await insertDrawn(work, table, await numbered(), id);
  await faultPoint('save.record');
  return { id, rows };
}
