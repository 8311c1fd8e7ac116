import { Refusal } from '#protocol/codes.ts';
import type { Value } from '#protocol/fields/kind.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import { isReturn, needsRemark } from '#protocol/rules/event.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { TODO } from '#protocol/rules/todo.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { Tx } from '#server/db/db.ts';
import { houseAt } from '#server/meta/house.ts';
import { underCase } from '#server/meta/pinned.ts';
import { type Named, namedBy, namesOf } from '#server/records/row/names.ts';
import type { Standing, Stored } from '#server/records/row/stored.ts';
import type { Values } from '#server/records/row/values.ts';
import type { Work } from '#server/records/row/work.ts';
import { checkReferences } from '#server/records/save/references.ts';
import { type Change, openWork, planSave, type SaveOptions } from '#server/records/save/save.ts';
import { chooseEvent, type Flow, type GuardFacts, isReject, ruleOf } from '../definition/definition.ts';
import { type Admitted, admit } from '../kernel/admit.ts';
import { goalsOf } from '../kernel/goals.ts';
import { bareCommand, type DecisionCommand, type FlowState, NO_CASE, type Todo } from '../kernel/model.ts';
import { tallyOf } from '../kernel/outcome.ts';
import { asksNothing, entered, passesAtOnce } from '../kernel/repeats.ts';
import { effectOf } from '../kernel/votes.ts';
import { applicants } from '../kernel/whose.ts';
import { stepLabel } from '../read/labels.ts';
import { type Coming, comingBack, presentComing } from '../read/resuming.ts';
import { factsFor, flowFor, handlerCase, type Look, principalsHere, type SeenCase, seenCase } from '../read/seen-case.ts';
import { forward } from '../read/steps.ts';
import { inWords } from '../read/words.ts';
import { candidatesFor } from '../store/candidates.ts';
import { guardDataFor, namingFields } from '../store/guard-data.ts';
import { administrators } from '../store/handlers.ts';
import { inactiveAmong } from '../store/people.ts';
import { type Published, publishedFlow } from '../store/publish.ts';
import { type RecordRow, rowOf } from '../store/record-row.ts';
import { explain } from './explain.ts';
import { savingOf } from './saving.ts';

export interface Question {
  /** absent: a record that is not saved yet */
  id?: number;
  event: number;
  /** the form as typed, and its rows, as they would be sent */
  data?: Record<string, unknown>;
  subtables?: Change['subtables'];
  todo?: number;
}

/**
 * What a decision would lead to: among the events of the same name the one whose guard holds on what the save would make of the form
 * as typed; who would get it, as rows (`must`: cannot be left out), and what the sender may say of them (docs/contract.md). Refuses like
 * the decision itself would.
 */
export async function reviewerOf(look: Look, of: Question): Promise<Reply> {
  const { house, access, table } = look;
  const published = await publishedFlow(house.db, access.catalogue, table);
  const within = (tx: Tx) => asked({ ...look, house: houseAt(house, tx) }, of, published);
  // a transaction that cannot write: nothing comes of asking
  return house.db.tx(within, { still: true }).catch((error) => explain(look, error));
}

async function asked(look: Look, of: Question, published: Published): Promise<Reply> {
  const base = of.id === undefined ? newCase(look) : await seenCase(look, of.id, ['Modify', 'Review']);
  try {
    return await foretell(look, of, base, published);
  } catch (error) {
    throw await inWords(look, error, base);
  }
}

type Base = Pick<SeenCase, 'state' | 'flow' | 'ran' | 'pinned' | 'caseId'> & {
  /** null: not saved yet */
  stored: Standing | null;
};

async function foretell(look: Look, of: Question, base: Base, published: Published): Promise<Reply> {
  const { house, session } = look;
  const { stored, state, flow } = base;
  const at = { state: stored?.review_state ?? 1, creator: stored ? (stored.create_entity ?? 0) : session.user.id };
  const principals = await principalsHere(look, at.creator, state);
  const admitted = admit(flow, state, session.user.id, question(at.state, of), { principals, record: at });
  const record = rowOf(await plannedBy(look, of, base, admitted, published));
  await demandChosen(look, flow, record, stored);
  const asked = { review_state: at.state, values: record.values };
  const facts = factsFor(house, session, await guardDataFor(house.db, look, flow, asked, admitted.event));
  const event = chooseEvent(flow, at.state, admitted.event, facts);
  if (!event) throw new Refusal(311, '$flow_guard');
  const own = applicants(state, record.create_entity, admitted.kind === 'Submit' ? session.user.id : null);
  const voted = isReject(flow, event) ? null : admitted.row;
  const coming = await comingBack(look, { ...base, record }, facts, event);
  const next =
    coming && !coming.off ? straightTo(coming, own) : await nextStep(look, { flow, facts, record, own, state, row: voted }, event);
  const goals = isReturn(event) ? goalsOf(state, event) : [];
  const gone = await inactiveAmong(
    house.db,
    session.company.id,
    goals.map((goal) => goal.todo.review_entity),
  );
  const backs = goals.filter(({ todo, step }) => isFirst(step) || !gone.has(todo.review_entity));
  const names = await namesOf(house.db, look.access, 'user', [
    ...[...next.people, ...(coming?.people ?? [])],
    ...backs.map(({ todo }) => todo.review_entity),
  ]);
  return {
    rows: next.people.map((id) => ({ ...namedBy(names, id), must: next.said.pick || next.free ? 0 : 1 })),
    data: {
      event: { id: event.id, key_name: event.key_name, key_name_en: event.key_name_en },
      need_remark: needsRemark(event) ? 1 : 0,
      need_attach: event.need_attach ?? 0,
      need_limit: event.urgent ?? 0,
      countersign: isSignedBySeveral(flow, event, coming) ? 1 : 0,
      editable: next.free || next.said.add || next.said.pick ? 1 : 0,
      ...next.said,
      ...tallyOf(state, admitted.row),
      decides: effectOf(state, admitted, isReject(flow, event) ? -1 : 1).fires ? 1 : 0,
      ...(next.step === null
        ? {}
        : { next: { value: next.step, ...stepLabel(flow, next.step), end: flow.steps.get(next.step)?.end ?? null } }),
      ...(next.skipped.length ? { skipped: next.skipped.map((value) => ({ value, ...stepLabel(flow, value) })) } : {}),
      ...(coming ? { resume: presentComing(coming, names) } : {}),
      ...(isReturn(event) ? { backs: backs.map((goal) => backRow(flow, goal, names)) } : {}),
    },
  };
}

/**
 * A record that is only typed here and that guards ask of must be one that the caller may choose, as the save demands (315): asking would else
 * tell him of any.
 */
async function demandChosen(
  { house, access, session, table }: Look,
  flow: Flow,
  { values }: RecordRow,
  stored: Standing | null,
): Promise<void> {
  const typed = [...namingFields(flow)].filter((by) => table.fields.has(by) && values[by] != null);
  if (typed.length === 0) return;
  const work: Work = { ...(await openWork(house.db, house, session, { access })), dry: true };
  const changes = Object.fromEntries(typed.map((by) => [by, values[by] as Value]));
  await checkReferences(work, { table, changes, before: stored?.values ?? {}, after: values as Values, hides: () => true });
}

function isSignedBySeveral(flow: Flow, event: EventDef, coming: Coming | null): boolean {
  if (coming && !coming.off) return coming.rule !== 'any';
  return event.next_state !== undefined && ruleOf(flow, event, event.next_state) !== 'any';
}

/** Who returned it has it next, whomever the sender would name. */
const straightTo = ({ step, people }: Coming, own: readonly number[]): NextStep => ({
  ...{ step, people, skipped: [], free: false },
  said: { add: 0, pick: 0, least: people.length, barred: own },
});

/** What the next step is found by. */
interface Entering {
  flow: Flow;
  facts: GuardFacts;
  record: RecordRow;
  /** who applied and who submitted */
  own: readonly number[];
  /** the case as it stands there, and the row that is passed to come further */
  state: FlowState;
  row: Todo | null;
}

/** The step that an event leads to, who gets it, and what the sender may say of them. */
interface NextStep {
  step: number | null;
  people: readonly number[];
  /** steps before it that are passed over */
  skipped: readonly number[];
  /** nothing but the sender says who handles it */
  free: boolean;
  /** add: others too; pick: some of them, `least` at least; barred: who cannot be named */
  said: { add: 0 | 1; pick: 0 | 1; least: number; barred: readonly number[] };
}

async function nextStep(
  look: Look,
  { flow, facts, record, own, state, row }: Entering,
  event: EventDef,
  skipped: readonly number[] = [],
): Promise<NextStep> {
  const said = { add: 0 as const, pick: 0 as const, least: 0, barred: [] };
  const step = event.next_state ?? null;
  const none = { step, people: [], skipped, free: false, said };
  if (step === null) return none;
  if (isFirst(step)) return { ...none, people: await homeOf(look, record.create_entity) };
  const { def, end } = flow.steps.get(step) ?? {};
  if (end) return none;
  const rule = ruleOf(flow, event, step);
  const found = await candidatesFor(look.house.db, { step: def, rule, own }, handlerCase(look, record));
  if (found.lacking !== null) throw new Refusal(314, found.lacking ? '$flow_no_role' : '$flow_no_handler', { step, role: found.lacking });
  const onward = skipped.includes(step) ? undefined : forward(flow, step, facts);
  if (found.skip && !onward) throw new Refusal(311, '$flow_guard');
  const there = entered(state, row, step, found.people, rule);
  const over = onward && (found.skip || (asksNothing(onward) && passesAtOnce(flow, there, { rule, of: found.people.length })));
  if (over) return nextStep(look, { flow, facts, record, own, state: passed(there), row: null }, onward, [...skipped, step]);
  const free = !def?.handler && event.need_handler === 1;
  const least = event.pick ? Math.min(event.least ?? 1, found.people.length) : found.people.length;
  const choice =
    skipped.length === 0 && !free ? { add: event.add ?? 0, pick: event.pick ?? 0, least } : { add: 0 as const, pick: 0 as const, least };
  return {
    ...{ step, people: found.people, skipped, free: free && skipped.length === 0 },
    said: { ...choice, ...(free ? { add: 1 as const, least: 1 } : {}), barred: def?.self === 1 ? [] : own },
  };
}

/** With all who were asked last having passed it. */
const passed = ({ case: at, todos }: FlowState): FlowState => ({
  case: at,
  todos: todos.map((todo) => (todo.visit === at?.visit ? { ...todo, review_state: TODO.decided, outcome: 1 } : todo)),
});

/** Who gets a record that goes back to its applicant. */
async function homeOf({ house, session }: Look, creator: number): Promise<readonly number[]> {
  const gone = await inactiveAmong(house.db, session.company.id, [creator]);
  const instead = gone.has(creator) ? await administrators(house.db, session.company.id, []) : [];
  return instead.length ? instead : [creator];
}

function newCase({ table, access }: Look): Base {
  access.grant(table, 'Add');
  const flow = flowFor(access, table);
  return { stored: null, state: NO_CASE, flow, ran: flow, pinned: null, caseId: null };
}

/** The record as the decision would find it once what is typed is saved, under the definition that its case holds it to. */
function plannedBy(look: Look, of: Question, base: Base, admitted: Admitted, published: Published): Promise<Stored> {
  const { house, session, access } = look;
  const { stored, state, flow, pinned } = base;
  const table = pinned === null || pinned === published.id ? look.table : underCase(look.table, pinned, flow.def);
  const change: Change = { ...(stored ? { id: stored.id } : {}), fields: of.data ?? {}, subtables: of.subtables ?? {} };
  const how: SaveOptions = stored ? { ...savingOf(flow, state, admitted), standing: stored } : { op: 'Add' };
  return planSave(house.db, house, session, table, change, { ...how, access });
}

const question = (step: number, { event, todo }: Question): DecisionCommand =>
  bareCommand(isFirst(step) ? 'Submit' : 'Review', { event, todo: todo ?? null });

const backRow = (flow: Flow, { todo, step }: ReturnType<typeof goalsOf>[number], names: Named) => ({
  id: todo.id,
  back_state: step,
  ...stepLabel(flow, step),
  review_state: todo.review_state,
  review_entity: namedBy(names, todo.review_entity),
  finish_time: todo.finish_time,
});
