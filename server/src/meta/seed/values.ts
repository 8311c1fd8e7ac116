import { choiceMend, unknown } from '#protocol/check/mend.ts';
import { quoted, type Report } from '#protocol/check/problem.ts';
import { fieldKind } from '#protocol/fields/fields.ts';
import { isEmpty } from '#protocol/fields/kind.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import { maxLength } from '#protocol/meta/length.ts';
import { placeOf, SEEDED } from '#protocol/meta/standard.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { Catalogue, ResolvedField, ResolvedTable } from '../catalogue.ts';
import { parseValue } from '../page/clean.ts';
import type { KnownIds } from './ids.ts';
import { ofRow, type SeedRow, type Tell } from './plan.ts';
import type { Columns } from './write.ts';

/** The row as columns, with its company and id: values checked, references turned into ids, everything wrong told. */
export function seedColumns(catalogue: Catalogue, row: SeedRow, id: number, known: KnownIds, tell: Tell): Columns {
  const columns: Record<string, unknown> = { ...(row.company ? { company_id: row.company } : {}), id };
  const report = ofRow(tell, row);
  const references = { catalogue, company: row.company, known, report };
  if (row.domain !== undefined) columns.subcompany_id = idOf(references, 'domain', { table: 'domain', key: row.domain });
  for (const [name, said] of Object.entries(row.values)) {
    const field = row.table.fields.get(name);
    const source = name === 'create_department' ? 'department' : field?.source?.table;
    const value = resolved(references, name, said, { of: row.table.name, source });
    if (name === 'review_entity') columns[placeOf(name)] = value;
    else if (name === 'create_department') columns[name] = value;
    else if (!field || (field.standard && !SEEDED.has(name))) report(name, ...noField(row.table, name, field));
    else columns[name] = checked(row.table, field, value, report);
  }
  tellStanding(row, report);
  tellDemanded(row, report);
  return columns;
}

interface References {
  catalogue: Catalogue;
  company: number;
  known: KnownIds;
  report: Report;
}

function idOf(
  { catalogue, company, known, report }: References,
  field: string,
  { table, key }: { table: string; key: string },
): number | null {
  const target = catalogue.table(table);
  const id = target && known.get(target, company, key);
  if (id !== undefined) return id;
  const keys = target ? known.keys(target, company) : [];
  const tables = catalogue.tables().map(({ name }) => name);
  if (target) report(field, `there is no row @${table}:${key}`, unknown(key, keys, `rows of ${table} are called`).replace(': ', ' '));
  else report(field, `@${table}:${key} names an unknown table`, unknown(table, tables, 'tables of the installed suites'));
  return null;
}

const REFERENCE = /^@([A-Za-z]\w*):(.+)$/;

/** `@table:key`, or a list with such references, as ids; anything else as it is. */
function resolved(references: References, name: string, said: unknown, into: { of: string; source: string | undefined }): unknown {
  if (Array.isArray(said)) return said.map((one) => resolved(references, name, one, into));
  const { catalogue, company, known, report } = references;
  const [, table, key] = typeof said === 'string' ? (REFERENCE.exec(said) ?? []) : [];
  const { of, source } = into;
  if (source && table && key && table !== source && catalogue.table(table)) {
    report(name, `${said} is a row of ${table}, and ${of}.${name} refers to ${source}`, `name a row of ${source}: '@${source}:…'`);
    return null;
  }
  if (table && key) return idOf(references, name, { table, key });
  const target = source === undefined ? undefined : catalogue.table(source);
  if (target && typeof said === 'number' && known.has?.(target, company, said) === false) {
    report(name, `no row of ${source} has the id ${said}`, `name the row: '@${source}:…' with its _key`);
    return null;
  }
  return said;
}

function noField(table: ResolvedTable, name: string, field: ResolvedField | undefined): [string, string] {
  if (field) return [`${name} is kept by the engine`, 'take it out'];
  const own = [...table.fields.values()].filter((one) => !one.standard && one.storage !== 'none' && one.storage !== 'files');
  const known = ['key_name', ...own.map((one) => one.name), ...SEEDED];
  return [`${table.name} has no field ${name}`, unknown(name, known, `fields of ${table.name}`)];
}

/** The value by the rules of its data type. What a form would ask beyond that (min, max, conditions) a ledger of real data may lack. */
function checked(table: ResolvedTable, field: ResolvedField, value: unknown, report: Report): unknown {
  const { data_type, length } = field.def;
  if (field.storage === 'files' || field.storage === 'none' || isOf(data_type, 'secret')) {
    report(field.name, `a ${data_type} cannot be loaded with rows`, 'take it out');
    return null;
  }
  const parsed = parseValue(field, value);
  if (!parsed.fault) return parsed.value;
  const shown = JSON.stringify(value)?.slice(0, 60);
  const place = `${table.name}.${field.name}`;
  if (parsed.fault.code === 316)
    report(
      field.name,
      `${shown} has ${[...String(value)].length} characters, and ${place} holds ${maxLength(field.def)}`,
      'shorten it, or give the field a greater length',
    );
  else report(field.name, `${shown} is no value of ${place} (${length ? `${data_type} ${length}` : data_type})`, valueMend(field));
  return null;
}

function valueMend(field: ResolvedField): string {
  const { items, source, storage } = field;
  const many = storage === 'bigint[]';
  if (items) return many ? choiceMend(items).replace('write the id of a choice', 'write a list of ids') : choiceMend(items);
  if (source) return many ? `write a list of rows: ['@${source.table}:…']` : `name the row: '@${source.table}:…'`;
  const { data_type, format } = field.def;
  if (['text', 'textarea', 'address'].includes(data_type))
    return format === undefined ? 'write a text in quotes' : `write a text of the form ${format}`;
  const sample = fieldKind(data_type).sample(() => 0.5, field);
  return `write a value such as ${typeof sample === 'string' ? quoted(sample) : JSON.stringify(sample)}`;
}

/** A row has no case: where people sign, it is with its applicant or at an end, since no decision could take it further. */
function tellStanding({ table, values }: SeedRow, report: Report): void {
  const { flow, states } = table.def;
  const state = Number(values.review_state ?? 1);
  const step = table.fields.get('review_state')?.items?.find(({ id }) => id === state);
  // what is no state at all is told as a value
  if (flow !== 1 || !step || isFirst(state) || states.some(({ value, end }) => Number(value) === state && end)) return;
  const ends = states.filter(({ end }) => end).map(({ value, key_name }) => `${value} (${key_name})`);
  report(
    'review_state',
    `${state} (${step.key_name}) is a step that somebody signs, and a row that is loaded has no case: nobody would find it among his to-dos or could move it on`,
    `write review_state: ${hasDrafts(states) ? 0 : 1}, a draft that its applicant submits once it is loaded, or an end: ${ends.join(', ')}`,
  );
}

const hasDrafts = (states: ResolvedTable['def']['states']): boolean => states.some(({ value }) => value === '0');

/** What everybody who fills in the form is asked for is in the row, unless it is a draft. */
function tellDemanded({ table, values }: SeedRow, report: Report): void {
  if (Number(values.review_state ?? 1) === 0) return;
  for (const field of table.fields.values()) {
    const { name, def, storage } = field;
    if (!isAsked(def) || storage === 'files' || !isEmpty(values[name])) continue;
    const draft = hasDrafts(table.def.states) ? ', or review_state: 0 where the row is a draft' : '';
    report(name, `${table.name} demands ${name} (${def.key_name}), and the row has none`, `${valueMend(field)}${draft}`);
  }
}

/** Demanded of an application as such: not only at a later step, where something else says so, or of whom the server fills it for. */
function isAsked(def: ResolvedField['def']): boolean {
  if (def.notnull !== 1 || isComputed(def) || def.readonly || def.hidden) return false;
  const atFirst = (list: string | undefined) => list?.split(',').some((state) => Number(state) <= 1) ?? true;
  return !def.edit_where && !def.view_where && atFirst(def.edit_state) && atFirst(def.view_state);
}
