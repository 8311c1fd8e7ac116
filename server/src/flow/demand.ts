import { Refusal } from '#protocol/codes.ts';
import type { Admitted } from './admit.ts';
import { type Flow, type GuardFacts, isReturn, stepList } from './definition.ts';
import { type DecisionCommand, type Env, type FlowState, isApplicantStep, ROW, type Todo } from './model.ts';

export const MAX_REMARK = 800;
export const MAX_COPIES = 20;

/** What a valid decision leads to: the step, its people, and for a return the row returned to. */
export interface Target {
  step: number;
  people: readonly number[];
  back: Todo | null;
}

/** The second half of the order of checks: guard 311, missing 314, too long 316, malformed 317, people 302/303, copies 341. */
export function demand(flow: Flow, state: FlowState, { event, row }: Admitted, command: DecisionCommand, env: Env): Target {
  if (event.where && !flow.holds(event.where, factsOf(env))) throw new Refusal(311, '$flow_guard');
  if (command.remark.trim() === '' && (event.need_remark || isReturn(event))) throw new Refusal(314, '$flow_need_remark');
  for (const field of event.need_fields?.split(',') ?? []) {
    if (isEmpty(env.record.data[field])) throw new Refusal(314, '$flow_need_field', { field });
  }
  const target = isReturn(event) ? returnTarget(state, stepList(event.back_state), command, row) : forwardTarget(flow, command, event, env);
  if (event.urgent && !command.limit_time) throw new Refusal(314, '$flow_need_limit');
  // one character may be two UTF-16 units; the limit counts characters
  if ([...command.remark].length >= MAX_REMARK) throw new Refusal(316);
  if (command.limit_time && !(Date.parse(command.limit_time) > Date.parse(env.now))) throw new Refusal(317, '$flow_limit_past');
  knownPeople([...target.people, ...command.copies], env);
  if (command.copies.length > MAX_COPIES) throw new Refusal(341);
  return target;
}

export const factsOf = (env: Env): GuardFacts => ({ data: env.record.data, today: env.today, user: env.user });

function returnTarget(state: FlowState, allowed: readonly number[], command: DecisionCommand, own: Todo | null): Target {
  if (command.back_id === null) throw new Refusal(314, '$flow_need_back');
  const back = state.todos.find((todo) => todo.id === command.back_id);
  const decided = back && (back.review_state === ROW.submitted || back.review_state === ROW.decided);
  const step = decided ? listedStep(back.back_state, allowed) : null;
  if (!back || step === null || back.visit >= (own?.visit ?? 0)) throw new Refusal(311, '$flow_back_unknown');
  return { step, people: [back.review_entity], back };
}

/** The applicant's row of a second submission stands at 0: a list that names 1 means him too. */
function listedStep(step: number, allowed: readonly number[]): number | null {
  if (allowed.includes(step)) return step;
  return step === 0 && allowed.includes(1) ? 1 : null;
}

function forwardTarget(flow: Flow, command: DecisionCommand, event: Admitted['event'], env: Env): Target {
  const step = event.next_state!;
  if (isApplicantStep(step)) return { step, people: [env.record.creator], back: null };
  if (flow.steps.get(step)?.end) return { step, people: [], back: null };
  const named = [...new Set(command.reviewers)];
  if (named.length && !event.need_handler && !sameSet(named, env.candidates)) throw new Refusal(312, '$flow_handler_fixed');
  const people = event.need_handler && named.length ? named : [...new Set(env.candidates)];
  if (people.length === 0) throw new Refusal(314, '$flow_no_handler');
  return { step, people, back: null };
}

const sameSet = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === new Set(other).size && one.every((id) => other.includes(id));

function knownPeople(ids: readonly number[], env: Env): void {
  for (const id of ids) {
    const status = env.people[id] ?? (env.candidates.includes(id) || id === env.record.creator ? 1 : undefined);
    if (status === undefined) throw new Refusal(302);
    if (status === 2) throw new Refusal(303, '', { user: id });
  }
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && !value.length)
  );
}
