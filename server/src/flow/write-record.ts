import type { Tx } from '#server/db/db.ts';
import { allotIds, type RecordRef, type StoredCase, writeDiff } from './case-store.ts';
import { evolve, numbered } from './evolve.ts';
import type { Ground } from './ground.ts';
import { DECIDES, type Diff, isApplicantStep, NO_CASE } from './model.ts';
import type { RecordRow } from './record-row.ts';

export interface Outcome {
  ground: Pick<Ground, 'table' | 'published'>;
  ref: RecordRef;
  stored: StoredCase | null;
  record: RecordRow;
  diff: Diff;
  cause: unknown;
  rid: string | null;
}

/** Writes the diff and the two derived columns of the record, `review_state` and `reviewers` (I3); answers who has it now. */
export async function recordOutcome(tx: Tx, { ground, ref, stored, record, diff, cause, rid }: Outcome): Promise<number[]> {
  const whole = numbered(diff, await allotIds(tx, diff.open.length));
  const before = stored?.state ?? NO_CASE;
  const holders = new Map(before.todos.map((todo) => [todo.id, todo.review_entity]));
  const defId = stored && !isApplicantStep(record.review_state) ? stored.def_id : ground.published.id;
  const written = { ref, caseId: stored?.id ?? null, defId, domain: record.subcompany_id, keyName: record.key_name, requestId: rid, cause };
  await writeDiff(tx, written, whole, holders);
  const after = evolve(before, whole);
  const reviewers = [...new Set(after.todos.filter((todo) => DECIDES.has(todo.review_state)).map((todo) => todo.review_entity))].sort(
    (a, b) => a - b,
  );
  // the settings are made before the row is joined to them, so that the trigger that keeps its old version finds them
  await tx.query(
    `update app."${ground.table.name}" t set review_state = $3, reviewers = $4
     from (select set_config('fw.actor', $5, true), set_config('fw.op', $6, true)) named where t.company_id = $1 and t.id = $2`,
    [ref.company, ref.rowid, diff.to_state, reviewers, String(diff.actor), diff.op],
  );
  return reviewers;
}
