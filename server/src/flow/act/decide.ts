import { Refusal } from '#protocol/codes.ts';
import { withoutMarks } from '#protocol/fields/writing.ts';
import { isReturn } from '#protocol/rules/event.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import type { Flow } from '../definition/definition.ts';
import { admit } from '../kernel/admit.ts';
import { limitTime } from '../kernel/clock/time.ts';
import type { DecisionCommand } from '../kernel/model.ts';
import { tallyOf } from '../kernel/outcome.ts';
import { stepLabel } from '../read/labels.ts';
import type { RecordRow } from '../store/record-row.ts';
import { type Act, actOn } from './act.ts';
import { conclude } from './conclude.ts';
import type { Decided, DecideRequest } from './decision.ts';
import { type Desk, readRow } from './desk.ts';
import type { Ground } from './ground.ts';
import { saveFor, savingNew, savingOf } from './saving.ts';
import { goOn, take } from './take.ts';

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
  const last = await goOn(tx, ground, desk, first);
  const { version, fired, outcome } = await conclude(tx, ground, desk, { first, last, record }, saved.version);
  const { signed, of } = tallyOf(desk.at.state, admitted.row);
  const state = last.diff.to_state;
  const step = stepLabel(flow, state);
  return { id: row.id, version, state, step, holders: last.holders, fired, event, outcome, signed: signed + 1, of };
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
