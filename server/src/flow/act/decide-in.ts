import { Refusal } from '#protocol/codes.ts';
import { withoutMarks } from '#protocol/fields/writing.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import { isReturn } from '#protocol/rules/event.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { underCase } from '#server/meta/pinned.ts';
import type { Session } from '#server/meta/session.ts';
import { faultPoint } from '#server/ports/fault.ts';
import { type Change, lockRecord, openWork, type Saved, type SaveOptions, saveRecord } from '#server/records/write/save.ts';
import { type Standing as Locked, lockOne } from '#server/records/write/stored.ts';
import { type Flow, flowOf } from '../definition/definition.ts';
import { admit } from '../kernel/admit.ts';
import { decide } from '../kernel/decide.ts';
import { eventHolding, factsOf } from '../kernel/demand.ts';
import { bareCommand, type DecisionCommand, type Diff, type Env, NO_CASE } from '../kernel/model.ts';
import { outcomeOf, tallyOf } from '../kernel/outcome.ts';
import { later, limitTime } from '../kernel/time.ts';
import { claimFiles } from '../read/files.ts';
import { stepLabel } from '../read/labels.ts';
import { factsFor } from '../read/seen-case.ts';
import { forward } from '../read/steps.ts';
import { type Flows, inWords } from '../read/words.ts';
import { loadDecidable, type RecordRef, type StoredCase } from '../store/case-store.ts';
import { tellApplicant } from '../store/notices.ts';
import { guardData, numberOf, type RecordRow, rowOf } from '../store/record-row.ts';
import { recordOutcome, type Standing } from '../store/write-record.ts';
import type { Decided, DecideRequest } from './decision.ts';
import { envOf } from './env.ts';
import type { Ground } from './ground.ts';
import { owesForm, savingOf } from './saving.ts';
import { writeBack } from './write-back.ts';

/** The record row is locked first; then right, fields, decision, log, rows, record, write-back, outbox, each once. */
export async function decideIn(tx: Tx, ground: Ground, request: DecideRequest): Promise<Decided> {
  const desk = await sitDown(tx, ground, request);
  try {
    return await decideAt(tx, ground, request, desk);
  } catch (error) {
    throw inWords(error, desk);
  }
}

async function decideAt(tx: Tx, ground: Ground, request: DecideRequest, desk: Desk): Promise<Decided> {
  const { session } = ground;
  const { flow, command, principals, row, added } = desk;
  const admitted = admit(flow, desk.at.state, session.user.id, command, {
    principals,
    record: { state: row.review_state, creator: row.create_entity },
  });
  const saved = added ?? (await save(tx, { ...ground, table: desk.table }, request, savingOf(flow, desk.at.state, admitted), desk.locked));
  const record = saved.version === row.version ? row : await readRow(tx, ground, row.id);
  const first = await take(tx, ground, { ...desk, at: { ...desk.at, record } }, admitted.event, request.rid ?? null);
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

/** What a decision finds when it has its record: locked, or made by itself. */
interface Desk extends Flows {
  command: DecisionCommand;
  principals: readonly number[];
  now: string;
  /** the record as it was, and what an Add has made of it already */
  row: RecordRow;
  added: Saved | null;
  locked: Locked | null;
  /** the table as the record's case knows it */
  table: ResolvedTable;
  at: Standing;
}

async function sitDown(tx: Tx, ground: Ground, request: DecideRequest): Promise<Desk> {
  const { house, session, table, published } = ground;
  const added = request.id === undefined ? await save(tx, ground, request, { op: 'Add', ...completeness(ground, request.event) }) : null;
  const locked = added ? null : await lockRecord(tx, house, table, session, request.id!, ground.access);
  const row = locked ? rowOf(locked) : await readRow(tx, ground, added!.id);
  demandHere(ground, row);
  const ref: RecordRef = { company: session.company.id, source: table.name, rowid: row.id };
  const found = await loadDecidable(tx, ref, { session, creator: row.create_entity, now: house.clock.now(), published });
  const stored = running(found.stored, row);
  // with the applicant the next Submit takes the newest
  const pinned = stored && !isFirst(row.review_state) ? stored : null;
  const flow = flowOf(house.catalogue, table.def, pinned?.def ?? published.def);
  const ran = found.stored && !pinned ? flowOf(house.catalogue, table.def, found.stored.def) : flow;
  return {
    ...{ flow, ran, principals: found.principals, row, added, locked },
    command: commandOf(request, flow, row, session),
    now: later(house.clock.now(), found.stored),
    table: pinned && pinned.def_id !== published.id ? underCase(table, pinned.def_id, flow.def) : table,
    at: { ref, caseId: stored?.id ?? null, defId: pinned?.def_id ?? published.id, state: stored?.state ?? NO_CASE, record: row },
  };
}

/** 315 for a record of another domain, also for who may see it there. */
function demandHere({ session, table }: Ground, row: RecordRow): void {
  if (table.tenancy === 'domain' && session.domains.length > 1 && row.subcompany_id !== session.domain.id) throw new Refusal(315);
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

type Taking = Pick<Desk, 'flow' | 'command' | 'principals' | 'now' | 'at'>;

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
    ...{ def: flow.def, diff, cause, rid, ids },
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

/** Of a new record, which has no case yet. */
function completeness({ house, table, published }: Ground, event: number | undefined): Pick<SaveOptions, 'complete'> {
  const flow = flowOf(house.catalogue, table.def, published.def);
  const chosen = flow.steps.get(1)?.events.get(event ?? 0);
  return { complete: !chosen || owesForm(flow, 1, chosen) };
}

/** Fields and sub-tables by the records room. */
function save(
  tx: Tx,
  { house, session, table, access }: Ground,
  request: DecideRequest,
  how: SaveOptions,
  locked: Locked | null = null,
): Promise<Saved> {
  const change: Change = {
    fields: request.fields,
    ...(request.id === undefined ? {} : { id: request.id }),
    ...(request.version === undefined ? {} : { version: request.version }),
    ...(request.subtables ? { subtables: request.subtables } : {}),
  };
  return saveRecord(tx, house, session, table, change, { ...how, access, ...(locked ? { standing: locked } : {}) });
}

/** The record as this transaction has made it; it is locked already. */
async function readRow(tx: Tx, { house, session, table, access }: Ground, id: number): Promise<RecordRow> {
  return rowOf(await lockOne(await openWork(tx, house, session, { access }), table, id, null));
}

/** A finished case of a record that is with the applicant again is history. */
const running = (stored: StoredCase | null, row: RecordRow): StoredCase | null =>
  stored && stored.state.case?.status === 1 && isFirst(row.review_state) ? null : stored;

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

/** The log names fields as the case's flow does: replaying it needs nothing but the two of them. */
const asPublished = (flow: Flow, env: Env): Env => ({
  ...env,
  record: {
    ...env.record,
    data: Object.fromEntries(Object.entries(env.record.data).map(([name, value]) => [flow.published(name), value])),
  },
});
