import { Refusal } from '#protocol/codes.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import type { Tx } from '#server/db/db.ts';
import { faultPoint } from '#server/ports/fault.ts';
import { decide } from '../kernel/decide.ts';
import { eventHolding, factsOf } from '../kernel/demand.ts';
import { bareCommand, type DecisionCommand, type Diff, type Env, type Passing } from '../kernel/model.ts';
import { asksNothing, repeated } from '../kernel/repeats.ts';
import { claimFiles } from '../read/files.ts';
import { factsFor } from '../read/seen-case.ts';
import { forward } from '../read/steps.ts';
import { asksGone, guardDataFor } from '../store/guard-data.ts';
import { numberOf } from '../store/record-row.ts';
import { returnedOf } from '../store/returned.ts';
import { recordOutcome, type Standing } from '../store/write-record.ts';
import type { Desk } from './desk.ts';
import { asPublished, envOf } from './env.ts';
import { hiddenFrom, narrowNamed } from './giving/giving.ts';
import type { Ground } from './ground.ts';

/** One command taken and written. */
export interface Taken {
  at: Standing;
  /** the event that held */
  event: EventDef;
  diff: Diff;
  env: Env;
  holders: number[];
  /** why the step that was entered is passed over */
  skip: Passing | null;
  /** the events that have moved the case so far, one after the other */
  by: readonly number[];
}

type Taking = Pick<Desk, 'flow' | 'ran' | 'principals' | 'now' | 'at'> & { command: DecisionCommand };

/** Decides one command upon a case, and writes it. */
export async function take(
  tx: Tx,
  ground: Ground,
  { flow, ran, command, principals, now, at }: Taking,
  named: EventDef,
  rid: string | null,
): Promise<Taken> {
  const { house, session } = ground;
  const { record, state } = at;
  const data = await guardDataFor(tx, ground, flow, record, named);
  const facts = { ...factsFor(house, session, data), today: ground.today };
  const of = { company: session.company.id, caseId: at.caseId, state, flow, ran };
  const returned = command.op === 'Skip' ? undefined : await returnedOf(tx, of);
  const { event, resumed } = eventHolding(flow, state, record.review_state, named, command, facts, returned);
  const { env, ids, skip } = await envOf(tx, ground, { flow, facts, event, resumed, returned, command, record, state, now, principals });
  const diff = decide(flow, state, session.user.id, command, env);
  if (diff === null || diff instanceof Refusal) throw diff ?? new Refusal(311);
  await faultPoint('flow.decided');
  await claimFiles(tx, { ...at.ref, user: session.user.id }, command.attachs);
  const entered = resumed?.into ? resumed.step : event.next_state;
  const enters = diff.to_state === entered && !comesBack(diff) && diff.case.visit !== state.case?.visit;
  const passed = enters && skip !== null && !(await asksGone(tx, ground, flow, diff.to_state, record.values)) ? skip : null;
  const cause = { command, env: asPublished(flow, env) };
  const given = [...command.reviewers, ...command.copies];
  const hides = given.length === 0 ? [] : await hiddenFrom(tx, ground, at.ref);
  const { after, holders } = await recordOutcome(tx, at, {
    ...{ table: ground.table, def: flow.def, diff, cause, rid, ids },
    unasked: (after) => (passed === null ? repeated(flow, after).map(({ id }) => id) : 'all'),
    code: numberOf(ground.table, record),
  });
  await narrowNamed(tx, at.ref, hides, { before: state, after: after.state, named: given, candidates: env.candidates });
  const by = diff.case.visit === state.case?.visit ? [] : [event.id];
  return { at: after, event, diff, env, holders, skip: passed, by };
}

/** It is with who returned it, whomever the step would find else. */
const comesBack = ({ open }: Diff): boolean => open.some(({ resume }) => resume === 'direct');

const after = (before: Taken, taken: Taken): Taken => ({ ...taken, by: [...before.by, ...taken.by] });

/**
 * Steps that nobody but the applicant could sign, and that say they are passed over then (docs/decisions/080): each a log row of its own. One whose
 * guards ask a record that is gone waits with whoever holds it (docs/decisions/226).
 */
async function passOver(tx: Tx, ground: Ground, { flow, ran, principals, now }: Desk, first: Taken): Promise<Taken> {
  let last = first;
  for (let steps = 0; last.skip && steps < flow.steps.size; steps += 1) {
    const event = forward(flow, last.diff.to_state, factsOf(last.env));
    if (!event) throw new Refusal(311, '$flow_guard');
    const command = bareCommand('Skip', { event: event.id, why: last.skip });
    last = after(last, await take(tx, ground, { flow, ran, command, principals, now, at: last.at }, event, null));
  }
  // in a circle of such steps nobody would ever sign
  if (last.skip) throw new Refusal(311, '$flow_guard');
  return last;
}

/**
 * Rows of people who have passed the case already, and whom the flow does not ask again (`dedupe`): each a log row of its own, each opening
 * what comes next, which may be passed over in its turn. What asks something, or leads nowhere yet, waits for its person.
 */
async function passRepeated(tx: Tx, ground: Ground, desk: Desk, first: Taken): Promise<Taken> {
  const { flow, ran, principals, now } = desk;
  let last = first;
  for (let [row] = repeated(flow, last.at.state); row; [row] = repeated(flow, last.at.state)) {
    const { diff, env, at } = last;
    const event = forward(flow, diff.to_state, factsOf(env));
    if (!event || !asksNothing(event) || (await asksGone(tx, ground, flow, diff.to_state, at.record.values))) return last;
    const command = bareCommand('Skip', { event: event.id, todo: row.id, why: 'same' });
    try {
      const passed = await take(tx, ground, { flow, ran, command, principals, now, at: last.at }, event, null);
      last = await passOver(tx, ground, desk, after(last, passed));
    } catch (error) {
      if (error instanceof Refusal && error.code === 314) return last;
      throw error;
    }
  }
  return last;
}

/** Where a decision leads in the end: over steps that nobody signs, past people who have signed already. */
export const goOn = async (tx: Tx, ground: Ground, desk: Desk, first: Taken): Promise<Taken> =>
  passRepeated(tx, ground, desk, await passOver(tx, ground, desk, first));
