import type { EventDef } from '#protocol/meta/flow.ts';
import { isReturn } from '#protocol/rules/event.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { DECIDES, TODO } from '#protocol/rules/todo.ts';
import type { DecisionOutcome, Tally } from '#protocol/wire/decision.ts';
import type { Flow } from '../definition/definition.ts';
import type { FlowState, Todo } from './model.ts';

const ENDED: Readonly<Record<string, DecisionOutcome>> = { pass: 'approved', reject: 'refused', cancel: 'cancelled' };

/** What an event made of a record that stands at `step` now; `fired` when the step changed by it. */
export function outcomeOf(flow: Flow, event: EventDef, fired: boolean, step: number): DecisionOutcome {
  if (!fired) return 'waiting';
  const end = flow.steps.get(step)?.end;
  if (end) return ENDED[end]!;
  return isReturn(event) || isFirst(step) ? 'returned' : 'moved';
}

/** How far a row's visit is before the row is decided. The applicant signs alone. */
export function tallyOf({ todos }: FlowState, row: Todo | null): Tally {
  if (!row) return { signed: 0, of: 1 };
  const visit = todos.filter((todo) => todo.visit === row.visit && todo.back_state === row.back_state);
  const signed = visit.filter((todo) => todo.review_state === TODO.decided).length;
  const open = visit.filter((todo) => DECIDES.has(todo.review_state) || todo.review_state === TODO.queued).length;
  return { signed, of: signed + open };
}
