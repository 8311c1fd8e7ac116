import { Refusal } from '#protocol/codes.ts';
import { withoutMarks } from '#protocol/fields/writing.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import { isReturn } from '#protocol/rules/event.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { faultPoint } from '#server/ports/fault.ts';
import type { Flow } from '../definition/definition.ts';
import { admit } from '../kernel/admit.ts';
import { decide } from '../kernel/decide.ts';
import { eventHolding, factsOf } from '../kernel/demand.ts';
import { bareCommand, type DecisionCommand, type Diff, type Env } from '../kernel/model.ts';
import { outcomeOf, tallyOf } from '../kernel/outcome.ts';
import { limitTime } from '../kernel/time.ts';
import { claimFiles } from '../read/files.ts';
import { stepLabel } from '../read/labels.ts';
import { factsFor } from '../read/seen-case.ts';
import { forward } from '../read/steps.ts';
import { tellApplicant } from '../store/notices.ts';
import { guardData, numberOf, type RecordRow } from '../store/record-row.ts';
import { recordOutcome, type Standing } from '../store/write-record.ts';
import { type Act, actOn } from './act.ts';
import type { Decided, DecideRequest } from './decision.ts';
import { type Desk, readRow } from './desk.ts';
import { asPublished, envOf } from './env.ts';
import type { Ground } from './ground.ts';
import { saveFor, savingNew, savingOf } from './saving.ts';
import { writeBack } from './write-back.ts';

/** Submit, Review and Reject of one record: right, fields, decision, log, rows, record, write-back, outbox, each once. */
export const decideRecord = (house: House, caller: Session, table: ResolvedTable, request: DecideRequest): Promise<Decided> =>
  actOn(house, caller, table, request, DECIDES);

const DECIDES: Act<DecideRequest, Decided> = {
  begin: (tx, ground, request) => saveFor(tx, ground, request, savingNew(ground, request.event)),
  command: decideAt,
};

async function decideAt(tx: Tx, ground: Ground, desk: Desk, request: DecideRequest): Promise<Decided> {
  const { session } = ground;
  const { flow, principals, row, added } = desk;
  const command = commandOf(request, flow, row, session);
  const admitted = admit(flow, desk.at.state, session.user.id, command, {
    principals,
    record: { state: row.review_state, creator: row.create_entity },
  });
  const saved =
    added ?? (await saveFor(tx, { ...ground, table: desk.table }, request, savingOf(flow, desk.at.state, admitted), desk.locked));
  const record = saved.version === row.version ? row : await readRow(tx, ground, row.id);
  const first = await take(tx, ground, { ...desk, command, at: { ...desk.at, record } }, admitted.event, request.rid ?? null);
  const { event } = first;
  const last = await passOver(tx, ground, desk, first);
  await faultPoint('flow.moved');
  const version =
    last.diff.case.status === 1 ? await writeBack(tx, { ...ground, table: desk.table }, flow, last.diff, record) : saved.version;
  await faultPoint('flow.written');
  const { signed, of } = tallyOf(desk.at.state, admitted.row);
  const fired = first.diff.case.visit !== (desk.at.state.case?.visit ?? 0);
  const state = last.diff.to_state;
  const outcome = outcomeOf(flow, event, fired, state);
  await tellApplicant(tx, { ref: desk.at.ref, record, event, outcome, diff: { ...first.diff, to_state: state } });
  const step = stepLabel(flow, state);
  return { id: row.id, version, state, step, holders: last.holders, fired, event, outcome, signed: signed + 1, of };
}

/** One command taken and written. */
interface Taken {
  at: Standing;
  /** the event that held */
  event: EventDef;
  diff: Diff;
  env: Env;
  holders: number[];
  skip: boolean;
}

type Taking = Pick<Desk, 'flow' | 'principals' | 'now' | 'at'> & { command: DecisionCommand };

async function take(
  tx: Tx,
  ground: Ground,
  { flow, command, principals, now, at }: Taking,
  named: EventDef,
  rid: string | null,
): Promise<Taken> {
  const { house, session } = ground;
  const { record, state } = at;
  const facts = { ...factsFor(house, session, guardData(flow, record.values)), today: ground.today };
  const event = eventHolding(flow, record.review_state, named, command, facts);
  const { env, ids, skip } = await envOf(tx, ground, { flow, facts, event, command, record, state, now, principals });
  const diff = decide(flow, state, session.user.id, command, env);
  if (diff === null || diff instanceof Refusal) throw diff ?? new Refusal(311);
  await faultPoint('flow.decided');
  await claimFiles(tx, { ...at.ref, user: session.user.id }, command.attachs);
  const passed = skip && diff.to_state === event.next_state && diff.case.visit !== state.case?.visit;
  const cause = { command, env: asPublished(flow, env) };
  const { after, holders } = await recordOutcome(tx, at, {
    ...{ table: ground.table, def: flow.def, diff, cause, rid, ids },
    skip: passed,
    code: numberOf(ground.table, record),
  });
  return { at: after, event, diff, env, holders, skip: passed };
}

/** Steps that nobody but the applicant could sign, and that say they are passed over then (docs/decisions/080): each a log row of its own. */
async function passOver(tx: Tx, ground: Ground, { flow, principals, now }: Desk, first: Taken): Promise<Taken> {
  let last = first;
  for (let steps = 0; last.skip && steps < flow.steps.size; steps += 1) {
    const event = forward(flow, last.diff.to_state, factsOf(last.env));
    if (!event) throw new Refusal(311, '$flow_guard');
    last = await take(tx, ground, { flow, command: bareCommand('Skip', { event: event.id }), principals, now, at: last.at }, event, null);
  }
  // in a circle of such steps nobody would ever sign
  if (last.skip) throw new Refusal(311, '$flow_guard');
  return last;
}

/** The one return of a step; several must be chosen from (FLOW-02). */
function onlyReturn(flow: Flow, step: number): number {
  const returns = [...(flow.steps.get(step)?.events.values() ?? [])].filter(isReturn);
  if (returns.length !== 1) throw new Refusal(314, '$flow_need_event');
  return returns[0]!.id;
}

/** The event says what is meant: one of the application submits, also when the record has moved on meanwhile (311 then). */
function commandOf(request: DecideRequest, flow: Flow, row: RecordRow, session: Session): DecisionCommand {
  const event = request.event ?? onlyReturn(flow, row.review_state);
  const submits = isFirst(flow.homes.get(event) ?? row.review_state);
  return {
    op: submits ? 'Submit' : (request.op ?? 'Review'),
    event,
    todo: request.todo ?? null,
    back_id: request.back_id ?? null,
    next_state: request.next_state ?? null,
    reviewers: request.reviewers ?? [],
    copies: request.copies ?? [],
    remark: withoutMarks(request.remark ?? ''),
    attachs: request.attachs ?? '',
    limit_time: limitTime(request.limit_time, session.company.time_zone),
  };
}
