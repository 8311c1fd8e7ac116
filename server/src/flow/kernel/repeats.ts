import { neededFields } from '#protocol/meta/events.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import { needsRemark } from '#protocol/rules/event.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { DECIDES, TODO } from '#protocol/rules/todo.ts';
import type { Flow } from '../definition/definition.ts';
import { mustPass } from '../definition/may.ts';
import { adderOf } from './commands/add-sign.ts';
import type { FlowState, Todo } from './model.ts';
import { isResumed } from './resume/resume.ts';
import { newRow } from './rows.ts';
import { threshold } from './rule.ts';

/**
 * Open rows whose holders have passed the case already, so that the engine passes them for them (`dedupe`). Whoever was added is asked
 * because somebody wants his word, and what came back to somebody is to be looked at again: those are never passed.
 */
export function repeated(flow: Flow, state: FlowState): Todo[] {
  const { case: at } = state;
  const { dedupe = 'none' } = flow.def;
  if (dedupe === 'none' || at?.status !== 0 || isFirst(at.state) || mustPass(flow, at.state)) return [];
  const since = onward(state.todos, at.visit);
  const first = dedupe === 'consecutive' ? Math.max(since, at.visit - 1) : since;
  const passed = state.todos.filter(
    ({ visit, outcome, back_state }) => outcome === 1 && visit >= first && visit < at.visit && !isFirst(back_state),
  );
  const isAsked = (todo: Todo) =>
    todo.visit === at.visit && DECIDES.has(todo.review_state) && todo.review_state !== TODO.turned && !isResumed(todo.resume);
  return state.todos.filter(
    (todo) => isAsked(todo) && adderOf(state, todo) === null && passed.some(({ review_entity }) => review_entity === todo.review_entity),
  );
}

/** The first of the visits by which the case came here, since it was sent in, given back or taken back. */
function onward(todos: readonly Todo[], last: number): number {
  const steps = new Map(todos.map(({ visit, back_state }) => [visit, back_state]));
  let first = last;
  for (let visit = last; visit > 0 && !isFirst(steps.get(visit) ?? 0); visit -= 1) {
    first = visit;
    if (isAnew(todos, visit)) break;
  }
  return first;
}

/** Whether a visit was opened by a vote against, or by taking back: what is back is decided anew. */
const isAnew = (todos: readonly Todo[], visit: number): boolean =>
  todos.some(
    (todo) => todo.visit === visit - 1 && (todo.outcome === -1 || (todo.review_state === TODO.revoked && todo.parent_id === null)),
  );

/** Whether an event asks something of whoever takes it, or is carried out by his rights: the engine takes none of those. */
export const asksNothing = (event: EventDef): boolean =>
  !needsRemark(event) && neededFields(event).length === 0 && !event.need_attach && !event.urgent && !event.need_handler && !event.action;

/** A case as it would stand when `row` is passed and these people are asked at a step: what a preview goes by. */
export function entered(state: FlowState, row: Todo | null, step: number, people: readonly number[], rule: string): FlowState {
  const at = state.case;
  if (!at) return state;
  const visit = at.visit + 1;
  const todos = state.todos.map((todo) => (todo.id === row?.id ? { ...todo, review_state: TODO.decided, outcome: 1 as const } : todo));
  const asked = people.map((holder, place) => ({
    ...newRow(holder, ''),
    ...{ id: -1 - place - visit * 10_000, review_state: TODO.countersign, back_state: step, visit, rule },
  }));
  return { case: { ...at, state: step, visit }, todos: [...todos, ...asked] };
}

/** Whether so many of a step's people have passed the case already that nobody else need sign it. */
export function passesAtOnce(flow: Flow, state: FlowState, { rule, of }: { rule: string; of: number }): boolean {
  return of > 0 && repeated(flow, state).length >= threshold(rule, of).pass;
}
