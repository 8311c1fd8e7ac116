import { eventsOf } from '#protocol/meta/events.ts';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { isReturn, needsRemark } from '#protocol/rules/event.ts';
import { below, type Report } from '../problem.ts';

/** What is wrong, below the time-out itself: path, reason, the way out. */
type Fault = readonly [path: string, reason: string, mend: string];

/** Time-outs that could not be kept: two clocks or none, nobody or too much to give it to, an event that asks something of who is late (E14). */
export function checkTimeouts(table: TableDef, report: Report): void {
  for (const state of table.states)
    for (const [path, reason, mend] of faultsOf(table, state)) below(report, `states[${state.value}].timeout`)(path, reason, mend);
}

function* faultsOf(table: TableDef, state: StateDef): Generator<Fault> {
  const { timeout } = state;
  if (!timeout || table.flow !== 1) return;
  const { hours, work_hours, to, event } = timeout;
  if ((hours === undefined) === (work_hours === undefined))
    yield ['', 'it says both hours and work_hours, or none of them', 'say one: hours by the wall, or work_hours of the calendar'];
  if (to && timeout.do !== 'assign') yield ['to', `${timeout.do} gives it to nobody`, "take to out, or write do: 'assign'"];
  if (timeout.do !== 'event') {
    if (event !== undefined) yield ['event', `${timeout.do} takes no event`, "take event out, or write do: 'event'"];
    if (timeout.do === 'assign' && promised(table, state))
      yield ['do', 'assert says that this step must be passed, by those whom its handler finds', 'write remind or escalate'];
    return;
  }
  if (event === undefined) yield ['event', 'it does not say which', 'name an event of this step'];
  else yield* eventFaults(table, state, event);
}

function* eventFaults(table: TableDef, state: StateDef, id: number): Generator<Fault> {
  const event = eventsOf(state).find((one) => one.id === id);
  if (!event) {
    yield [
      'event',
      `this step has no event ${id}`,
      `name one of ${eventsOf(state)
        .map((one) => one.id)
        .join(', ')}`,
    ];
    return;
  }
  const asked = askedBy(event);
  if (asked) yield ['event', `event ${id} ${asked}, and nobody is there to say it`, 'name an event that asks for nothing'];
  const end = table.states.find(({ value }) => value === String(event.next_state))?.end;
  const onward = event.next_state !== 0 && end !== 'reject' && end !== 'cancel';
  if (onward && promised(table, state))
    yield ['event', 'assert says that this step must be passed: the clock does not sign', 'name an event that goes back, or write remind'];
}

function askedBy(event: EventDef): string | null {
  if (isReturn(event)) return 'asks where it goes back to';
  if (needsRemark(event)) return 'asks for an opinion';
  if (event.need_fields) return 'asks for fields';
  if (event.need_attach) return 'asks for a file';
  if (event.urgent) return 'asks for a limit';
  if (event.action) return 'carries an action out by the rights of whoever decides';
  return event.need_handler ? 'asks for people' : event.where ? 'has a condition' : null;
}

const promised = (table: TableDef, state: StateDef): boolean => (table.assert ?? []).some((one) => String(one.must_pass) === state.value);
