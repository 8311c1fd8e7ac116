import { Refusal } from '#protocol/codes.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import type { Tx } from '#server/db/db.ts';
import { faultPoint } from '#server/ports/fault.ts';
import { decide } from '../kernel/decide.ts';
import { WRITTEN } from '../kernel/decision.ts';
import { eventHolding, factsOf } from '../kernel/demand.ts';
import { bareCommand, type DecisionCommand, type Diff, type Env, type Passing } from '../kernel/model.ts';
import { asksNothing, repeated } from '../kernel/repeats.ts';
import type { Resumption } from '../kernel/resume/resume.ts';
import { claimFiles } from '../read/files.ts';
import { factsFor } from '../read/seen-case.ts';
import { forward } from '../read/steps.ts';
import { asksGone, guardDataFor } from '../store/guard-data.ts';
import { numberOf, type RecordRow } from '../store/record-row.ts';
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
  /** as the event's action left the record; absent: none was carried out */
  record?: RecordRow;
}

type Taking = Pick<Desk, 'flow' | 'ran' | 'principals' | 'now' | 'at'> & { command: DecisionCommand };

/** Carries out the action that an event names; answers the record as it is then, and whether others were made. */
export type Carry = (event: EventDef) => Promise<{ record: RecordRow; wrote: boolean }>;

/** What a command comes to, before any of it is written. */
interface Told {
  event: EventDef;
  resumed: Resumption | null;
  env: Env;
  ids: readonly number[];
  skip: Passing | null;
  diff: Diff;
}

/** Decides one command upon a case, and writes it; what its event carries out is done between the two, once it moves the record. */
export async function take(tx: Tx, ground: Ground, taking: Taking, named: EventDef, rid: string | null, carry?: Carry): Promise<Taken> {
  const told = await tellOf(tx, ground, taking, named);
  const { event } = told;
  if (event.action === undefined || !moves(told.diff, taking.at)) return write(tx, ground, taking, told, rid);
  // the clock and what passes steps over are nobody whose rights it could be done by
  if (!carry) throw new Refusal(311);
  const { record, wrote } = await carry(event);
  // guards read other records too, and signers come of them
  const then = { ...taking, at: { ...taking.at, record } };
  const again = await tellOf(tx, ground, then, named);
  if (again.event.id !== event.id || again.diff.to_state !== told.diff.to_state) throw new Refusal(311, '$flow_guard');
  return { ...(await write(tx, ground, then, wrote ? { ...again, diff: keptThere(again.diff) } : again, rid)), record };
}

/** What an action made in other records stays there: nobody takes the move back. */
function keptThere(diff: Diff): Diff {
  const { status, last_actor } = diff.case;
  return status === 0 && last_actor !== null ? { ...diff, case: { ...diff.case, last_rule: WRITTEN } } : diff;
}

const moves = (diff: Diff, { state }: Standing): boolean => diff.case.visit !== (state.case?.visit ?? 0);

async function tellOf(tx: Tx, ground: Ground, { flow, ran, command, principals, now, at }: Taking, named: EventDef): Promise<Told> {
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
  return { event, resumed, env, ids, skip, diff };
}

async function write(
  tx: Tx,
  ground: Ground,
  { flow, command, at }: Taking,
  { event, resumed, env, ids, skip, diff }: Told,
  rid: string | null,
): Promise<Taken> {
  const { session } = ground;
  const { record, state } = at;
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
