import { Refusal } from '#protocol/codes.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import { isReturn } from '#protocol/rules/event.ts';
import { dayIn } from '#protocol/wire/clock.ts';
import type { DecisionOutcome } from '#protocol/wire/decision.ts';
import { openAccess } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { underCase } from '#server/meta/pinned.ts';
import type { Session } from '#server/meta/session.ts';
import { qualified } from '#server/meta/sync/schema.ts';
import { faultPoint } from '#server/ports/fault.ts';
import { checkTakesPart } from '#server/records/takes-part.ts';
import { onceFor } from '#server/records/write/rid.ts';
import { type Change, lockRecord, openWork, type Saved, type SaveOptions, saveRecord } from '#server/records/write/save.ts';
import { lockOne, type Standing } from '#server/records/write/stored.ts';
import { admit } from './admit.ts';
import { loadDecidable, type RecordRef, type StoredCase } from './case-store.ts';
import { decide } from './decide.ts';
import { type Flow, flowOf, isReject } from './definition.ts';
import { envOf } from './env.ts';
import { explain } from './explain.ts';
import { claimFiles } from './files.ts';
import type { Ground } from './ground.ts';
import { type DecisionCommand, type Env, isApplicantStep, NO_CASE } from './model.ts';
import { outcomeOf, tallyOf } from './outcome.ts';
import { type Published, publishedFlow } from './publish.ts';
import { type RecordRow, rowOf } from './record-row.ts';
import { later, limitTime } from './time.ts';
import { signerOf } from './whose.ts';
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
  outcome: DecisionOutcome;
  /** signatures of the step that was decided in, this one included, and those who sign there */
  signed: number;
  of: number;
}

/**
 * Submit, Review and Reject of one record, in one transaction (workflow 2.3): the record row is locked first, so that votes and
 * edits of the form come one after the other; then the right, the fields, the decision, the log, the rows, the record, the
 * write-back, the outbox. Whatever is refused leaves no trace.
 */
export async function decideRecord(house: House, caller: Session, table: ResolvedTable, request: DecideRequest): Promise<Decided> {
  try {
    return await decideUnder(house, caller, table, request);
  } catch (error) {
    const session = await underItsDomain(house, caller, table, request.id, error);
    if (!session) throw error;
    return decideUnder(house, session, table, request);
  }
}

async function decideUnder(house: House, session: Session, table: ResolvedTable, request: DecideRequest): Promise<Decided> {
  const access = await openAccess(house, session);
  const right = access.grant(table, request.id === undefined ? 'Add' : 'Show');
  if (request.id !== undefined) await checkTakesPart(house, access, right);
  if (table.def.flow !== 1) throw new Refusal(403);
  const published = await publishedFlow(house, table);
  const today = dayIn(session.company.time_zone, house.clock.now());
  const ground: Ground = { house, session, table, access, published, today };
  const what = `flow ${table.name} ${request.id ?? 'new'} ${request.event ?? ''}`;
  try {
    const once = (tx: Tx) =>
      onceFor(tx, session, { rid: request.rid, what, body: { ...request, rid: undefined } }, house.clock.now(), async () => ({
        ...(await decideIn(tx, ground, request)),
      }));
    return (await house.db.tx(once)) as unknown as Decided;
  } catch (error) {
    return explain(ground, error);
  }
}

/**
 * A to-do of another of the caller's domains is handled under that record's own domain (decisions 13). Most are of the domain that he is
 * in, so it is asked only where the record was not found there.
 */
async function underItsDomain(
  house: House,
  session: Session,
  table: ResolvedTable,
  id: number | undefined,
  error: unknown,
): Promise<Session | null> {
  const absent = error instanceof Refusal && error.code === 315;
  if (!absent || id === undefined || table.tenancy !== 'domain' || session.domains.length < 2) return null;
  const [row] = await house.db.query<{ domain: number }>(
    `select subcompany_id as domain from ${qualified({ schema: 'app', name: table.name })} where company_id = $1 and id = $2`,
    [session.company.id, id],
  );
  const own = session.domains.find((domain) => domain.id === row?.domain && domain.id !== session.domain.id);
  return own ? { ...session, domain: own } : null;
}

/** 315 for a record of another domain, also for who may see it there. */
function demandHere({ session, table }: Ground, row: RecordRow): void {
  if (table.tenancy === 'domain' && session.domains.length > 1 && row.subcompany_id !== session.domain.id) throw new Refusal(315);
}

async function decideIn(tx: Tx, ground: Ground, request: DecideRequest): Promise<Decided> {
  const { house, session, table } = ground;
  const added = request.id === undefined ? await save(tx, ground, request, { op: 'Add', ...completeness(ground, request.event) }) : null;
  const standing = added ? null : await lockRecord(tx, house, table, session, request.id!, ground.access);
  const row = standing ? rowOf(standing) : await readRow(tx, ground, added!.id);
  demandHere(ground, row);
  const ref: RecordRef = { company: session.company.id, source: table.name, rowid: row.id };
  const found = await loadDecidable(tx, ref, { session, creator: row.create_entity, now: house.clock.now(), published: ground.published });
  const stored = running(found.stored, row);
  const flow = flowOf(house.catalogue, table.def, stored && !isApplicantStep(row.review_state) ? stored.def : ground.published.def);
  const command = commandOf(request, flow, row, session);
  const now = later(house.clock.now(), found.stored);
  const { principals } = found;
  const state = stored?.state ?? NO_CASE;
  const { event, row: own } = admit(flow, state, session.user.id, command, {
    principals,
    record: { state: row.review_state, creator: row.create_entity },
  });
  const under =
    stored && !isApplicantStep(row.review_state) ? { ...ground, table: pinnedTo(table, ground.published, stored, flow) } : ground;
  const complete = !isReject(flow, event);
  const how: SaveOptions =
    command.op === 'Submit' ? { op: 'Modify', complete, turn: true } : { op: 'Review', complete, signer: signerOf(state, own!) };
  const saved = added ?? (await save(tx, under, request, how, standing));
  const record = saved.version === row.version ? row : await readRow(tx, ground, row.id);
  const { env, ids } = await envOf(tx, ground, { flow, event, command, record, stored, now, principals });
  const diff = decide(flow, state, session.user.id, command, env);
  if (diff === null || diff instanceof Refusal) throw diff ?? new Refusal(311);
  await faultPoint('flow.decided');
  await claimFiles(tx, { ...ref, user: session.user.id }, command.attachs);
  const holders = await recordOutcome(tx, {
    ground,
    ref,
    stored,
    record,
    diff,
    cause: { command, env: asPublished(flow, env) },
    rid: request.rid ?? null,
    ids,
  });
  await faultPoint('flow.moved');
  if (diff.case.status === 1) await writeBack(tx, ground, flow, diff.to_state, record);
  await faultPoint('flow.written');
  const fired = diff.case.visit !== (state.case?.visit ?? 0);
  const { signed, of } = tallyOf(state, own);
  const outcome = outcomeOf(flow, event, fired, diff.to_state);
  return { id: row.id, version: saved.version, state: diff.to_state, holders, fired, event, outcome, signed: signed + 1, of };
}

/** Who gives up, refuses or sends back owes no complete form. */
function completeness({ house, table, published }: Ground, event: number | undefined): Pick<SaveOptions, 'complete'> {
  const flow = flowOf(house.catalogue, table.def, published.def);
  const chosen = flow.steps.get(1)?.events.get(event ?? 0);
  return { complete: !(chosen && isReject(flow, chosen)) };
}

/** The table as the case knows it. */
const pinnedTo = (table: ResolvedTable, published: Published, { def_id }: StoredCase, flow: Flow): ResolvedTable =>
  def_id === published.id ? table : underCase(table, def_id, flow.def);

/** Fields and sub-tables by the records room: in Add and Submit the whole form must be right, in Review what its step opens to this signer. */
function save(
  tx: Tx,
  { house, session, table, access }: Ground,
  request: DecideRequest,
  how: SaveOptions,
  standing: Standing | null = null,
): Promise<Saved> {
  const change: Change = {
    fields: request.fields,
    ...(request.id === undefined ? {} : { id: request.id }),
    ...(request.version === undefined ? {} : { version: request.version }),
    ...(request.subtables ? { subtables: request.subtables } : {}),
  };
  return saveRecord(tx, house, session, table, change, { ...how, access, ...(standing ? { standing } : {}) });
}

/** The record as this transaction has made it; it is locked already. */
async function readRow(tx: Tx, { house, session, table, access }: Ground, id: number): Promise<RecordRow> {
  return rowOf(await lockOne(await openWork(tx, house, session, { access }), table, id, null));
}

/** A finished case of a record that is with the applicant again is history. */
const running = (stored: StoredCase | null, row: RecordRow): StoredCase | null =>
  stored && stored.state.case?.status === 1 && isApplicantStep(row.review_state) ? null : stored;

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

/** The log names fields as the case's flow does: replaying it needs nothing but the two of them. */
const asPublished = (flow: Flow, env: Env): Env => ({
  ...env,
  record: {
    ...env.record,
    data: Object.fromEntries(Object.entries(env.record.data).map(([name, value]) => [flow.published(name), value])),
  },
});
