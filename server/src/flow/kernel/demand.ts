import { Refusal } from '#protocol/codes.ts';
import { neededFields } from '#protocol/meta/events.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import { isReturn, isTooLong, needsRemark } from '#protocol/rules/event.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { chooseEvent, type Flow, type GuardFacts } from '../definition/definition.ts';
import type { Admitted } from './admit.ts';
import { limitFault } from './clock/time.ts';
import { goalOf } from './goals.ts';
import type { DecisionCommand, Env, FlowState, Resumed, Todo } from './model.ts';
import { type Resumption, resumeTarget, resumption } from './resume/resume.ts';

export const MAX_COPIES = 20;

/** Where what is wrong with a limit is mended. */
const LIMIT = { field: 'limit_time' };

/** What a valid decision leads to: the step, its people, and for a return the row returned to. */
export interface Target {
  step: number;
  people: readonly number[];
  back: Todo | null;
  /** after a return `direct`: whether it goes straight back; then by which rule, and as what its one signer signs */
  resume?: Resumed;
  rule?: string;
  roles?: readonly string[] | null | undefined;
}

/**
 * The event that a decision is made by: the one it names stands for its name, and of that name the one whose guard holds is taken; 311
 * where none does. Who spoke of a step, or named people for it, is not sent to another (docs/decisions/141). What the engine itself
 * passes over is the very event that it says.
 */
export function eventHolding(
  flow: Flow,
  state: FlowState,
  step: number,
  named: EventDef,
  command: DecisionCommand,
  on: GuardFacts,
  returned?: Env['returned'],
): { event: EventDef; resumed: Resumption | null } {
  const event = command.op === 'Skip' ? (!named.where || flow.holds(named.where, on) ? named : null) : chooseEvent(flow, step, named, on);
  if (!event) throw new Refusal(311, '$flow_guard');
  if (command.op === 'Reject' && !isReturn(event) && event.next_state !== 0) throw new Refusal(311);
  const meant = isReturn(named) ? undefined : (command.next_state ?? (command.reviewers.length ? named.next_state : undefined));
  const resumed = resumption(flow, state, { op: command.op, event, from: step }, on, returned);
  const leads = resumed && !resumed.off ? resumed.step : event.next_state;
  if (meant !== undefined && meant !== leads) throw new Refusal(311, '$flow_other_step', { event: event.id, meant, leads: leads ?? null });
  return { event, resumed };
}

/** The second half of the order of checks: missing 314, too long 316, malformed 317, people 302/303, copies 341. */
export function demand(
  flow: Flow,
  state: FlowState,
  { event, row }: Admitted,
  command: DecisionCommand,
  env: Env,
  resumed: Resumption | null = null,
): Target {
  if (command.remark.trim() === '' && needsRemark(event)) throw new Refusal(314, '$flow_need_remark');
  for (const field of neededFields(event)) {
    if (isEmpty(env.record.data[field])) throw new Refusal(314, '$flow_need_field', { field });
  }
  if (event.need_attach && command.attachs.trim() === '') throw new Refusal(314, '$flow_need_attach', { field: 'attachs' });
  const target = targetOf(flow, state, { event, row }, command, env, resumed);
  if (event.urgent && !command.limit_time) throw new Refusal(314, '$flow_need_limit', LIMIT);
  if (isTooLong(command.remark)) throw new Refusal(316);
  if (command.limit_time && !event.urgent) throw new Refusal(317, '$flow_limit_unasked', LIMIT);
  const wrong = command.limit_time && limitFault(command.limit_time, env.now);
  if (typeof wrong === 'string') throw new Refusal(317, wrong, LIMIT);
  knownPeople([...target.people, ...command.copies], env);
  if (command.copies.length > MAX_COPIES) throw new Refusal(341);
  return target;
}

function targetOf(
  flow: Flow,
  state: FlowState,
  { event, row }: Pick<Admitted, 'event' | 'row'>,
  command: DecisionCommand,
  env: Env,
  resumed: Resumption | null,
): Target {
  if (isReturn(event)) return returnTarget(state, event, command, row, env);
  if (!resumed) return forwardTarget(flow, command, event, env);
  if (resumed.off) return { ...forwardTarget(flow, command, event, env), resume: resumed.off };
  return straightBack(flow, state, command, env, resumed);
}

/** Who returned it, and nobody whom the sender names. */
function straightBack(flow: Flow, state: FlowState, command: DecisionCommand, env: Env, resumed: Resumption): Target {
  const { step } = resumed;
  if (command.reviewers.length) throw new Refusal(312, '$flow_handler_fixed');
  const target = resumeTarget(flow, state, resumed, env);
  const nobody = target.people.length === 0;
  if (nobody) throw new Refusal(314, env.lacking ? '$flow_no_role' : '$flow_no_handler', { step, role: env.lacking });
  return { step, back: null, ...target };
}

export const factsOf = (env: Env): GuardFacts => ({ data: env.record.data, today: env.today, user: env.user });

function returnTarget(state: FlowState, event: EventDef, command: DecisionCommand, own: Todo | null, env: Env): Target {
  if (command.back_id === null) throw new Refusal(314, '$flow_need_back');
  const back = state.todos.find((todo) => todo.id === command.back_id);
  const step = back ? goalOf(event, back, own?.visit ?? 0) : null;
  if (!back || step === null) throw new Refusal(311, '$flow_back_unknown');
  return { step, people: isFirst(step) ? homeOf(env) : [back.review_entity], back };
}

function forwardTarget(flow: Flow, command: DecisionCommand, event: Admitted['event'], env: Env): Target {
  const step = event.next_state!;
  if (isFirst(step)) return { step, people: homeOf(env), back: null };
  if (flow.steps.get(step)?.end) return { step, people: [], back: null };
  if (env.lacking !== undefined) throw new Refusal(314, env.lacking ? '$flow_no_role' : '$flow_no_handler', { step, role: env.lacking });
  const people = signers(flow, command, event, env);
  if (people.length === 0) throw new Refusal(314, '$flow_no_handler', { step });
  return { step, people, back: null };
}

/** The applicant; the administrators where he is not active any more. */
const homeOf = (env: Env): readonly number[] =>
  env.people[env.record.creator] === 2 && env.candidates.length ? env.candidates : [env.record.creator];

/**
 * Who is asked to sign: those whom the definition finds, and of the sender's names what the event lets him say. The applicant is nobody's
 * to name, and a step without a handler is bound by nothing else.
 */
function signers(flow: Flow, command: DecisionCommand, event: Admitted['event'], env: Env): number[] {
  const found = [...new Set(env.candidates)];
  const named = [...new Set(command.reviewers)];
  if (named.length === 0) return found;
  const { handler, self } = flow.steps.get(event.next_state!)?.def ?? {};
  // nobody but the applicant was found: it is passed over
  if (self === 'skip' && found.every((id) => env.own?.includes(id))) throw new Refusal(312, '$flow_handler_fixed');
  const free = !handler && event.need_handler === 1;
  const beside = named.filter((id) => !found.includes(id));
  if (beside.length && !event.add && !free) throw new Refusal(312, event.pick ? '$flow_handler_bound' : '$flow_handler_fixed');
  if (self !== 1 && beside.some((id) => env.own?.includes(id))) throw new Refusal(312, '$flow_self_named');
  if (free) return named;
  const kept = named.length - beside.length;
  if (kept < found.length && !event.pick) throw new Refusal(312, event.add ? '$flow_handler_all' : '$flow_handler_fixed');
  const least = Math.min(event.least ?? 1, found.length);
  if (kept < least) throw new Refusal(314, '$flow_least', { least });
  // the order in which they sign is the definition's
  return [...found.filter((id) => named.includes(id)), ...beside];
}

/** 302 for who is none of the company, 303 for who is not active. */
export function knownPeople(ids: readonly number[], env: Env): void {
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
