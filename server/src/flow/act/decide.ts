import { Refusal } from '#protocol/codes.ts';
import { withoutMarks } from '#protocol/fields/writing.ts';
import { isReturn } from '#protocol/rules/event.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import type { SaveOptions } from '#server/records/save/save.ts';
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
import { type DeedTold, deedOf, type RunDeed } from './deed.ts';
import { type Desk, readRow } from './desk.ts';
import type { Ground } from './ground.ts';
import { saveFor, savingNew, savingOf } from './saving.ts';
import { type Carry, goOn, take } from './take.ts';

/** Submit, Review and Reject of one record: right, fields, the event's action, decision, log, rows, record, write-back, outbox, each once. */
export const decideRecord = (
  house: House,
  caller: Session,
  table: ResolvedTable,
  request: DecideRequest,
  run?: RunDeed,
): Promise<Decided> => actOn(house, caller, table, request, decides(run));

const decides = (run: RunDeed | undefined): Act<DecideRequest, Decided> => ({
  begin: (tx, ground, request) => saveFor(tx, ground, request, savingNew(ground, request.event)),
  command: (tx, ground, desk, request) => decideAt(tx, ground, desk, request, run),
});

async function decideAt(tx: Tx, ground: Ground, desk: Desk, request: DecideRequest, run: RunDeed | undefined): Promise<Decided> {
  const { session } = ground;
  const { flow, principals, row, added } = desk;
  const command = commandOf(request, flow, row, session);
  const admitted = admit(flow, desk.at.state, session.user.id, command, {
    principals,
    record: { state: row.review_state, creator: row.create_entity },
  });
  const how = savingOf(flow, desk.at.state, admitted);
  const saved = added ?? (await saveFor(tx, { ...ground, table: desk.table }, request, how, desk.locked));
  const record = saved.version === row.version ? row : await readRow(tx, ground, row.id);
  const deed = run && doing(tx, ground, desk, { record, answer: request.answer, how: added ? { ...how, by: 'Add' } : how, run });
  const first = await take(tx, ground, { ...desk, command, at: { ...desk.at, record } }, admitted.event, request.rid ?? null, deed?.carry);
  const { event } = first;
  const last = await goOn(tx, ground, desk, first);
  const left = first.record ?? record;
  const { version, fired, outcome } = await conclude(tx, ground, desk, { first, last, record: left });
  const said = deed?.told();
  const { signed, of } = tallyOf(desk.at.state, admitted.row);
  const state = last.diff.to_state;
  const step = stepLabel(flow, state);
  return {
    ...{ id: row.id, version, state, step, holders: last.holders, fired, event, outcome, signed: signed + 1, of },
    ...(said ? { deed: said } : {}),
  };
}

interface Doing {
  record: RecordRow;
  answer: string | undefined;
  /** as the decision saves fields: what its action writes is bound by the same */
  how: SaveOptions;
  run: RunDeed;
}

/** Carries out what an event names, upon the record as it is decided; answers the record as that left it. */
function doing(tx: Tx, ground: Ground, { table, flow }: Desk, { record, answer, how, run }: Doing) {
  let told: DeedTold | undefined;
  const carry: Carry = async (event) => {
    const action = deedOf(flow.def.states, event);
    if (!action) throw new Refusal(403);
    const { house, session, access } = ground;
    const write = async (version: number, fields: Readonly<Record<string, unknown>>, as: SaveOptions): Promise<number> =>
      (await saveFor(tx, { ...ground, table }, { id: record.id, version, fields }, as)).version;
    const save = (version: number, fields: Readonly<Record<string, unknown>>) => write(version, fields, { ...how, complete: false });
    const done = await run(tx, { house, session, access, table, action, id: record.id, answer, save });
    told = done.told;
    const left = await readRow(tx, ground, record.id);
    // what the step demands stands there still
    if (left.version !== record.version && how.complete) await write(left.version, {}, how);
    return { record: await readRow(tx, ground, record.id), wrote: done.wrote };
  };
  return { carry, told: () => told };
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
