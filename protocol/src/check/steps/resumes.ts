import { eventsOf } from '#protocol/meta/events.ts';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { isReturn } from '#protocol/rules/event.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { below, type Report } from '../problem.ts';

type Fault = readonly [reason: string, mend: string];

/** Returns that could not be gone straight back from: what is none, a step that nobody signs, or whose people only its senders know. */
export function checkResumes(table: TableDef, report: Report): void {
  for (const state of table.states)
    for (const action of state.actions ?? [])
      for (const event of action.events ?? [])
        for (const fault of faultsOf(table, state, event))
          below(report, `states[${state.value}].actions[${action.op}].events[${event.id}].resume`)('', ...fault);
}

function* faultsOf(table: TableDef, state: StateDef, event: EventDef): Generator<Fault> {
  if (!event.resume) return;
  const out = 'take resume away';
  if (table.flow !== 1) yield ['a table without a flow returns nothing', out];
  else if (state.value === '*' || isFirst(Number(state.value))) yield ['the applicant returns nothing to anybody', out];
  else if (state.end) yield [`step ${state.value} is an end: nothing comes back to it`, out];
  else if (!isReturn(event) && event.next_state === 0)
    yield [
      'next_state 0 refuses: what is sent in again begins anew, and every step looks at it',
      "say back_state: '1' for a return to the applicant",
    ];
  else if (!isReturn(event))
    yield ['the event has no back_state: it returns nothing', `say back_state, the steps that it may go back to, or ${out}`];
  else if (!state.handler)
    yield [
      `step ${state.value} has no handler: who returned it may be gone, and nobody else would be found`,
      `give the step a handler, or ${out}`,
    ];
  else if (!returnsAnywhere(table, event)) yield ['back_state names no step that sends it on', out];
}

/** Whether some step that it goes back to has an event to send it on by. */
const returnsAnywhere = (table: TableDef, { back_state = '' }: EventDef): boolean =>
  back_state.split(',').some((value) => eventsOf(table.states.find((state) => Number(state.value) === (Number(value) || 1))).length > 0);
