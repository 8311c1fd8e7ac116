import type { Locale } from '#protocol/codes.ts';
import { label } from '#protocol/meta/naming.ts';
import { formState, isFirst } from '#protocol/rules/states.ts';
import { LOGGED, todoLabel } from '#protocol/rules/todo.ts';
import type { EntityValue, FileValue } from '#protocol/wire/envelope.ts';
import type { ActState, ProcessRow, ProcessStep, Resume } from '#protocol/wire/process.ts';
import { houseAt } from '#server/meta/house.ts';
import { namedBy, namesOf } from '#server/records/row/names.ts';
import { kindOf } from '../definition/definition.ts';
import { successorOf } from '../kernel/admit.ts';
import { onClock } from '../kernel/clock/time.ts';
import { type Env, type FlowState, NO_CASE, type Todo } from '../kernel/model.ts';
import { applicants } from '../kernel/whose.ts';
import { candidatesFor } from '../store/candidates.ts';
import { duesOf, loadCase } from '../store/case-store.ts';
import { guardData } from '../store/guard-data.ts';
import { type RecordRow, rowOf } from '../store/record-row.ts';
import { type Asking, actsOf, rowActs } from './acts.ts';
import { filesOf } from './files.ts';
import { eventById, rstateOf, stepLabel } from './labels.ts';
import { type ComingLate, comingLate, presentLate } from './late.ts';
import { type Coming, comingBack, presentComing } from './resuming.ts';
import { factsFor, flowFor, handlerCase, type Look, principalsHere, type SeenCase, seenRow } from './seen-case.ts';
import { earlierIn } from './since.ts';
import { type BarStep, stepBar, wayOf } from './steps.ts';
import { type Versions, versionsOf } from './versions.ts';

/** What /flow?op=Process answers. */
export interface Process {
  rows: ProcessRow[];
  /** `since`: somebody wrote the record since the reader decided or looked, so that Since may have something to tell */
  data: { review_state: { id: number; key_name: string }; steps: ProcessStep[]; acts: ActState[]; since?: 1; resume?: Resume };
}

/**
 * How a record was handled: the log's rows oldest first, and the step bar. For whoever may look at the record, else 312 or 315. All of
 * one instant: a decision in between would show the step before it with the rows after it.
 */
export function processOf(look: Look, id: number): Promise<Process> {
  return look.house.db.tx((tx) => readProcess({ ...look, house: houseAt(look.house, tx) }, id), { still: true });
}

async function readProcess(look: Look, id: number): Promise<Process> {
  const { house, session, access, table } = look;
  const company = session.company.id;
  const record = rowOf(await seenRow(look, id));
  const stored = await loadCase(house.db, { company, source: table.name, rowid: id });
  const flow = flowFor(access, table, stored?.def);
  const state = stored?.state ?? NO_CASE;
  const onward = isFirst(record.review_state) ? flowFor(access, table) : flow;
  const { bar, coming } = await stepsOf(look, { flow: onward, ran: flow, record, state, caseId: stored?.id ?? null });
  const lates = await comingLate(look, { flow, record, state, caseId: stored?.id ?? null });
  const todos = state.todos.filter((todo) => LOGGED.has(todo.review_state));
  const people = todos.flatMap((todo) => [todo.review_entity, todo.create_entity, todo.done_entity, ...todo.copies]);
  const told = [...lates.values()].flatMap((late) => late.person ?? []);
  const names = await namesOf(house.db, access, 'user', [
    ...people,
    ...told,
    ...bar.flatMap((step) => step.who),
    ...(coming?.people ?? []),
  ]);
  const files = await filesOf(
    look,
    id,
    todos.map((todo) => todo.attachs),
  );
  const entity: Entity = (of) => namedBy(names, of);
  const zone = session.company.time_zone;
  const asking = await askingOf(look, { flow, record, state });
  const versions = await versionsOf(look, { ran: flow, caseId: stored?.id ?? null });
  const dues = stored?.state.case?.status === 0 ? await duesOf(house.db, company, stored.id) : new Map<number, string>();
  const rest = { versions, dues, lates, state, entity, files, asking, zone, locale: session.locale, now: house.clock.now() };
  return {
    rows: todos.map((todo) => logRow(todo, rest)),
    data: {
      review_state: { id: record.review_state, key_name: label(stepLabel(flow, record.review_state), session.locale) },
      acts: actsOf(asking),
      ...(isSince(record, state, { earlier: earlierIn(state, session.user.id, rest.now), zone }) ? { since: 1 as const } : {}),
      steps: bar.map((step) => ({ ...step, who: step.who.map(entity), time: onClock(step.time, zone) })),
      ...(coming ? { resume: presentComing(coming, names) } : {}),
    },
  };
}

/**
 * Somebody decided since the reader decided or looked, or wrote the record, whose times are whole seconds: the reader's own decision wrote it
 * in its second.
 */
function isSince({ values }: RecordRow, { todos }: FlowState, { earlier, zone }: { earlier: string | null; zone: string }): boolean {
  if (earlier === null) return false;
  const wrote = String(values.modify_time ?? values.create_time ?? '') > onClock(earlier, zone)!;
  return wrote || todos.some((todo) => todo.outcome !== null && todo.finish_time! > earlier);
}

type Entity = (of: number) => EntityValue;

/**
 * The step bar: where the record is and was, and who would hold the steps ahead, as the definition's handlers stand today. With its applicant
 * a record goes on by the flow of now; what was returned `direct` goes on from the step that returned it.
 */
export async function stepsOf(
  look: Look,
  seen: Pick<SeenCase, 'flow' | 'ran' | 'record' | 'state' | 'caseId'>,
): Promise<{ bar: BarStep[]; coming: Coming | null }> {
  const { flow, record, state } = seen;
  const own = applicants(state, record.create_entity, null);
  const facts = factsFor(look.house, look.session, await guardData(look.house.db, look, flow, record.values));
  const coming = await comingBack(look, seen, facts);
  const straight = coming && !coming.off ? coming : null;
  const rules = wayOf(flow, facts, straight?.step ?? record.review_state);
  const ahead = async (value: number) => {
    if (value === straight?.step) return straight.people;
    const step = flow.steps.get(value)?.def;
    const found = await candidatesFor(look.house.db, { step, rule: rules.get(value) ?? 'any', own }, handlerCase(look, record));
    return found.skip ? [] : found.people;
  };
  const done: BarStep[] = [];
  for (const step of stepBar(flow, state, record.review_state, facts, straight?.step)) {
    const applying = step.state === 1 && step.kind === 'now' && step.who.length === 0;
    if (applying) done.push({ ...step, who: [record.create_entity] });
    else done.push(step.kind === 'ahead' ? { ...step, who: await ahead(step.state) } : step);
  }
  return { bar: done, coming };
}

/** As whom the reader asks what he may do: with nobody named there is nothing to look up but whose rows are his. */
async function askingOf(look: Look, { flow, record, state }: Pick<SeenCase, 'flow' | 'record' | 'state'>): Promise<Asking> {
  const { house, session } = look;
  const principals = state.case?.status === 0 ? await principalsHere(look, record.create_entity, state) : [];
  const facts = factsFor(house, session, {});
  const env: Env = {
    ...{ now: house.clock.now().toISOString(), today: facts.today, user: facts.user, principals, candidates: [], people: {} },
    record: { state: record.review_state, creator: record.create_entity, data: {} },
    own: applicants(state, record.create_entity, null),
    ...(session.root ? { root: true } : {}),
  };
  return { flow, state, actor: session.user.id, env };
}

interface Rest {
  asking: Asking;
  versions: Versions;
  dues: ReadonlyMap<number, string>;
  lates: ReadonlyMap<number, ComingLate>;
  state: FlowState;
  entity: Entity;
  files: ReadonlyMap<string, FileValue>;
  zone: string;
  locale: Locale;
  now: Date;
}

function logRow(todo: Todo, { versions, dues, lates, state, asking, entity, files, zone, locale, now }: Rest): ProcessRow {
  const until = todo.finish_time ? Date.parse(todo.finish_time) : now.getTime();
  const flow = versions.ofRow(todo);
  const event = eventById(flow, todo.event_id);
  const said = rstateOf(todo, event);
  const to = successorOf(state, todo);
  const agent = todo.done_entity !== null && todo.done_entity !== todo.review_entity;
  const late = lates.get(todo.id);
  return {
    id: todo.id,
    review_state: { id: todo.review_state, key_name: label(todoLabel(todo.review_state), locale) },
    rstate: label(said, locale),
    label: said,
    back_state: todo.back_state,
    step: stepLabel(flow, formState(todo.back_state)),
    ...(event && kindOf(flow, event) === 'refuse' ? { refused: 1 as const } : {}),
    visit: todo.visit,
    rule: todo.rule,
    review_entity: entity(todo.review_entity),
    done_entity: agent ? entity(todo.done_entity!) : null,
    create_entity: entity(todo.create_entity),
    ...(to === null ? {} : { to: entity(to) }),
    event_id: todo.event_id,
    outcome: todo.outcome,
    remark: todo.remark,
    skipped: todo.skipped,
    resume: todo.resume,
    asked: todo.asked,
    ...rowActs(asking, todo),
    attachs: todo.attachs.split(',').flatMap((key) => files.get(key) ?? []),
    copies: todo.copies.map(entity),
    create_time: onClock(todo.create_time, zone)!,
    read_time: onClock(todo.read_time, zone),
    finish_time: onClock(todo.finish_time, zone),
    urge_time: onClock(todo.urge_time, zone),
    limit_time: onClock(todo.limit_time, zone),
    due_time: onClock(dues.get(todo.id) ?? null, zone),
    ...(late ? { late: presentLate(late, entity) } : {}),
    duration: Math.max(0, Math.round((until - Date.parse(todo.create_time)) / 1000)),
  };
}
