import { Refusal } from '#protocol/codes.ts';
import type { changeUndoOp } from '#protocol/ops/app.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import { CHANGE, CHANGE_ROW, UNDO_HOURS } from '#protocol/wire/changes.ts';
import { type Access, openAccess } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { onceFor } from '#server/records/once/rid.ts';
import { demandRoom, noteChange } from './begin.ts';
import { severalGrant } from './demand.ts';

/** Of the records (r) of a change, $2 of company $1 having begun it: those that stand as it left them, and that are not taken back, nor being so. */
export const TO_UNDO = `r.company_id = $1 and r.status = ${CHANGE_ROW.changed} and r.before is not null and not exists (
    select from fw.change u join fw.change_row t on t.company_id = u.company_id and t.change_id = u.id
    where u.company_id = $1 and u.user_id = $2 and u.of_change = r.change_id and t.rowid = r.rowid
      and (t.status in (${CHANGE_ROW.changed}, ${CHANGE_ROW.same}) or t.status = ${CHANGE_ROW.waiting} and u.status = ${CHANGE.running}))`;

/** What was begun before it is not taken back any more. */
export const lateAt = ({ clock }: Pick<House, 'clock'>): Date => new Date(clock.now().getTime() - UNDO_HOURS * 3_600_000);

interface Undone {
  source: string;
  status: number;
  of_change: number | null;
  late: boolean;
}

/**
 * A change that writes back what stood in the records of another: those that it changed, and that were not taken back already. Who presses
 * again while that runs is told its number.
 */
export async function undoChange(
  house: House,
  session: Session,
  request: RequestOf<typeof changeUndoOp>,
): Promise<{ data: { id: number } }> {
  const access = await openAccess(house, session);
  const once = { rid: request._rid, what: `ChangeUndo ${request.id}`, body: request };
  return house.db.tx(async (tx) => {
    const answer = await onceFor(tx, session, once, house.clock.now(), async () => ({
      data: { id: await beginUndo(tx, house, access, request.id) },
    }));
    return answer as { data: { id: number } };
  });
}

async function beginUndo(tx: Tx, house: House, access: Access, id: number): Promise<number> {
  const { session } = access;
  const whose = [session.company.id, session.user.id, id];
  const [change] = await tx.query<Undone>(
    `select source, status, of_change, created < $4 as late from fw.change where company_id = $1 and user_id = $2 and id = $3 for update`,
    [...whose, lateAt(house)],
  );
  if (!change) throw new Refusal(315);
  severalGrant(access, access.table(change.source));
  if (change.of_change !== null || change.status === CHANGE.running) throw new Refusal(317, '$changeNoUndo');
  const [running] = await tx.query<{ id: number }>(
    `select id from fw.change where company_id = $1 and user_id = $2 and of_change = $3 and status = ${CHANGE.running}`,
    whose,
  );
  if (running) return running.id;
  if (change.late) throw new Refusal(317, '$changeUndoLate', { hours: UNDO_HOURS });
  await demandRoom(tx, session);
  const [rows] = await tx.query<{ total: number }>(
    `select count(*)::int as total from fw.change_row r where r.change_id = $3 and ${TO_UNDO}`,
    whose,
  );
  if (rows!.total === 0) throw new Refusal(314, '$changeNone');
  const noted = { source: change.source, fields: {}, matched: rows!.total, total: rows!.total, of: id };
  const undo = await noteChange(tx, session, house.clock.now(), noted);
  await tx.query(
    `insert into fw.change_row (company_id, change_id, rowid, version, before)
     select $1, $4, r.rowid, r.after, r.before from fw.change_row r where r.change_id = $3 and ${TO_UNDO}`,
    [...whose, undo],
  );
  return undo;
}
