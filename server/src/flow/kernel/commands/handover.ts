import { Refusal } from '#protocol/codes.ts';
import type { HandlerDef } from '#protocol/meta/flow.ts';
import { isTooLong } from '#protocol/rules/event.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { LIVE, TODO } from '#protocol/rules/todo.ts';
import { type Flow, signsOwn } from '../../definition/definition.ts';
import { decidedAlready, found, openChildren } from '../admit.ts';
import type { CommandRule, Env, FlowState, Todo } from '../model.ts';
import { stays } from './stays.ts';

/** One open to-do goes to another person, who has it as its holder had it: state, rule, place in its group, limit, and as what it is signed. */
export interface HandoverCommand {
  op: 'Handover';
  todo: number;
  to: number;
  remark: string;
  /** the clock says so, by the step's time-out: no reason is asked, and the definition says to whom */
  late?: true;
}

/** Whoever sends it is let in by who keeps accounts (people/handover.ts): the case asks only whether the receiver can hold the row. */
export const handover: CommandRule<HandoverCommand> = {
  names: ({ to }) => [to],
  does: (flow, state, actor, { op, todo, to, remark, late }, env) => {
    const row = handedOn(state, todo);
    if (env.own?.includes(actor) && !signsOwn(flow.steps.get(row.back_state)?.def)) throw new Refusal(312, '$flow_handover_own');
    if (!late) demandReason(remark);
    demandReceiver(flow, state, row, { to, late }, env);
    return {
      ...stays(state.case!, { op, actor, now: env.now }),
      behalf: row.review_entity === actor ? null : row.review_entity,
      todo_id: row.id,
      remark,
      close: [{ id: row.id, review_state: TODO.moved, ...(late ? { skipped: 'late' } : { done_entity: actor }), remark }],
      open: [
        {
          ...row,
          ...{ id: 0, review_entity: to, create_entity: actor, parent_id: parentOf(row), asked: askedOf(row, remark) },
          ...{ read_time: null, create_time: env.now },
        },
      ],
    };
  },
};

/** Who gets it reads why; a question stays the question that it was. */
const askedOf = ({ review_state, asked }: Todo, remark: string): string => (review_state === TODO.asked || remark === '' ? asked : remark);

/** Who hands something on says why: 314, 316. */
export function demandReason(remark: string): void {
  if (remark.trim() === '') throw new Refusal(314, '$flow_handover_why', { field: 'remark' });
  if (isTooLong(remark)) throw new Refusal(316, '', { field: 'remark' });
}

/** An answer belongs to who asked for it; every other row to the one in whose place it stands. */
const parentOf = ({ id, review_state, parent_id }: Todo): number | null => (review_state === TODO.asked ? parent_id : id);

/** What is back with its applicant nobody else could send in; who waits for an answer keeps his row until it has come. */
function handedOn(state: FlowState, id: number): Todo {
  const row = found(state, id);
  if (!LIVE.has(row.review_state)) throw decidedAlready(state, row);
  if (isFirst(row.back_state)) throw new Refusal(312, '$flow_handover_applicant');
  if (openChildren(state, row.id).length) throw new Refusal(311, '$flow_blocked');
  return row;
}

function demandReceiver(flow: Flow, state: FlowState, row: Todo, { to, late }: { to: number; late: true | undefined }, env: Env): void {
  const status = env.people[to];
  if (status === undefined) throw new Refusal(302);
  if (status === 2) throw new Refusal(303, '', { user: to });
  const step = flow.steps.get(row.back_state)?.def;
  if (env.own?.includes(to) && !signsOwn(step)) throw new Refusal(312, '$flow_self_named');
  if (!late && row.review_state !== TODO.asked && !maySit(step?.handler, row, to, env)) {
    const could = env.candidates.filter((one) => mayTake(flow, state, row, one, env)).slice(0, NAMED);
    throw new Refusal(312, could.length > 0 ? '$flow_handover_bound' : '$flow_handover_nobody', { step: row.back_state, could });
  }
  if (isThere(state, row, to)) throw new Refusal(310, '$flow_handover_twice');
}

/** People who are named as those who could take over; there may be more. */
const NAMED = 5;

/** Whether the office that the receiver has not is this one's, and he is free to sign for it. */
function mayTake(flow: Flow, state: FlowState, row: Todo, one: number, env: Env): boolean {
  const step = flow.steps.get(row.back_state)?.def;
  const isOwn = env.own?.includes(one) && !signsOwn(step);
  return one !== row.review_entity && !isOwn && maySit(step?.handler, row, one, env) && !isThere(state, row, one);
}

/** Who has a to-do of the case, or has decided at this step. */
export function isThere(state: FlowState, row: Todo, one: number): boolean {
  const theirs = state.todos.filter((todo) => todo.review_entity === one);
  const signed = theirs.some((todo) => todo.visit === row.visit && todo.back_state === row.back_state && todo.outcome !== null);
  return signed || theirs.some((todo) => LIVE.has(todo.review_state));
}

/**
 * An office is held by whom the company has given it: who takes a seat must be found by the step's handler as it stands today, and have each of
 * the offices that the seat signs as. Where no office is asked for (a person by name, one whom a sender added, a step without a handler), the
 * administrator says who comes next.
 */
function maySit(handler: HandlerDef | undefined, { roles }: Todo, to: number, { candidates, roles: as }: Env): boolean {
  if (!handler || namesPerson(handler)) return true;
  const byOffice = handler.type === 'role' || handler.type === 'roles' || handler.type === 'post';
  if (byOffice && roles?.length === 0) return true;
  return candidates.includes(to) && (roles ?? []).every((code) => as?.[to]?.includes(code));
}

/** A person of the definition or of the record itself; by a path it is the office of another record. */
const namesPerson = (handler: HandlerDef): boolean => handler.type === 'user' || (handler.type === 'field' && !handler.field.includes('.'));
