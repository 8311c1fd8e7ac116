import type { EventDef } from '#protocol/meta/flow.ts';
import { TODO } from '#protocol/rules/todo.ts';
import { stepList } from '../definition/definition.ts';
import type { FlowState, Todo } from './model.ts';

/** The step that a return to a row of the log leads to; null where the event does not list it, or the row is none of before this visit. */
export function goalOf(event: EventDef, todo: Todo, visit: number): number | null {
  const decided = todo.review_state === TODO.submitted || todo.review_state === TODO.decided;
  return decided && todo.visit < visit ? listedStep(todo.back_state, stepList(event.back_state)) : null;
}

/** The applicant's row of a second submission stands at 0: a list that names 1 means him too. */
function listedStep(step: number, allowed: readonly number[]): number | null {
  if (allowed.includes(step)) return step;
  return step === 0 && allowed.includes(1) ? 1 : null;
}

/** What a return may name: the newest row of each person and step, by the step it leads to (FLOW-04). */
export function goalsOf({ case: at, todos }: FlowState, event: EventDef): { todo: Todo; step: number }[] {
  const found = todos.flatMap((todo) => {
    const step = goalOf(event, todo, at?.visit ?? 0);
    return step === null ? [] : [{ todo, step }];
  });
  return [...new Map(found.map((goal) => [`${goal.step} ${goal.todo.review_entity}`, goal])).values()];
}
