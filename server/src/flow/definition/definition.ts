import { isDeepStrictEqual } from 'node:util';
import { dataType } from '#protocol/meta/data-types.ts';
import { eventsOf } from '#protocol/meta/events.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Condition, UserTerm } from '#protocol/rules/condition/condition.ts';
import { evaluateCondition } from '#protocol/rules/condition/condition-evaluate.ts';
import type { Names } from '#protocol/rules/condition/condition-kind.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import { relatedOf } from '#protocol/rules/condition/related.ts';
import { type EventKind, eventKind } from '#protocol/rules/event.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import { standardFields } from '#server/meta/standard.ts';
import type { FlowDef } from './flow-def.ts';
import { currentFlow } from './pinned.ts';

export type { FlowDef };

/** A step with its events by id. */
export interface Step {
  value: number;
  def: StateDef | null;
  end: StateDef['end'] | null;
  events: ReadonlyMap<number, EventDef>;
}

export interface Flow {
  def: FlowDef;
  steps: ReadonlyMap<number, Step>;
  /** step of each event */
  homes: ReadonlyMap<number, number>;
  holds: Holds;
  /** what the published flow calls a field that is called so now: the log of a case keeps to the names of its flow */
  published: (field: string) => string;
}

/** Whether a guard holds for a record's data at a time and for an actor. */
export type Holds = (where: string, on: GuardFacts) => boolean;
export interface GuardFacts {
  data: Readonly<Record<string, unknown>>;
  /** yyyy-MM-dd in the company's time zone */
  today: string;
  user: Readonly<Record<UserTerm, number | null>>;
}

/** Guards read the fields of the table as it is now. */
export function holdsFor(names: Names): Holds {
  const read = new Map<string, Condition>();
  return (where, { data, today, user }) => {
    const condition = read.get(where) ?? parseCondition(where);
    read.set(where, condition);
    return evaluateCondition(condition, { names, value: (field) => data[field], today, user });
  };
}

/** Finds the table that an entity field names as its source. */
export type TableOf = (cloud: string) => TableDef | undefined;

/** The fields of a table, the engine's own among them. */
const columnsOf = (table: TableDef): FieldDef[] => [...standardFields(table), ...table.fields];

/** The table and the field of it that a name with a dot leads to, and by which field; undefined where it leads nowhere. */
export function relatedField(table: TableDef, name: string, tableOf: TableOf): { by: FieldDef; of: TableDef; field: FieldDef } | undefined {
  const related = relatedOf(name);
  const by = related && columnsOf(table).find(({ field_name }) => field_name === related.by);
  const of = by?.data_type === 'entity' && by.source ? tableOf(by.source) : undefined;
  const field = of && columnsOf(of).find(({ field_name }) => field_name === related!.field);
  return by && of && field ? { by, of, field } : undefined;
}

/** Kinds of all fields that a guard may name: the table's own, and those of records that it names, where `tableOf` finds their table. */
export function namesOf(table: TableDef, tableOf: TableOf = () => undefined): Names {
  const fields = new Map(columnsOf(table).map((field) => [field.field_name, dataType(field.data_type).condition]));
  return (name) => {
    if (!relatedOf(name)) return fields.get(name);
    const found = relatedField(table, name, tableOf);
    return found && dataType(found.field.data_type).condition;
  };
}

/** The same as the catalogue has them. */
export const namesIn = (catalogue: Catalogue, table: TableDef): Names => namesOf(table, (cloud) => catalogue.table(cloud)?.def);

const defs = new WeakMap<TableDef, FlowDef>();

/** The flow that a definition says, in its own names. */
export function flowDefOf(table: TableDef): FlowDef {
  const known = defs.get(table) ?? flowDef(table);
  defs.set(table, known);
  return known;
}

function flowDef(table: TableDef): FlowDef {
  const byField = (key: 'edit_state' | 'view_state' | 'edit_by') =>
    Object.fromEntries(table.fields.flatMap((field) => (field[key] ? [[field.field_name, field[key]]] : [])));
  return {
    table_name: table.table_name,
    states: table.states.filter((state) => state.value !== '*'),
    known: table.fields.map((field) => field.uid).sort(),
    edit_state: byField('edit_state'),
    view_state: byField('view_state'),
    edit_by: byField('edit_by'),
    relay: table.relay ?? 0,
    assign: table.assign ?? 0,
    copy: table.copy ?? 0,
    add_sign: table.add_sign ?? 0,
    revoke: table.revoke ?? 'last',
    dedupe: table.dedupe ?? 'none',
    assert: table.assert ?? [],
    write_back: table.write_back ?? [],
  };
}

/** Steps and events for lookup. State 0 has the events of state 1. */
export function compileFlow(def: FlowDef, holds: Holds, published: Flow['published'] = (field) => field): Flow {
  const steps = new Map<number, Step>();
  const homes = new Map<number, number>();
  for (const state of def.states) {
    const value = Number(state.value);
    const events = value === 0 ? [] : eventsOf(state);
    for (const event of events) homes.set(event.id, value);
    steps.set(value, { value, def: state, end: state.end ?? null, events: new Map(events.map((event) => [event.id, event])) });
  }
  const first = steps.get(1)?.events ?? new Map<number, EventDef>();
  steps.set(0, { value: 0, def: steps.get(0)?.def ?? null, end: null, events: first });
  return { def, steps, homes, holds, published };
}

const compiled = new WeakMap<Catalogue, WeakMap<FlowDef, Flow>>();

/** A flow of a table with the names that its tables and fields have now: worked out once for a catalogue and a definition. */
export function flowOf(catalogue: Catalogue, table: TableDef, def: FlowDef): Flow {
  const flows = compiled.get(catalogue) ?? new WeakMap<FlowDef, Flow>();
  compiled.set(catalogue, flows);
  const known = flows.get(def);
  if (known) return known;
  const { def: now, published } = currentFlow(def, catalogue);
  const flow = compileFlow(now, holdsFor(namesIn(catalogue, table)), published);
  flows.set(def, flow);
  return flow;
}

export const stepList = (list: string | undefined): number[] => (list ? list.split(',').map(Number) : []);
/** A decision against the record: a return, to the applicant, or to an end that is none of passing. */
export const isReject = (flow: Flow, event: EventDef): boolean => kindOf(flow, event) !== 'forward';

/** What an event does to a case in its flow. */
export const kindOf = (flow: Flow, event: EventDef): EventKind => eventKind(event, (step) => flow.steps.get(step)?.end ?? null);

/** The events of a step that are one choice: those of one name. */
export const alike = (flow: Flow, step: number, event: EventDef): EventDef[] =>
  [...(flow.steps.get(step)?.events.values() ?? [])].filter((other) => other.key_name === event.key_name);

/** Of the events that are one choice the one whose guard holds for `data`, before others the one that was named; null when none does. */
export function chooseEvent(flow: Flow, step: number, event: EventDef, on: GuardFacts): EventDef | null {
  const holds = ({ where }: EventDef) => !where || flow.holds(where, on);
  return holds(event) ? event : (alike(flow, step, event).find(holds) ?? null);
}

/** Whether the applicant signs at a step like everybody. */
export const signsOwn = (step: StateDef | null | undefined): boolean => step?.self === 1;

/** Whether two flows lead the same way by the same signers: their steps, what leads from one to the next, and what they promise. */
export function sameSteps(one: FlowDef, other: FlowDef): boolean {
  const said = ({ states, assert, dedupe = 'none' }: FlowDef) => JSON.parse(JSON.stringify({ states, assert, dedupe })) as unknown;
  return isDeepStrictEqual(said(one), said(other));
}

/** The rule of the visit that an event opens. */
export function ruleOf(flow: Flow, event: Pick<EventDef, 'is_countersign'>, target: number): string {
  return flow.steps.get(target)?.def?.sign ?? (event.is_countersign ? 'all' : 'any');
}

/** The same for a step that is entered by no event: as those that lead into it say. */
export function ruleInto(flow: Flow, target: number): string {
  const events = [...flow.steps.values()].flatMap((step) => [...step.events.values()]);
  const together = events.some(({ next_state, is_countersign }) => next_state === target && is_countersign === 1);
  return ruleOf(flow, { is_countersign: together ? 1 : 0 }, target);
}
