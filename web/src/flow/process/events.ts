import { eventsOf, neededFields } from '#protocol/meta/events.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { type EventKind, eventKind } from '#protocol/rules/event.ts';
import { formState, isFirst } from '#protocol/rules/states.ts';

/** A button of the handling bar: events of one name are one choice, which of them holds is the data's business. */
export interface Choice {
  name: string;
  event: EventDef;
  kind: EventKind;
}

/** What can be decided in a step; a draft and a returned record have the events of state 1. */
const eventsAt = (table: TableDef, review_state: number): EventDef[] =>
  eventsOf(table.states.find((state) => state.value === String(formState(review_state))));

/** The choices of a step, forward ones first, as they stand in the definition (FLOW-02). */
export function choicesOf(table: TableDef, review_state: number): Choice[] {
  const choices = new Map<string, Choice>();
  for (const event of eventsAt(table, review_state))
    if (!choices.has(event.key_name)) choices.set(event.key_name, { name: event.key_name, event, kind: kindOf(table, event) });
  const order = ['forward', 'return', 'refuse'];
  return [...choices.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

const kindOf = (table: TableDef, event: EventDef): EventKind =>
  eventKind(event, (step) => table.states.find((state) => state.value === String(step))?.end ?? null);

/** Fields that a way on from this step asks for (`need_fields`), whichever of them is taken. */
export const fieldsAsked = (table: TableDef, review_state: number): ReadonlySet<string> =>
  new Set(eventsAt(table, review_state).flatMap((event) => neededFields(event)));

/** An event of the definition, whatever step it stands in. */
export const eventById = (table: TableDef | undefined, id: number | null): EventDef | undefined =>
  (table?.states ?? []).flatMap(eventsOf).find((event) => event.id === id);

/** What an applicant may do with an application that is his: the server granted Modify on a record that is with him (FLOW-02). */
export const submits = (table: TableDef, review_state: number, granted: readonly { op: string }[]): Choice | undefined =>
  table.flow === 1 && isFirst(review_state) && granted.some((action) => action.op === 'Modify')
    ? choicesOf(table, review_state).find((choice) => choice.kind === 'forward')
    : undefined;
