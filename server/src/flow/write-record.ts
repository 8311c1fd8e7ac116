import type { Tx } from '#server/db/db.ts';
import type { RecordRef, StoredCase } from './case-store.ts';
import type { FlowDef } from './definition.ts';
import { evolve, numbered } from './evolve.ts';
import type { Ground } from './ground.ts';
import { DECIDES, type Diff, isApplicantStep, NO_CASE } from './model.ts';
import type { RecordRow } from './record-row.ts';
import { writeDiff } from './write-diff.ts';

export interface Outcome {
  ground: Pick<Ground, 'table' | 'published'>;
  ref: RecordRef;
  stored: StoredCase | null;
  record: RecordRow;
  diff: Diff;
  cause: unknown;
  rid: string | null;
  /** for the rows that the diff opens */
  ids: readonly number[];
}

/** Writes what was decided; answers who has the record now. */
export async function recordOutcome(tx: Tx, { ground, ref, stored, record, diff, cause, rid, ids }: Outcome): Promise<number[]> {
  const whole = numbered(diff, await enough(tx, ids, diff.open.length));
  const before = stored?.state ?? NO_CASE;
  const holders = new Map(before.todos.map((todo) => [todo.id, todo.review_entity]));
  const deciding = evolve(before, whole).todos.filter((todo) => DECIDES.has(todo.review_state));
  const reviewers = [...new Set(deciding.map((todo) => todo.review_entity))].sort((a, b) => a - b);
  const running = stored && !isApplicantStep(record.review_state);
  const defId = running ? stored.def_id : ground.published.id;
  const of = { ref, caseId: stored?.id ?? null, defId, domain: record.subcompany_id, keyName: record.key_name, requestId: rid, cause };
  await writeDiff(tx, { ...of, reviewers, patience: patienceOf(running ? stored.def : ground.published.def) }, whole, holders);
  return reviewers;
}

/** Hours after which who holds a step is reminded, by step. */
const patienceOf = (def: FlowDef): Map<number, number> =>
  new Map(def.states.flatMap(({ value, timeout }) => (timeout?.do === 'remind' ? [[Number(value), timeout.hours] as const] : [])));

/** Those at hand, and more behind them where the administrators stand in for nobody: rows of a case are in the order of their ids. */
async function enough(tx: Tx, ids: readonly number[], count: number): Promise<readonly number[]> {
  if (ids.length >= count) return ids;
  const more = await tx.query<{ id: number }>(`select nextval('fw.flow_todo_id_seq') as id from generate_series(1, $1::int)`, [
    count - ids.length,
  ]);
  return [...ids, ...more.map((row) => row.id)];
}
