import { neededFields } from '#protocol/meta/events.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { EventDef, WriteBackDef } from '#protocol/meta/flow.ts';
import { ALWAYS_FILLED } from '#protocol/meta/standard.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { calcNamesOf } from '#protocol/rules/calc/calc.ts';
import { parseCalc } from '#protocol/rules/calc/calc-parse.ts';
import { parseFetch } from '#protocol/rules/fetch.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import { PLACES } from '#protocol/rules/places.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { Scope } from '../scope.ts';

/** Something that a write-back must have when the record comes to its end: it is there while not all of `fields` are empty. */
export interface Demand {
  /** the place in the definition of the approved table */
  path: string;
  /** the end at which it is written */
  state: number;
  /** what the write-back names */
  name: string;
  fields: readonly string[];
  /** why it must be there; continued by how it can be empty */
  reason: string;
}

/** What every record has, and what a write-back may say beside its fields. */
const ALWAYS: ReadonlySet<string> = new Set([...ALWAYS_FILLED, 'user.id', 'today']);

/** What the write-backs of a table must find filled. Whether a record can come to its end without is played (server, flow/soundness). */
export function demandsOf(scope: Scope, table: TableDef): Demand[] {
  return (table.write_back ?? []).flatMap((back) => {
    const at = `write_back[${back.uid}]`;
    const { state } = back;
    const named =
      back.op === 'Modify' && back.id_field
        ? demandOf(scope, table, [back.id_field], { path: `${at}.id_field`, state, reason: `${back.id_field} names the record to change` })
        : [];
    const rows = (back.rows ?? []).flatMap((one) =>
      one.values.flatMap((values) => ofValues(scope, table, { into: one.table, values, state, at: `${at}.rows[${one.table}].values` })),
    );
    return [...named, ...ofValues(scope, table, { into: back.table, values: back.values, state, at: `${at}.values` }), ...rows];
  });
}

interface Values {
  into: string;
  values: WriteBackDef['values'];
  state: number;
  at: string;
}

function ofValues(scope: Scope, table: TableDef, { into, values, state, at }: Values): Demand[] {
  const target = scope.table(into);
  return Object.entries(values).flatMap(([name, value]) => {
    const field = target?.fields.find((one) => one.field_name === name);
    const text = String(value);
    const places = [...text.matchAll(PLACES)].map((match) => match[1]!.trim());
    if (!field?.notnull || isComputed(field) || !places.length || text.replace(PLACES, '') !== '') return [];
    return demandOf(scope, table, places, { path: `${at}.${name}`, state, reason: `${into} demands ${name} (${field.key_name})` });
  });
}

type Said = Pick<Demand, 'path' | 'state' | 'reason'>;

function demandOf(scope: Scope, table: TableDef, names: readonly string[], said: Said): Demand[] {
  const fields = names.map((name) => emptyWith(scope, table, name, said.state));
  if (fields.includes(null)) return [];
  return [{ ...said, name: names[0]!, fields: [...new Set(fields.flatMap((one) => one ?? []))] }];
}

/** The fields that are all empty where this one is; null where it never is. */
function emptyWith(scope: Scope, table: TableDef, name: string, state: number): string[] | null {
  const field = table.fields.find((one) => one.field_name === name);
  // an unknown name is told where names are checked
  if (ALWAYS.has(name) || (!field && !scope.columns(table).has(name))) return null;
  if (!field) return [];
  if (field.calc !== undefined) return isAsked(table, name, state) ? null : calculatedEmpty(scope, table, field, state);
  return isKept(table, field) ? null : [name];
}

/** Filled by the server, and by nobody emptied. */
function isKept(table: TableDef, field: FieldDef): boolean {
  if (field.number !== undefined || field.auto_fill === 1) return true;
  const start = field.defvalue !== undefined && field.defvalue !== '' && field.defvalue !== '{user.department_entity}';
  if (field.hidden && start) return true;
  if (field.edit_state || !field.readonly) return false;
  return field.notnull === 1 || (start && !isFetched(table, field));
}

const isFetched = (table: TableDef, { field_name }: FieldDef): boolean =>
  table.fields.some((other) => other.fetch && parseFetch(other.fetch)?.some((copy) => copy.target === field_name));

/** An expression is empty where all that it reads is: fields, and sub-tables without rows. */
function calculatedEmpty(scope: Scope, table: TableDef, field: FieldDef, state: number): string[] | null {
  const names = readBy(field);
  if (!names.length) return null;
  const found = names.map((name) => {
    const rows = name.includes('.') && table.subtables?.find((sub) => sub.table_name === name.split('.')[0]);
    if (!rows) return emptyWith(scope, table, name, state);
    return rows.min ? null : [];
  });
  return found.includes(null) ? null : found.flatMap((one) => one ?? []);
}

/** What it reads; of an expression that cannot be read, which is told elsewhere, nothing. */
function readBy({ calc }: FieldDef): string[] {
  try {
    return calcNamesOf(parseCalc(calc!));
  } catch {
    return [];
  }
}

/** Whether every event that submits asks for the field, or every one that leads to the state. */
function isAsked(table: TableDef, name: string, state: number): boolean {
  const events = table.states.flatMap(({ value, actions = [] }) =>
    actions.flatMap((action) => (action.events ?? []).map((event) => ({ first: isFirst(Number(value)), event }))),
  );
  const asks = (event: EventDef) => neededFields(event).includes(name);
  const all = (some: typeof events) => some.length > 0 && some.every(({ event }) => asks(event));
  const submits = events.filter(({ first, event }) => first && (event.next_state === state || isStep(table, event.next_state)));
  return all(submits) || all(events.filter(({ event }) => event.next_state === state));
}

const isStep = (table: TableDef, value: number | undefined): boolean =>
  table.states.some((one) => one.value === String(value) && one.end === undefined);
