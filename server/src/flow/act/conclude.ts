import type { DecisionOutcome } from '#protocol/wire/decision.ts';
import type { Tx } from '#server/db/db.ts';
import { faultPoint } from '#server/ports/fault.ts';
import { outcomeOf } from '../kernel/outcome.ts';
import { tellApplicant } from '../store/notices.ts';
import type { RecordRow } from '../store/record-row.ts';
import type { Desk } from './desk.ts';
import type { Ground } from './ground.ts';
import type { Taken } from './take.ts';
import { writeBack } from './write-back/write-back.ts';

interface Concluded {
  /** the record's version */
  version: number;
  /** the step changed by the first command */
  fired: boolean;
  outcome: DecisionOutcome;
}

/** What follows of a decision once all that it led to is written: what it writes elsewhere, and what the applicant is told. */
export async function conclude(
  tx: Tx,
  ground: Ground,
  desk: Desk,
  { first, last, record }: { first: Taken; last: Taken; record: RecordRow },
): Promise<Concluded> {
  const { flow, at } = desk;
  await faultPoint('flow.moved');
  const moved = { by: last.by, from: first.diff.from_state, end: last.diff.case.status === 1 ? last.diff.to_state : null };
  const version = await writeBack(
    tx,
    { ...ground, table: desk.table },
    flow,
    { ...moved, submits: last.diff.op === 'Submit' },
    record,
    record.version,
  );
  await faultPoint('flow.written');
  const fired = first.diff.case.visit !== (at.state.case?.visit ?? 0);
  const state = last.diff.to_state;
  const outcome = outcomeOf(flow, first.event, fired, state);
  await tellApplicant(tx, { ref: at.ref, record, event: first.event, outcome, diff: { ...first.diff, to_state: state } });
  return { version, fired, outcome };
}
