import type { DataType, FieldDef } from '../field.ts';
import { maxLength, numericLength } from '../length.ts';
import { STANDARD_COLUMNS, type TableDef } from '../table.ts';
import { below, type Report, unique } from './problem.ts';
import { columnAt, type Scope } from './scope.ts';

const LINKED: readonly DataType[] = ['entity', 'entities'];
const CHOSEN: readonly DataType[] = ['select', 'radio', 'checkbox'];
const COUNTED: readonly DataType[] = ['int', 'numeric'];
const DESCRIBABLE: Readonly<Record<string, readonly DataType[]>> = { key_name: ['text', 'textarea'], remark: ['text', 'textarea'] };

/** One field by itself and against what it names. */
export function checkField(scope: Scope, table: TableDef, field: FieldDef, report: Report): void {
  checkName(field, report);
  checkLength(field, report);
  checkBounds(field, report);
  checkItems(scope, field, report);
  checkSource(scope, table, field, report);
  checkStates(table, field, report);
  for (const key of ['view_where', 'need_where', 'edit_where'] as const) checkCondition(scope, table, field[key], below(report, key));
  if (field.stat && !COUNTED.includes(field.data_type)) report('stat', 'only int and numeric fields have a sum');
  if (field.money) checkMoney(table, field, below(report, 'money'));
  for (const base of ['unit', 'hint', 'placeholder'] as const) checkEnglish(field, base, report);
}

/** `toString`, `constructor`, `valueOf`…: found in every object that values are kept in by name (A15). */
export const isInherited = (name: string): boolean => name in Object.prototype;

function checkName(field: FieldDef, report: Report): void {
  if (isInherited(field.field_name)) {
    report('field_name', `${field.field_name} is a name that every object has`);
    return;
  }
  const allowed = DESCRIBABLE[field.field_name];
  if (allowed && !allowed.includes(field.data_type)) report('data_type', `${field.field_name} can only be text or textarea`);
  if (!allowed && (STANDARD_COLUMNS as readonly string[]).includes(field.field_name.toLowerCase()))
    report('field_name', `${field.field_name} is a standard column of every table`);
}

function checkLength(field: FieldDef, report: Report): void {
  if (field.length === undefined) return;
  if (field.data_type === 'numeric') {
    const { precision, scale } = numericLength(field);
    if (precision < 1 || precision > 38 || scale > precision)
      report('length', `${field.length} is no precision and scale (at most 38 digits)`);
  } else if (maxLength(field) === null) report('length', `${field.data_type} has no length`);
  else if (!Number.isInteger(Number(field.length)) || String(field.length).includes('.'))
    report('length', 'a text has a whole number of characters');
}

function checkBounds(field: FieldDef, report: Report): void {
  if (field.min !== undefined && field.max !== undefined && Number(field.min) > Number(field.max)) report('min', 'min is above max');
  if (field.notnull && field.readonly && !filledByServer(field)) report('notnull', 'it is demanded, yet nobody can fill it (readonly)');
}

const filledByServer = (field: FieldDef): boolean =>
  Boolean(field.calc || field.auto_fill || field.number || field.fetch) || field.defvalue !== undefined;

/** An amount is in the currency of its record's domain, which the record tells; a unit of the definition would be true in one domain only. */
function checkMoney(table: TableDef, field: FieldDef, report: Report): void {
  if (!COUNTED.includes(field.data_type)) report('', 'only int and numeric fields are amounts');
  if ((table.tenancy ?? 'domain') !== 'domain')
    report('', `an amount is in the currency of a domain, and ${table.table_name} belongs to none: give it a unit instead`);
  if (field.unit !== undefined || field.unit_en !== undefined)
    report('', 'an amount is in the currency of its domain: leave unit and unit_en out');
}

function checkItems(scope: Scope, field: FieldDef, report: Report): void {
  const chosen = CHOSEN.includes(field.data_type);
  if (!field.items) {
    if (chosen) report('items', `a ${field.data_type} needs items`);
    return;
  }
  if (!chosen) report('items', `${field.data_type} has no items`);
  const items = typeof field.items === 'string' ? scope.dict(field.items)?.items : field.items;
  if (!items) report('items', `unknown dictionary ${field.items}`);
  unique(
    (typeof field.items === 'string' ? [] : field.items).map((item) => String(item.id)),
    (id) => report('items', `item ${id} stands twice`),
  );
}

function checkSource(scope: Scope, table: TableDef, field: FieldDef, report: Report): void {
  if (!LINKED.includes(field.data_type)) {
    for (const key of ['source', 'query', 'fetch'] as const) if (field[key]) report(key, `${field.data_type} names no table`);
    return;
  }
  if (!field.source) {
    report('source', `an ${field.data_type} needs a source`);
    return;
  }
  const source = scope.table(field.source);
  if (!source) {
    report('source', `unknown table ${field.source}`);
    return;
  }
  if (table.tenancy === 'platform' && source.tenancy !== 'platform')
    report('source', `a platform table cannot name ${source.table_name}, which belongs to a company`);
  for (const [name, value] of pairs(field.query)) {
    if (!columnAt(scope, source, name)) report('query', `${field.source} has no field ${name}`);
    const place = /^\{([\w.]+)\}$/.exec(value)?.[1];
    if (place && !/^(user|today|now)\b/.test(place) && !columnAt(scope, table, place)) report('query', `unknown field {${place}}`);
  }
  for (const [target, from] of pairs(field.fetch)) {
    if (!columnAt(scope, table, target)) report('fetch', `unknown field ${target}`);
    if (!columnAt(scope, source, from)) report('fetch', `${field.source} has no field ${from}`);
  }
}

/** `a=b&c=d` as pairs; comparison signs other than = stay with the name and so do not resolve. */
function pairs(text: string | undefined): [string, string][] {
  return (text ?? '')
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [pair.trim(), ''] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    });
}

function checkStates(table: TableDef, field: FieldDef, report: Report): void {
  checkStateList(table, field.view_state, below(report, 'view_state'));
  checkStateList(table, field.edit_state, below(report, 'edit_state'));
}

/** States that a list may name: those of the table, and 0, the draft. */
export function checkStateList(table: TableDef, list: string | undefined, report: Report): void {
  const known = new Set(['0', '1', ...table.states.map((state) => state.value)]);
  for (const state of list?.split(',') ?? []) if (!known.has(state)) report('', `unknown state ${state}`);
}

/** Every name of the condition is a field of the table. */
export function checkCondition(scope: Scope, table: TableDef, condition: string | undefined, report: Report): void {
  if (!condition) return;
  try {
    for (const name of scope.conditionNames(condition)) if (!columnAt(scope, table, name)) report('', `unknown field ${name}`);
  } catch (error) {
    report('', `not a condition: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A text that a definition says in Chinese it says in English too. */
export function checkEnglish(definition: object, base: string, report: Report): void {
  const texts = definition as Record<string, unknown>;
  if (texts[base] && !texts[`${base}_en`]) report(`${base}_en`, 'the English text is missing');
}
