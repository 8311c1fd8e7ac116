import { Refusal } from '#protocol/codes.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { underCase } from '#server/meta/pinned.ts';
import { type Standing as Locked, lockOne } from '#server/records/row/stored.ts';
import { lockRecord, openWork, type Saved } from '#server/records/save/save.ts';
import { flowOf } from '../definition/definition.ts';
import { later } from '../kernel/clock/time.ts';
import { NO_CASE } from '../kernel/model.ts';
import type { Flows } from '../read/words.ts';
import { loadDecidable, type RecordRef, type StoredCase } from '../store/case-store.ts';
import { type RecordRow, rowOf } from '../store/record-row.ts';
import type { Standing } from '../store/write-record.ts';
import type { Ground } from './ground.ts';

/** What an act finds when it has its record: locked, or made by itself. */
export interface Desk extends Flows {
  /** whose rows the caller may handle beside his own */
  principals: readonly number[];
  now: string;
  /** the record as it was, and what an act that made it has saved already */
  row: RecordRow;
  added: Saved | null;
  locked: Locked | null;
  /** the table as the record's case knows it */
  table: ResolvedTable;
  at: Standing;
}

/** Locks a record by its id, or takes the one that was made just now, and reads its case. */
export async function sitDown(tx: Tx, ground: Ground, of: number | Saved): Promise<Desk> {
  const { house, session, access, table } = ground;
  const added = typeof of === 'number' ? null : of;
  const locked = typeof of === 'number' ? await lockRecord(tx, house, table, session, of, access) : null;
  const row = locked ? rowOf(locked) : await readRow(tx, ground, added!.id);
  demandHere(ground, row);
  return { ...(await deskAt(tx, ground, row)), added, locked };
}

/** The same for who is let in by another right than one to the record: it is locked wherever it lies in the company. 315 where it is gone. */
export async function sitBeside(tx: Tx, ground: Ground, id: number): Promise<Desk> {
  return { ...(await deskAt(tx, ground, await readRow(tx, ground, id))), added: null, locked: null };
}

async function deskAt(tx: Tx, ground: Ground, row: RecordRow): Promise<Omit<Desk, 'added' | 'locked'>> {
  const { house, session, access, table, published } = ground;
  const ref: RecordRef = { company: session.company.id, source: table.name, rowid: row.id };
  const found = await loadDecidable(tx, ref, { session, creator: row.create_entity, now: house.clock.now(), published });
  const stored = running(found.stored, row);
  // with the applicant the next Submit takes the newest
  const pinned = stored && !isFirst(row.review_state) ? stored : null;
  const flow = flowOf(access.catalogue, table.def, pinned?.def ?? published.def);
  const ran = found.stored && !pinned ? flowOf(access.catalogue, table.def, found.stored.def) : flow;
  return {
    ...{ flow, ran, principals: found.principals, row },
    now: later(house.clock.now(), found.stored),
    table: pinned && pinned.def_id !== published.id ? underCase(table, pinned.def_id, flow.def) : table,
    at: { ref, caseId: stored?.id ?? null, defId: pinned?.def_id ?? published.id, state: stored?.state ?? NO_CASE, record: row },
  };
}

/** The record as it lies, locked, whoever may see it. */
export async function readRow(tx: Tx, { house, session, table, access }: Ground, id: number): Promise<RecordRow> {
  return rowOf(await lockOne(await openWork(tx, house, session, { access }), table, id, null));
}

/** 315 for a record of another domain, also for who may see it there. */
function demandHere({ session, table }: Ground, row: RecordRow): void {
  if (table.tenancy === 'domain' && session.domains.length > 1 && row.subcompany_id !== session.domain.id) throw new Refusal(315);
}

/** A finished case of a record that is with the applicant again is history. */
const running = (stored: StoredCase | null, row: RecordRow): StoredCase | null =>
  stored && stored.state.case?.status === 1 && isFirst(row.review_state) ? null : stored;
