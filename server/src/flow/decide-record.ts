import { Refusal } from '#protocol/codes.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import { dayIn } from '#protocol/wire/clock.ts';
import { openAccess } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { faultPoint } from '#server/ports/fault.ts';
import { onceFor } from '#server/records/rid.ts';
import { type Change, lockRecord, openWork, type Saved, type SaveOptions, saveRecord } from '#server/records/save.ts';
import { lockOne, type Standing } from '#server/records/stored.ts';
import { checkTakesPart } from '#server/records/takes-part.ts';
import { admit } from './admit.ts';
import { loadCase, type RecordRef, type StoredCase } from './case-store.ts';
import { decide } from './decide.ts';
import { compileFlow, type Flow, holdsFor, isReturn, namesOf } from './definition.ts';
import { claimFiles } from './files.ts';
import type { Ground } from './ground.ts';
import { type DecisionCommand, type Env, isApplicantStep, NO_CASE } from './model.ts';
import { handlersOf, namesOf as peopleNames, principalsOf, statusOf } from './people.ts';
import { publishedFlow } from './publish.ts';
import { guardData, type RecordRow, rowOf } from './record-row.ts';
import { later, limitTime } from './time.ts';
import { writeBack } from './write-back.ts';
import { recordOutcome } from './write-record.ts';

/** A decision as it comes from the wire: the workflow submission of engine section 3. Absent `id` is Add. */
export interface DecideRequest {
  op?: 'Reject';
  id?: number;
  /** may be absent in a Reject, where the step has one return only */
  event?: number;
  todo?: number;
  back_id?: number;
  next_state?: number;
  reviewers?: readonly number[];
  copies?: readonly number[];
  remark?: string;
  attachs?: string;
  limit_time?: string;
  /** fields of the table, and sub-tables, as in a plain Add or Modify */
  fields: Readonly<Record<string, unknown>>;
  subtables?: Readonly<Record<string, readonly Record<string, unknown>[]>>;
  version?: number;
  rid?: string;
}

export interface Decided {
  id: number;
  version: number;
  /** step of the record now */
  state: number;
  /** who has it now */
  holders: readonly number[];
  /** the step changed by this decision; its event, for the notice */
  fired: boolean;
  event: EventDef;
}

/**
 * Submit, Review and Reject of one record, in one transaction (workflow 2.3): the record row is locked first, so that votes and
 * edits of the form come one after the other; then the right, the fields, the decision, the log, the rows, the record, the
 * write-back, the outbox. Whatever is refused leaves no trace.
 */
export async function decideRecord(house: House, caller: Session, table: ResolvedTable, request: DecideRequest): Promise<Decided> {
  const session = await underItsDomain(house, caller, table, request.id);
  const access = await openAccess(house, session);
  const right = access.grant(table, request.id === undefined ? 'Add' : 'Show');
  if (request.id !== undefined) await checkTakesPart(house, right);
  if (table.def.flow !== 1) throw new Refusal(403);
  const published = await publishedFlow(house.db, table);
  const today = dayIn(session.company.time_zone, house.clock.now());
  const ground: Ground = { house, session, table, access, published, today };
  const what = `flow ${table.name} ${request.id ?? 'new'} ${request.event ?? ''}`;
  try {
    const once = (tx: Tx) =>
      onceFor(tx, session, request.rid, what, house.clock.now(), async () => ({ ...(await decideIn(tx, ground, request)) }));
    return (await house.db.tx(once)) as unknown as Decided;
  } catch (error) {
    return explain(ground, error);
  }
}

/** A to-do of another of the caller's domains is handled under that record's own domain (decisions 13). */
async function underItsDomain(house: House, session: Session, table: ResolvedTable, id: number | undefined): Promise<Session> {
  if (id === undefined || table.tenancy !== 'domain' || session.domains.length < 2) return session;
  const [row] = await house.db.query<{ domain: number }>(
    `select subcompany_id as domain from app."${table.name}" where company_id = $1 and id = $2`,
    [session.company.id, id],
  );
  const own = session.domains.find((domain) => domain.id === row?.domain);
  return own ? { ...session, domain: own } : session;
}

async function decideIn(tx: Tx, ground: Ground, request: DecideRequest): Promise<Decided> {
  const { house, session, table } = ground;
  const added = request.id === undefined ? await save(tx, ground, request, 'Add') : null;
  const standing = added ? null : await lockRecord(tx, house, table, session, request.id!, ground.access);
  const row = standing ? rowOf(standing) : await readRow(tx, ground, added!.id);
  const ref: RecordRef = { company: session.company.id, source: table.name, rowid: row.id };
  const stored = await caseOf(tx, ref, row);
  const flow = flowOf(ground, stored, row);
  const command = commandOf(request, flow, row, session);
  const now = later(house.clock.now(), stored);
  const principals = await principalsOf(tx, ref.company, session.user.id, table.name, now);
  const state = stored?.state ?? NO_CASE;
  const { event } = admit(flow, state, session.user.id, command, {
    principals,
    record: { state: row.review_state, creator: row.create_entity },
  });
  const saved = added ?? (await save(tx, ground, request, command.op === 'Submit' ? 'Modify' : 'Review', standing));
  const record = saved.version === row.version ? row : await readRow(tx, ground, row.id);
  const env = await envOf(tx, ground, { flow, event, command, record, stored, now, principals });
  const diff = decide(flow, state, session.user.id, command, env);
  if (diff === null || diff instanceof Refusal) throw diff ?? new Refusal(311);
  await faultPoint('flow.decided');
  await claimFiles(tx, { ...ref, user: session.user.id }, command.attachs);
  const holders = await recordOutcome(tx, { ground, ref, stored, record, diff, cause: { command, env }, rid: request.rid ?? null });
  await faultPoint('flow.moved');
  if (diff.case.status === 1) await writeBack(tx, ground, flow, diff.to_state, record);
  await faultPoint('flow.written');
  const fired = diff.case.visit !== (state.case?.visit ?? 0);
  return { id: row.id, version: saved.version, state: diff.to_state, holders, fired, event };
}

/** Fields and sub-tables by the records room: in Add and Submit the whole form must be right, in Review what its step may edit. */
function save(
  tx: Tx,
  { house, session, table, access }: Ground,
  request: DecideRequest,
  op: SaveOptions['op'],
  standing: Standing | null = null,
): Promise<Saved> {
  const change: Change = {
    fields: request.fields,
    ...(request.id === undefined ? {} : { id: request.id }),
    ...(request.version === undefined ? {} : { version: request.version }),
    ...(request.subtables ? { subtables: request.subtables } : {}),
  };
  return saveRecord(tx, house, session, table, change, {
    op,
    access,
    complete: op !== 'Review',
    ...(op === 'Modify' ? { turn: true } : {}),
    ...(standing ? { standing } : {}),
  });
}

/** The record as this transaction has made it; it is locked already. */
async function readRow(tx: Tx, { house, session, table, access }: Ground, id: number): Promise<RecordRow> {
  return rowOf(await lockOne(await openWork(tx, house, session, { access }), table, id, null));
}

/** A finished case of a record that is with the applicant again is history. */
async function caseOf(tx: Tx, ref: RecordRef, row: RecordRow): Promise<StoredCase | null> {
  const stored = await loadCase(tx, ref);
  return stored && stored.state.case?.status === 1 && isApplicantStep(row.review_state) ? null : stored;
}

/** Each Submit takes the newest published flow; in between the case keeps its own. */
function flowOf({ table, published }: Ground, stored: StoredCase | null, row: RecordRow): Flow {
  const def = stored && !isApplicantStep(row.review_state) ? stored.def : published.def;
  return compileFlow(def, holdsFor(namesOf(table.def)));
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
  const submits = isApplicantStep(flow.homes.get(event) ?? row.review_state);
  return {
    op: submits ? 'Submit' : (request.op ?? 'Review'),
    event,
    todo: request.todo ?? null,
    back_id: request.back_id ?? null,
    next_state: request.next_state ?? null,
    reviewers: request.reviewers ?? [],
    copies: request.copies ?? [],
    remark: request.remark ?? '',
    attachs: request.attachs ?? '',
    limit_time: limitTime(request.limit_time, session.company.time_zone),
  };
}

interface EnvParts {
  flow: Flow;
  event: EventDef;
  command: DecisionCommand;
  record: RecordRow;
  stored: StoredCase | null;
  now: string;
  principals: readonly number[];
}

/** Everything that `decide` may ask, looked up now and kept with the log. */
async function envOf(
  tx: Tx,
  { house, session, table, today }: Ground,
  { flow, event, command, record, stored, now, principals }: EnvParts,
): Promise<Env> {
  const company = session.company.id;
  const target = event.next_state === undefined ? null : flow.steps.get(event.next_state)?.def;
  const candidates = await handlersOf(tx, target, {
    company,
    table,
    tableOf: house.catalogue.table,
    record: record.values,
    creator: record.create_entity,
  });
  const back = stored?.state.todos.find((todo) => todo.id === command.back_id)?.review_entity;
  const people = await statusOf(tx, company, [...command.reviewers, ...command.copies, ...(back ? [back] : [])]);
  return {
    now,
    today,
    user: { id: session.user.id, department_entity: session.department?.id ?? null },
    record: { state: record.review_state, creator: record.create_entity, data: guardData(flow, record.values) },
    principals,
    candidates,
    people,
  };
}

/** Names in the place of ids, and the words of a lock that was not had in time. */
async function explain({ house, session, table }: Ground, error: unknown): Promise<never> {
  if (!(error instanceof Refusal)) throw error;
  if (error.code === 103 && error.remark === '') throw new Refusal(103, '$flow_lock');
  if (error.remark === '$flow_decided') {
    const by = Number(error.data.by);
    const names = await peopleNames(house.db, session.company.id, [by]);
    throw new Refusal(311, error.remark, { ...error.data, name: names.get(by) ?? '' });
  }
  if (error.remark === '$flow_need_field') {
    const def = table.fields.get(String(error.data.field))?.def;
    throw new Refusal(314, error.remark, { ...error.data, label: { zh_CN: def?.key_name, en_US: def?.key_name_en } });
  }
  throw error;
}
