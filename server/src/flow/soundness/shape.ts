import { eventsOf, neededFields } from '#protocol/meta/events.ts';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { stepList } from '../definition/definition.ts';
import { fraction } from '../kernel/rule.ts';

export type Report = (rule: string, path: string, reason: string, mend: string) => void;

/** Whether states and events fit together at all: E1 names, E4 dead ends, E9 signing rules, E11 fields asked for; only then is there a graph. */
export function checkShape(table: TableDef, report: Report): void {
  const states = table.states.filter((state) => state.value !== '*');
  const known = new Set(states.map((state) => Number(state.value)));
  const seen = new Set<number>();
  const ids = new Set<number>();
  if (table.tenancy === 'platform') report('E1', 'tenancy', 'a flow runs inside a company', 'write tenancy company or domain');
  if (!known.has(1))
    report('E1', 'states', 'a flow needs state 1, the application', "add a state of value '1' with the event that submits");
  if (!states.some((state) => state.end === 'pass'))
    report('E2', 'states', 'a flow needs a passing end', "add a state with end: 'pass' and lead an event to it");
  for (const state of states) {
    const path = `states[${state.value}]`;
    if (seen.has(Number(state.value))) report('E1', path, 'stands twice', 'give each state a value of its own');
    seen.add(Number(state.value));
    checkState(state, path, report);
    for (const event of eventsOf(state)) {
      if (ids.has(event.id))
        report('E1', `${path}.events[${event.id}]`, 'event id stands twice', 'give each event of the table an id of its own');
      ids.add(event.id);
      checkNeeds(table, event, `${path}.events[${event.id}]`, report);
      checkEvent(Number(state.value), event, known, `${path}.events[${event.id}]`, report);
    }
  }
  for (const [at, one] of (table.assert ?? []).entries()) {
    for (const step of [one.before, one.must_pass])
      if (!known.has(step)) report('E1', `assert[${at}]`, `unknown step ${step}`, `name a state of this table: ${[...known].join(', ')}`);
    if (one.before === one.must_pass)
      report('E1', `assert[${at}]`, `step ${one.before} cannot come before itself`, 'name two different steps');
  }
}

function checkState(state: StateDef, path: string, report: Report): void {
  const events = eventsOf(state);
  const value = Number(state.value);
  if (value <= 1 && (state.end || state.handler || state.sign))
    report('E1', path, 'the applicant has this step', 'take end, handler and sign off');
  if (value === 0 && events.length) report('E1', path, 'state 0 has the events of state 1', 'write them there');
  if (state.end && events.length) report('E4', path, 'an end has no events', 'take the events off, or the end');
  if (!state.end && value !== 0 && !events.length)
    report('E4', path, 'no way on: no events, and no end', "add an event, or end: 'pass', 'reject' or 'cancel'");
  if (state.sign && !['any', 'all', 'seq'].includes(state.sign) && !fraction(state.sign))
    report('E9', path, `sign ${state.sign} is not in (0, 1]`, 'write any, all, seq, or a fraction such as 2/3');
}

function checkEvent(step: number, event: EventDef, known: ReadonlySet<number>, path: string, report: Report): void {
  const { next_state, back_state } = event;
  if ((next_state === undefined) === (back_state === undefined))
    report('E1', path, 'leads nowhere, or to two places', 'give next_state or back_state, one of them');
  if (next_state === 1) report('E1', path, 'next_state 1', 'write 0, or back_state for a return');
  if (step === 1 && (next_state === 0 || back_state !== undefined))
    report('E1', path, 'the application cannot be returned by the applicant', 'lead the event to a step or to an end');
  const there = `states of this table are ${[...new Set([0, ...known])].sort((a, b) => a - b).join(', ')}: name one of them, or add the state`;
  if (next_state !== undefined && next_state !== 0 && !known.has(next_state)) report('E1', path, `unknown next_state ${next_state}`, there);
  for (const back of stepList(back_state)) if (back !== 0 && !known.has(back)) report('E1', path, `unknown back_state ${back}`, there);
}

/** E11: fields that an event asks for exist; whether somebody can fill them is played. */
function checkNeeds(table: TableDef, event: EventDef, path: string, report: Report): void {
  const known = new Set(table.fields.map((field) => field.field_name));
  for (const name of neededFields(event))
    if (!known.has(name)) report('E11', path, `need_fields: unknown field ${name}`, 'name fields of this table');
}
