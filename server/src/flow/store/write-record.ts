import { isDeepStrictEqual } from 'node:util';
import { DECIDES } from '#protocol/rules/todo.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { FlowDef } from '../definition/definition.ts';
import { afterWork } from '../kernel/clock/working.ts';
import { evolve, numbered } from '../kernel/evolve.ts';
import type { Diff, FlowState } from '../kernel/model.ts';
import { workingTime } from './calendar.ts';
import type { RecordRef } from './case-store.ts';
import type { RecordRow } from './record-row.ts';
import { type Patience, writeDiff } from './write-diff.ts';

/** A record's case where a decision meets it. */
export interface Standing {
  ref: RecordRef;
  /** null before the first Submit */
  caseId: number | null;
  /** the published flow that it goes by from here on */
  defId: number;
  state: FlowState;
  record: RecordRow;
}

export interface Outcome {
  /** where the record lies */
  table: ResolvedTable;
  /** the flow that it was decided by */
  def: FlowDef;
  diff: Diff;
  cause: unknown;
  rid: string | null;
  /** for the rows that the diff opens */
  ids: readonly number[];
  /** of the rows that wait then: those which the engine passes at once, so that nobody is told of them; absent: none */
  unasked?: (after: FlowState) => readonly number[] | 'all';
  /** what the record is called by, where its table numbers */
  code: string | null;
}

/** Writes what was decided; answers where the case stands now, and who has the record. */
export async function recordOutcome(
  tx: Tx,
  at: Standing,
  { table, def, diff, cause, rid, ids, unasked, code }: Outcome,
): Promise<{ after: Standing; holders: number[] }> {
  const whole = numbered(diff, await enough(tx, ids, diff.open.length));
  const known = new Map(at.state.todos.map((todo) => [todo.id, todo]));
  const state = evolve(at.state, whole);
  const deciding = state.todos.filter((todo) => DECIDES.has(todo.review_state));
  const holders = [...new Set(deciding.map((todo) => todo.review_entity))].sort((a, b) => a - b);
  const { ref, caseId, defId, record } = at;
  const of = {
    ref,
    caseId,
    defId,
    domain: record.subcompany_id,
    keyName: record.key_name,
    code,
    requestId: rid,
    cause,
    quiet: unasked?.(state) ?? [],
  };
  // who asks or tells leaves the record as it is: only what moves it, or is decided upon it, is a change of it
  const stays =
    diff.event_id === null &&
    diff.to_state === record.review_state &&
    isDeepStrictEqual(
      holders,
      [...record.reviewers].sort((a, b) => a - b),
    );
  const moves = stays ? {} : { moves: { relation: table.relation.live, reviewers: holders } };
  const id = await writeDiff(tx, { ...of, ...moves, patience: await patienceOf(tx, ref.company, def, diff) }, whole, known);
  return { after: { ref, caseId: id, defId, state, record: { ...record, review_state: diff.to_state, reviewers: holders } }, holders };
}

/** How long the steps that a decision opens may wait; the calendar is read only where one of them asks for it. */
async function patienceOf(tx: Tx, company: number, def: FlowDef, { open, turn, case: { state } }: Diff): Promise<Map<number, Patience>> {
  const steps = new Set([...open.map((todo) => todo.back_state), ...(turn.length ? [state] : [])]);
  const slow = def.states.filter(({ value, timeout }) => timeout && steps.has(Number(value)));
  const working = slow.some(({ timeout }) => timeout!.work_hours) ? await workingTime(tx, company) : null;
  return new Map(
    slow.map(({ value, timeout }) => {
      const { hours = 0, work_hours, do: does } = timeout!;
      const until = (from: number) => (working && work_hours ? afterWork(from, work_hours, working) : from + hours * 3_600_000);
      return [Number(value), { until, does: does === 'remind' ? null : does }] as const;
    }),
  );
}

/** Those at hand, and more behind them where the administrators stand in for nobody: rows of a case are in the order of their ids. */
async function enough(tx: Tx, ids: readonly number[], count: number): Promise<readonly number[]> {
  if (ids.length >= count) return ids;
  const more = await tx.query<{ id: number }>(`select nextval('fw.flow_todo_id_seq') as id from generate_series(1, $1::int)`, [
    count - ids.length,
  ]);
  return [...ids, ...more.map((row) => row.id)];
}
