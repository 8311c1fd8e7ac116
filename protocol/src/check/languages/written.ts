import { neededFields } from '#protocol/meta/events.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { type EventDef, isReckoned, type WriteBackDef } from '#protocol/meta/flow.ts';
import { ALWAYS_FILLED } from '#protocol/meta/standard.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { calcNamesOf } from '#protocol/rules/calc/calc.ts';
import { parseCalc } from '#protocol/rules/calc/calc-parse.ts';
import { parseFetch } from '#protocol/rules/fetch.ts';
import { assignmentsOf } from '#protocol/rules/follow/assignments.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import { PLACES } from '#protocol/rules/places.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { Scope } from '../scope.ts';

/** Something that a write-back must have when it is done: it is there while not all of `fields` are empty. */
export interface Demand {
  /** the place in the definition of the approved table */
  path: string;
  /** when it is written */
  when: Moment;
  /** what the write-back names */
  name: string;
  fields: readonly string[];
  /** why it must be there; continued by how it can be empty */
  reason: string;
}

/** A write-back is done at an end, or by events. */
export type Moment = { state: number } | { events: readonly number[] };
const momentOf = ({ state, events }: WriteBackDef): Moment => (state === undefined ? { events: events ?? [] } : { state });

/** What every record has, and what a write-back may say beside its fields. */
const ALWAYS: ReadonlySet<string> = new Set([...ALWAYS_FILLED, 'user.id', 'today']);

/**
 * What the write-backs of a table must find filled. Whether a record can come there without is played (server, flow/soundness); what a row of a
 * sub-table must have is said of the row (write-back.ts).
 */
export function demandsOf(scope: Scope, table: TableDef): Demand[] {
  return (table.write_back ?? []).flatMap((back) => {
    const at = `write_back[${back.uid}]`;
    const when = momentOf(back);
    const own = back.each === undefined || !back.id_field?.startsWith(`${back.each}.`);
    const named =
      back.op === 'Modify' && back.id_field && own
        ? demandOf(scope, table, [back.id_field], { path: `${at}.id_field`, when, reason: `${back.id_field} names the record to change` })
        : [];
    const rows = (back.rows ?? []).flatMap((one) =>
      one.values.flatMap((values) => ofValues(scope, table, { into: one.table, values, when, at: `${at}.rows[${one.table}].values` })),
    );
    return [...named, ...ofValues(scope, table, { into: back.table, values: back.values, when, at: `${at}.values` }), ...rows];
  });
}

interface Values {
  into: string;
  values: WriteBackDef['values'];
  when: Moment;
  at: string;
}

function ofValues(scope: Scope, table: TableDef, { into, values, when, at }: Values): Demand[] {
  const target = scope.table(into);
  return Object.entries(values).flatMap(([name, value]) => {
    const field = target?.fields.find((one) => one.field_name === name);
    // an amount that is empty moves nothing
    if (!field?.notnull || isComputed(field) || isReckoned(value)) return [];
    const text = String(value);
    const places = [...text.matchAll(PLACES)].map((match) => match[1]!.trim());
    if (!places.length || text.replace(PLACES, '') !== '') return [];
    return demandOf(scope, table, places, { path: `${at}.${name}`, when, reason: `${into} demands ${name} (${field.key_name})` });
  });
}

type Said = Pick<Demand, 'path' | 'when' | 'reason'>;

function demandOf(scope: Scope, table: TableDef, names: readonly string[], said: Said): Demand[] {
  // of rows it is said there
  if (names.some((name) => name.includes('.') && name !== 'user.id')) return [];
  const fields = names.map((name) => emptyWith(scope, table, name, said.when));
  if (fields.includes(null)) return [];
  return [{ ...said, name: names[0]!, fields: [...new Set(fields.flatMap((one) => one ?? []))] }];
}

/** The fields that are all empty where this one is; null where it never is. */
function emptyWith(scope: Scope, table: TableDef, name: string, when: Moment): string[] | null {
  const field = table.fields.find((one) => one.field_name === name);
  // an unknown name is told where names are checked
  if (ALWAYS.has(name) || (!field && !scope.columns(table).has(name))) return null;
  if (!field) return [];
  if (field.calc !== undefined) return isAsked(table, name, when) ? null : calculatedEmpty(scope, table, field, when);
  return isKept(table, field) ? null : [name];
}

/** Filled by the server, and by nobody emptied. */
function isKept(table: TableDef, field: FieldDef): boolean {
  if (field.number !== undefined || field.auto_fill === 1) return true;
  const start = field.defvalue !== undefined && field.defvalue !== '' && field.defvalue !== '{user.department_entity}';
  if (field.hidden && start && !isFollowing(table, field)) return true;
  if (field.edit_state || !field.readonly) return false;
  return field.notnull === 1 || (start && !isFetched(table, field) && !isFollowing(table, field));
}

const isFetched = (table: TableDef, { field_name }: FieldDef): boolean =>
  table.fields.some((other) => other.fetch && parseFetch(other.fetch)?.some((copy) => copy.target === field_name));

/** Whether another field writes it, or a change of rows. */
const isFollowing = (table: TableDef, { field_name }: FieldDef): boolean =>
  [...table.fields, ...(table.subtables ?? [])].some(({ onchange }) => targetsOf(onchange).includes(field_name));

/** Where a list writes; of one that cannot be read, which is told elsewhere, nowhere. */
function targetsOf(list: string | undefined): string[] {
  try {
    return assignmentsOf(list).map(({ target }) => target);
  } catch {
    return [];
  }
}

/** An expression is empty where all that it reads is: fields, and sub-tables without rows. */
function calculatedEmpty(scope: Scope, table: TableDef, field: FieldDef, when: Moment): string[] | null {
  const names = readBy(field);
  if (!names.length) return null;
  const found = names.map((name) => {
    const rows = name.includes('.') && table.subtables?.find((sub) => rowsName(sub) === name.split('.')[0]);
    if (!rows) return emptyWith(scope, table, name, when);
    return rows.min ? null : [];
  });
  return found.includes(null) ? null : found.flatMap((one) => one ?? []);
}

/** What it reads; of an expression that cannot be read, which is told elsewhere, nothing. */
function readBy({ calc }: FieldDef): readonly string[] {
  try {
    return calcNamesOf(parseCalc(calc!));
  } catch {
    return [];
  }
}

/** Whether every event that submits asks for the field, or every one that leads to where it is written. */
function isAsked(table: TableDef, name: string, when: Moment): boolean {
  const events = table.states.flatMap(({ value, actions = [] }) =>
    actions.flatMap((action) => (action.events ?? []).map((event) => ({ first: isFirst(Number(value)), event }))),
  );
  const asks = (event: EventDef) => neededFields(event).includes(name);
  const all = (some: typeof events) => some.length > 0 && some.every(({ event }) => asks(event));
  const writes = ({ id, next_state }: EventDef) => ('state' in when ? next_state === when.state : when.events.includes(id));
  const submits = events.filter(({ first, event }) => first && (writes(event) || isStep(table, event.next_state)));
  return all(submits) || all(events.filter(({ event }) => writes(event)));
}

const isStep = (table: TableDef, value: number | undefined): boolean =>
  table.states.some((one) => one.value === String(value) && one.end === undefined);
