import { isReturn } from '#protocol/rules/event.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { TODO } from '#protocol/rules/todo.ts';
import { type Flow, ruleOf } from '../definition/definition.ts';
import type { Admitted } from './admit.ts';
import type { Target } from './demand.ts';
import type { DecisionCommand, Env, FlowState, Todo } from './model.ts';

/** A row of nobody's yet, opened by `actor` for himself: what opens one says the rest. */
export const newRow = (actor: number, now: string): Todo => ({
  id: 0,
  review_state: TODO.pending,
  review_entity: actor,
  create_entity: actor,
  done_entity: null,
  back_state: 1,
  visit: 0,
  ord: 1,
  rule: 'any',
  roles: [],
  parent_id: null,
  event_id: null,
  outcome: null,
  remark: '',
  skipped: '',
  resume: '',
  asked: '',
  attachs: '',
  copies: [],
  urgent: 0,
  urge_time: null,
  limit_time: null,
  read_time: null,
  create_time: now,
  finish_time: null,
});

/** Row 1: the application itself, exactly one a case; what a return to the applicant names. */
export const submissionRow = (actor: number, command: DecisionCommand, env: Env): Todo => ({
  ...newRow(actor, env.now),
  review_state: TODO.submitted,
  review_entity: env.record.creator,
  done_entity: actor,
  event_id: command.event,
  outcome: 1,
  remark: command.remark,
  attachs: command.attachs,
  copies: command.copies,
  finish_time: env.now,
});

/** Who is asked at a step that is entered, and how it is signed. */
export interface Seats {
  step: number;
  visit: number;
  rule: string;
  people: readonly number[];
  roles(holder: number): readonly string[] | null;
}

/** The rows of a step that `actor` opens: everyone at once, or one after the other for seq. */
export const seatRows = (actor: number, now: string, { step, visit, rule, people, roles }: Seats): Todo[] =>
  people.map((holder, at) => ({
    ...newRow(actor, now),
    review_state: rule === 'any' ? TODO.pending : rule === 'seq' && at > 0 ? TODO.queued : TODO.countersign,
    review_entity: holder,
    back_state: step,
    visit,
    ord: rule === 'seq' ? at + 1 : 1,
    rule,
    roles: roles(holder),
  }));

/** The rows of the step that a decision enters. Who gets it back by a return is alone. */
export function openVisit(
  flow: Flow,
  actor: number,
  command: DecisionCommand,
  env: Env,
  admitted: Admitted,
  target: Target,
  visit: number,
): Todo[] {
  const { event } = admitted;
  const alone = isReturn(event) || isFirst(target.step);
  const rule = target.rule ?? (alone ? 'any' : ruleOf(flow, event, target.step));
  const roles = (holder: number) => target.roles ?? (target.back ? target.back.roles : (env.roles?.[holder] ?? []));
  return seatRows(actor, env.now, { step: target.step, visit, rule, people: target.people, roles }).map((row) => ({
    ...row,
    resume: target.resume ?? '',
    urgent: event.urgent ? 1 : 0,
    limit_time: event.urgent ? command.limit_time : null,
  }));
}

/** One unread copy for each person who has none open yet. */
export function copyRows(
  state: FlowState,
  actor: number,
  command: Pick<DecisionCommand, 'copies'>,
  env: Env,
  from: number,
  visit: number,
): Todo[] {
  const unread = new Set(state.todos.filter((todo) => todo.review_state === TODO.toRead).map((todo) => todo.review_entity));
  const people = [...new Set(command.copies)].filter((id) => !unread.has(id));
  return people.map((holder) => ({ ...newRow(actor, env.now), review_state: TODO.toRead, review_entity: holder, back_state: from, visit }));
}
