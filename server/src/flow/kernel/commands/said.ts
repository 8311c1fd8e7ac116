import { Refusal } from '#protocol/codes.ts';
import { isTooLong } from '#protocol/rules/event.ts';
import { LIVE } from '#protocol/rules/todo.ts';
import { type Flow, signsOwn } from '../../definition/definition.ts';
import { knownPeople, MAX_COPIES } from '../demand.ts';
import type { Env, FlowState, Todo } from '../model.ts';

/** What a command that asks, tells or passes on says of people, and why (FLOW-05). */
export interface Said {
  /** the to-do that its sender speaks from; null or absent: the one that is meant */
  todo?: number | null;
  reviewers?: readonly number[];
  remark?: string;
  attachs?: string;
}

/** The words of a command: 314 where there are none, 316 where there are too many (FLOW-08). */
export function demandWords(remark = '', missing = '$flow_need_remark'): string {
  if (remark.trim() === '') throw new Refusal(314, missing, { field: 'remark' });
  if (isTooLong(remark)) throw new Refusal(316, '', { field: 'remark' });
  return remark;
}

/** Whom it names, each once: 314 for nobody, 341 for more than twenty, 302 and 303 for who is none of the company or not active. */
export function demandNamed(named: readonly number[] = [], env: Env, missing: string): number[] {
  const people = [...new Set(named)];
  if (people.length === 0) throw new Refusal(314, missing, { field: 'reviewers' });
  if (people.length > MAX_COPIES) throw new Refusal(341, '$flow_many', { most: MAX_COPIES });
  knownPeople(people, env);
  return people;
}

/** Who gets a row has none in the case that waits (I2b): 310 with who it is. */
export function demandFree({ todos }: FlowState, people: readonly number[]): void {
  const busy = people.find((id) => todos.some((todo) => todo.review_entity === id && LIVE.has(todo.review_state)));
  if (busy !== undefined) throw new Refusal(310, '$flow_twice', { user: busy });
}

/** Who is to sign beside those whom the flow found: not the applicant, and nobody who has signed at this step. */
export function demandSigner(flow: Flow, state: FlowState, row: Todo, people: readonly number[], env: Env): void {
  if (!signsOwn(flow.steps.get(row.back_state)?.def) && people.some((id) => env.own?.includes(id)))
    throw new Refusal(312, '$flow_self_named');
  demandFree(state, people);
  const signed = people.find((id) => state.todos.some((todo) => todo.review_entity === id && hasSigned(todo, row)));
  if (signed !== undefined) throw new Refusal(310, '$flow_signed_here', { user: signed });
}

const hasSigned = (todo: Todo, { visit, back_state }: Todo): boolean =>
  todo.visit === visit && todo.back_state === back_state && todo.outcome !== null;
