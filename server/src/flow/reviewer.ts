import { Refusal } from '#protocol/codes.ts';
import { fieldKind } from '#protocol/fields/fields.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import { admit } from './admit.ts';
import { chooseEvent, type Flow, isReject, isReturn, ruleOf, stepList } from './definition.ts';
import { stepLabel } from './labels.ts';
import { type DecisionCommand, type FlowState, isApplicantStep, NO_CASE, ROW } from './model.ts';
import { tallyOf } from './outcome.ts';
import { handlersOf, namesOf, principalsOf } from './people.ts';
import { guardData } from './record-row.ts';
import { factsFor, flowFor, type Look, seenCase } from './seen-case.ts';
import { effectOf } from './votes.ts';

export interface Question {
  /** absent: a record that is not saved yet */
  id?: number;
  event: number;
  /** the form as typed */
  data?: Record<string, unknown>;
  todo?: number;
}

/**
 * Who would handle the next step (workflow 2.4 Reviewer): among the events of the same name the one whose guard holds on the form
 * as typed, its default handlers as rows, `data.countersign`, `data.editable`; how far the signing is (`data.signed`, `data.of`) and
 * whether this vote moves the record (`data.decides`); for a return the log rows to choose from as `data.backs`. Refuses like the
 * decision itself would.
 */
export async function reviewerOf(look: Look, of: Question): Promise<Reply> {
  const { house, session, table } = look;
  const base = of.id === undefined ? newRecord(look) : await seenCase(look, of.id);
  const { record, state, flow } = base;
  const principals = await principalsOf(house.db, session.company.id, session.user.id, table.name, house.clock.now().toISOString());
  const standing = { principals, record: { state: record.review_state, creator: record.create_entity } };
  const admitted = admit(flow, state, session.user.id, question(record.review_state, of), standing);
  const values = { ...record.values, ...typed(look, of.data) };
  const event = chooseEvent(flow, record.review_state, admitted.event, factsFor(house, session, guardData(flow, values)));
  if (!event) throw new Refusal(311, '$flow_guard');
  const people = await nextPeople(look, flow, event, { ...record, values });
  const names = await namesOf(house.db, session.company.id, [...people, ...state.todos.map((todo) => todo.review_entity)]);
  const target = event.next_state;
  return {
    rows: people.map((id) => ({ id, key_name: names.get(id) ?? '' })),
    data: {
      event: { id: event.id, key_name: event.key_name, key_name_en: event.key_name_en },
      countersign: target !== undefined && ruleOf(flow, event, target) !== 'any' ? 1 : 0,
      editable: event.need_handler ? 1 : 0,
      ...tallyOf(state, admitted.row),
      decides: effectOf(state, admitted, isReject(flow, event) ? -1 : 1).fires ? 1 : 0,
      ...(target === undefined ? {} : { next: { value: target, ...stepLabel(flow, target), end: flow.steps.get(target)?.end ?? null } }),
      ...(isReturn(event) ? { backs: backRows(flow, event, state, record.review_state, names) } : {}),
    },
  };
}

function newRecord({ house, session, table, access }: Look): Pick<Awaited<ReturnType<typeof seenCase>>, 'record' | 'state' | 'flow'> {
  access.grant(table, 'Add');
  const values = {
    create_entity: session.user.id,
    department_entity: session.department?.id ?? null,
    create_time: house.clock.now().toISOString(),
  };
  const record = {
    id: 0,
    review_state: 1,
    create_entity: session.user.id,
    key_name: '',
    subcompany_id: session.domain.id,
    version: 0,
    reviewers: [],
    values,
  };
  return { record, state: NO_CASE, flow: flowFor(table) };
}

const question = (step: number, { event, todo }: Question): DecisionCommand => ({
  op: isApplicantStep(step) ? 'Submit' : 'Review',
  event,
  todo: todo ?? null,
  back_id: null,
  next_state: null,
  reviewers: [],
  copies: [],
  remark: '',
  attachs: '',
  limit_time: null,
});

/** Values as typed, parsed by their fields (317, 316); of fields that exist and that the caller may see: others would make a guard tell what he may not know. */
function typed({ table, access }: Look, data: Record<string, unknown> = {}): Record<string, unknown> {
  const grant = access.grant(table, 'Show');
  const parsed: Record<string, unknown> = {};
  for (const [name, input] of Object.entries(data)) {
    const field = table.fields.get(name);
    if (!field || field.standard || field.storage === 'none' || grant.sees(name, 't') === false) continue;
    const { value, fault } = fieldKind(field.def.data_type).parse(input, field);
    if (fault) throw new Refusal(fault.code, `$${fault.text}`, { ...fault.data });
    parsed[name] = value;
  }
  return parsed;
}

async function nextPeople(
  { house, session, table }: Look,
  flow: Flow,
  event: EventDef,
  record: { create_entity: number; values: Readonly<Record<string, unknown>> },
): Promise<number[]> {
  if (event.next_state === undefined) return [];
  if (isApplicantStep(event.next_state)) return [record.create_entity];
  const of = { company: session.company.id, table, tableOf: house.catalogue.table, record: record.values, creator: record.create_entity };
  return handlersOf(house.db, flow.steps.get(event.next_state)?.def, of);
}

/** The newest row of each person and step that the event may return to (FLOW-04). */
function backRows(
  flow: Flow,
  event: EventDef,
  { case: at, todos }: FlowState,
  step: number,
  names: ReadonlyMap<number, string>,
): Record<string, unknown>[] {
  const allowed = stepList(event.back_state);
  const may = todos.filter(
    (todo) =>
      (todo.review_state === ROW.submitted || todo.review_state === ROW.decided) &&
      allowed.includes(todo.back_state) &&
      todo.back_state !== step &&
      todo.visit < (at?.visit ?? 0),
  );
  const newest = new Map(may.map((todo) => [`${todo.back_state} ${todo.review_entity}`, todo]));
  return [...newest.values()].map((todo) => ({
    id: todo.id,
    back_state: todo.back_state,
    ...stepLabel(flow, todo.back_state),
    review_state: todo.review_state,
    review_entity: { id: todo.review_entity, key_name: names.get(todo.review_entity) ?? '' },
    finish_time: todo.finish_time,
  }));
}
