import { Refusal } from '#protocol/codes.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import { isReturn } from '#protocol/rules/event.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { DECIDES, LIVE, OPEN, TODO } from '#protocol/rules/todo.ts';
import { type Flow, isReject, signsOwn } from '../definition/definition.ts';
import type { DecisionCommand, Env, FlowState, Todo } from './model.ts';
import { applicants, meant } from './whose.ts';

/** Who decides what, before anything is written: the first half of the order of checks. */
export interface Admitted {
  kind: 'Submit' | 'Review' | 'Reject' | 'Skip';
  /** the actor's own row; null at the first Submit */
  row: Todo | null;
  /** the one that was named: which of its name is taken, the record's data say */
  event: EventDef;
  /** step of the record */
  from: number;
}
export type Standing = Pick<Env, 'principals'> & { record: Pick<Env['record'], 'state' | 'creator'> };

/** Refuses with 315, 312, 311 or 403. Needs no data of the record: the edge asks before it saves the fields. */
export function admit(flow: Flow, state: FlowState, actor: number, command: DecisionCommand, env: Standing): Admitted {
  const from = env.record.state;
  if (command.op === 'Skip') return passedOver(flow, state, command, from);
  const row = command.op === 'Submit' ? applicantRow(state, actor, command.todo, env) : decidingRow(flow, state, actor, command.todo, env);
  if (isFirst(from) !== (command.op === 'Submit')) throw new Refusal(311);
  const event = eventOf(flow, from, command);
  return { kind: kindOf(command, event), row, event, from };
}

export const kindOf = ({ op }: DecisionCommand, event: EventDef): Admitted['kind'] =>
  op === 'Submit' || op === 'Skip' ? op : isReturn(event) ? 'Reject' : 'Review';

/** The step that is passed over, with the row of who could have signed it; or the one row that is passed for its holder. */
function passedOver(flow: Flow, state: FlowState, command: DecisionCommand, from: number): Admitted {
  const open = state.todos.filter((todo) => DECIDES.has(todo.review_state) && todo.visit === state.case?.visit);
  const row = command.todo === null ? open[0] : open.find(({ id }) => id === command.todo);
  const event = eventOf(flow, from, command);
  if (!row || (isReject(flow, event) && command.why !== 'late')) throw new Refusal(311);
  return { kind: 'Skip', row, event, from };
}

export const may = (holder: number, actor: number, env: Pick<Env, 'principals'>): boolean =>
  holder === actor || env.principals.includes(holder);

function applicantRow(state: FlowState, actor: number, asked: number | null, env: Standing): Todo | null {
  const named = asked === null ? null : found(state, asked);
  if (!may(env.record.creator, actor, env)) throw new Refusal(312);
  if (named && !may(named.review_entity, actor, env)) throw new Refusal(312);
  if (named && !LIVE.has(named.review_state)) throw decidedAlready(state, named);
  if (!isFirst(env.record.state)) throw new Refusal(311);
  if (state.case?.status !== 0) return null;
  const open = state.todos.filter((todo) => DECIDES.has(todo.review_state));
  return open.find((todo) => todo.id === named?.id) ?? open.find((todo) => todo.review_entity === actor) ?? open[0] ?? null;
}

/** The open row that the actor decides with, his own or his principal's, which waits for nobody's answer. */
export function decidingRow(flow: Flow, state: FlowState, actor: number, asked: number | null, env: Standing): Todo {
  const row = turnRow(flow, state, actor, asked, env);
  if (openChildren(state, row.id).length) throw new Refusal(311, '$flow_blocked');
  return row;
}

/** The same, whether or not he has asked somebody and waits. */
export function turnRow(flow: Flow, state: FlowState, actor: number, asked: number | null, env: Standing): Todo {
  const row = asked === null ? meant(state, { id: actor, principals: env.principals }) : found(state, asked);
  if (!may(row.review_entity, actor, env) || row.review_state === TODO.toRead || row.review_state === TODO.read) throw new Refusal(312);
  if (!OPEN.has(row.review_state)) throw decidedAlready(state, row);
  const self = row.review_entity !== actor && applicants(state, env.record.creator, null).includes(actor);
  if (self && !signsOwn(flow.steps.get(env.record.state)?.def)) throw new Refusal(312, '$flow_self');
  if (!DECIDES.has(row.review_state) || row.visit !== state.case?.visit) throw new Refusal(311);
  return row;
}

export function found(state: FlowState, id: number): Todo {
  const row = state.todos.find((todo) => todo.id === id);
  if (!row) throw new Refusal(315);
  return row;
}

/** Who closed a row and how: its holder or an agent, or, where it was excused, who decided last in its visit; null where nobody did. */
export function closingOf(state: FlowState, row: Todo): { by: number; event: number | null } | null {
  const votes = state.todos.filter((todo) => todo.visit === row.visit && todo.outcome !== null && todo.done_entity !== null);
  const last = votes.sort((a, b) => (a.finish_time ?? '').localeCompare(b.finish_time ?? '')).at(-1);
  const { done_entity: by, event_id: event } = row.done_entity ? row : (last ?? row);
  return by ? { by, event } : null;
}

/** Who has a row in the place of one that was handed on: it is newer than the answers that were asked for by it. */
export const successorOf = ({ todos }: FlowState, row: Pick<Todo, 'id' | 'review_state'>): number | null =>
  row.review_state === TODO.moved ? (todos.findLast((todo) => todo.parent_id === row.id)?.review_entity ?? null) : null;

/** Ids of who did it, how, and where it is now: the edge puts the names beside them. */
export function decidedAlready(state: FlowState, row: Todo): Refusal {
  const to = successorOf(state, row);
  if (to !== null) return new Refusal(311, '$flow_handed_on', { to, state: state.case?.state ?? 0, todo: row.id });
  if (row.review_state === TODO.revoked && row.done_entity !== null)
    return new Refusal(311, '$flow_withdrawn', { by: row.done_entity, state: state.case?.state ?? 0, todo: row.id });
  const closing = closingOf(state, row);
  return closing ? new Refusal(311, '$flow_decided', { ...closing, state: state.case?.state ?? 0, todo: row.id }) : new Refusal(311);
}

export const openChildren = (state: FlowState, id: number): Todo[] =>
  state.todos.filter((todo) => todo.parent_id === id && todo.review_state === TODO.asked);

function eventOf(flow: Flow, from: number, command: DecisionCommand): EventDef {
  if (!flow.homes.has(command.event)) throw new Refusal(403);
  const event = flow.steps.get(from)?.events.get(command.event);
  if (!event) throw new Refusal(311);
  return event;
}
