import { endingsOf, takenBy } from '#protocol/fields/endings.ts';
import { type DataType, typesOf, valueTypeOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { AMOUNT_IN_TEXT } from '#protocol/meta/hint.ts';
import { maxLength, numericLength } from '#protocol/meta/length.ts';
import { STANDARD_NAMES } from '#protocol/meta/standard.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { namedMend, tableMend } from './mend.ts';
import { below, type Report, unique } from './problem.ts';
import type { Scope } from './scope.ts';

const LINKED = typesOf('link', 'links');
const CHOSEN = typesOf('choice', 'choices');
const TEXTS = typesOf('line', 'lines');
const FILES = typesOf('files');
const DESCRIBABLE: Readonly<Record<string, readonly DataType[]>> = { key_name: ['text', 'textarea'], remark: ['text', 'textarea'] };

/** Keys that mean something for some types only: what is said of another type would be swallowed. */
const OF_TYPES: readonly (readonly [keys: readonly (keyof FieldDef)[], types: readonly DataType[], what: string])[] = [
  [['stat'], ['int', 'numeric'], 'only int and numeric fields have a sum'],
  [['money'], ['numeric', 'int'], 'only int and numeric fields are amounts'],
  [['min'], ['int', 'numeric', 'date', 'datetime'], 'only numbers and dates have a smallest value'],
  [['max'], ['int', 'numeric', 'date', 'datetime', ...FILES], 'only numbers, dates and files have a largest value or count'],
  [['format'], [...TEXTS, 'numeric', ...FILES], 'only texts (a pattern), numeric (decimals shown) and file (endings) have a format'],
  [['number'], ['text'], 'a numbering rule fills a text'],
  [['source', 'query'], LINKED, 'names no table'],
  [['fetch'], ['entity'], 'only an entity copies from the record that is chosen'],
  [['items'], CHOSEN, 'has no items'],
  [['offers'], ['text'], 'only a text keeps the code of a table'],
  [['english'], ['text', 'textarea'], 'only texts are said in English by another field'],
  [['preview'], FILES, 'only files are shown in the record'],
];

/** One field by itself and against what it names. Its conditions and expressions are checked with their grammars (rules/definitions). */
export function checkField(scope: Scope, table: TableDef, field: FieldDef, report: Report): void {
  checkName(field, report);
  checkKeys(field, report);
  checkLength(field, report);
  checkItems(scope, field, report);
  checkSource(scope, table, field, report);
  checkStateList(table, field.view_state, below(report, 'view_state'));
  checkStateList(table, field.edit_state, below(report, 'edit_state'));
  checkValueType(field, report);
  if (field.money) checkMoney(table, field, below(report, 'money'));
  if (field.english) checkSaid(table, field, report);
  for (const base of ['unit', 'hint', 'placeholder'] as const) checkEnglish(field, base, report);
  for (const base of ['hint', 'hint_en'] as const) checkAmounts(table, field[base], below(report, base));
}

/** What the wire carries follows from the type: a definition that says something else would be believed by nobody. */
function checkValueType({ data_type, value_type }: FieldDef, report: Report): void {
  const carried = valueTypeOf(data_type);
  if (value_type !== undefined && value_type !== carried)
    report(
      'value_type',
      `the wire carries ${carried} of a ${data_type}, not ${value_type}`,
      `write value_type: '${carried}', or take it out`,
    );
}

/** What is said in English stands in a text of its own, of the same table. */
function checkSaid(table: TableDef, { field_name, data_type }: FieldDef, report: Report): void {
  const name = `${field_name}_en`;
  const said = table.fields.find((field) => field.field_name === name);
  if (said?.data_type !== data_type)
    report('english', `the table has no ${data_type} ${name} that says ${field_name} in English`, `add ${name}, or take english out`);
}

/** A brace in a hint is an amount of the record, which is shown in its currency: a record without money tells none. */
function checkAmounts(table: TableDef, text: string | undefined, report: Report): void {
  const [other] = (text ?? '').replace(AMOUNT_IN_TEXT, '').match(/\{[^}]*\}?|\}/) ?? [];
  if (other) report('', `${other} is no amount`, 'write an amount of the record as its number in braces, such as {1000}');
  const [amount] = text?.match(AMOUNT_IN_TEXT) ?? [];
  if (amount && !table.fields.some((field) => field.money))
    report(
      '',
      `${amount} is an amount in the currency of the record, and ${table.table_name} has no money`,
      `write ${amount.slice(1, -1)} without braces, or give a number of this table money: 1`,
    );
}

/** `toString`, `constructor`, `valueOf`…: found in every object that values are kept in by name (A15). */
export const isInherited = (name: string): boolean => name in Object.prototype;

function checkName(field: FieldDef, report: Report): void {
  const name = field.field_name;
  if (isInherited(name)) {
    report('field_name', `${name} is a name that every object has`, `call it otherwise, ${name}_value for instance`);
    return;
  }
  const allowed = DESCRIBABLE[name];
  if (allowed && !allowed.includes(field.data_type))
    report('data_type', `${name} can only be text or textarea`, "write data_type: 'text', or take another field for this value");
  if (!allowed && STANDARD_NAMES.has(name.toLowerCase()))
    report('field_name', `${name} is a standard column of every table`, `call it otherwise, ${name}_no for instance`);
}

function checkKeys(field: FieldDef, report: Report): void {
  for (const [keys, types, what] of OF_TYPES) {
    for (const key of keys) {
      const said = field[key];
      if (said === undefined || said === 0 || types.includes(field.data_type)) continue;
      const reason = /^(names|has) /.test(what) ? `${field.data_type} ${what}` : what;
      report(key, reason, `take ${key} out, or make the field ${types.slice(0, 4).join(' or ')}`);
    }
  }
  if (field.data_type === 'numeric' && field.format !== undefined && !/^[0-9]$/.test(field.format))
    report('format', `${field.format} is no number of decimals`, "write the decimals that are shown, '2' for instance");
  if (FILES.includes(field.data_type) && field.format !== undefined) checkEndings(field.format, report);
  if (field.format !== undefined) checkTaken(field, report);
  if (field.min !== undefined && field.max !== undefined && Number(field.min) > Number(field.max))
    report('min', 'min is above max', 'exchange the two');
}

const ENDING = /^[A-Za-z0-9_-]+$/;

/** The ending of a file is what stands behind the last dot of its name; what else is listed there meets none. */
function checkEndings(format: string, report: Report): void {
  const endings = format.split(',').map((one) => one.trim());
  const meant = endings.map((one) => one.split('.').at(-1)!).filter((one) => ENDING.test(one));
  const wrong = endings.find((one) => !ENDING.test(one));
  if (wrong === undefined) return;
  const reason = wrong ? `${wrong} is no ending of a file: nothing could be uploaded by it` : 'a comma too many: an ending is missing';
  const shown = [...new Set(meant)].join(',');
  report('format', reason, `write the endings by commas, without dots: '${shown || 'pdf,docx'}'`);
}

const TAKES: { readonly [Type in DataType]?: string } = { image: 'picture', video: 'video', media: 'picture, video or sound' };

/** A picture is what a browser draws and the upload can judge, and so with videos and sounds; another ending would be refused whatever the definition says. */
function checkTaken(field: FieldDef, report: Report): void {
  const taken = takenBy(field.data_type);
  const other = taken && endingsOf(field)?.find((one) => ENDING.test(one) && !taken.includes(one));
  if (other) report('format', `${other} is no ${TAKES[field.data_type]}`, `write some of ${taken.join(',')}, or make the field a file`);
}

function checkLength(field: FieldDef, report: Report): void {
  if (field.length === undefined) return;
  if (field.data_type === 'numeric') {
    const { precision, scale } = numericLength(field);
    if (precision < 1 || precision > 38 || scale > precision)
      report(
        'length',
        `${field.length} is no precision and scale (at most 38 digits)`,
        "write all digits and those behind the point: '18,2' for instance",
      );
  } else if (maxLength(field) === null) report('length', `${field.data_type} has no length`, 'take length out');
  else if (!Number.isInteger(Number(field.length)) || Number(field.length) < 1 || String(field.length).includes('.'))
    report('length', 'a text has a whole number of characters, at least one', 'write the most characters it may have: 200 for instance');
}

/** An amount is in the currency of its record's domain, which the record tells; a unit of the definition would be true in one domain only. */
function checkMoney(table: TableDef, field: FieldDef, report: Report): void {
  if ((table.tenancy ?? 'domain') !== 'domain')
    report(
      '',
      `an amount is in the currency of a domain, and ${table.table_name} belongs to none`,
      'take money out and give the field a unit instead',
    );
  if (field.unit !== undefined || field.unit_en !== undefined)
    report('', 'an amount is in the currency of its domain', 'leave unit and unit_en out');
}

function checkItems(scope: Scope, field: FieldDef, report: Report): void {
  if (!field.items) {
    if (CHOSEN.includes(field.data_type))
      report('items', `a ${field.data_type} needs items`, "write the choices, or the code of a dictionary: items: 'colour'");
    return;
  }
  if (typeof field.items === 'string') {
    if (!scope.dict(field.items)) report('items', `unknown dictionary ${field.items}`, namedMend(scope, 'dictionary', field.items));
    return;
  }
  unique(
    field.items,
    (item) => String(item.id),
    (again, first) =>
      report('items', `item ${again.id} stands twice: ${first.key_name} and ${again.key_name}`, 'give one of them an id of its own'),
  );
}

function checkSource(scope: Scope, table: TableDef, field: FieldDef, report: Report): void {
  if (!LINKED.includes(field.data_type)) return;
  if (!field.source) {
    report('source', `an ${field.data_type} needs a source`, "name the table that it refers to: source: 'user'");
    return;
  }
  const source = scope.table(field.source);
  if (!source) {
    report('source', `unknown table ${field.source}`, tableMend(scope, field.source, true));
    return;
  }
  if (table.tenancy === 'platform' && source.tenancy !== 'platform')
    report(
      'source',
      `a platform table cannot name ${source.table_name}, which belongs to a company`,
      "give this table tenancy: 'company', or refer to a platform table",
    );
}

/** States that a list may name: those of the table, and 0, the draft. */
export function checkStateList(table: TableDef, list: string | undefined, report: Report): void {
  const known = new Set(['0', '1', ...table.states.map((state) => state.value)]);
  for (const state of list?.split(',') ?? [])
    if (!known.has(state))
      report(
        '',
        `unknown state ${state}`,
        `states of this table are ${[...known].filter((one) => one !== '*').join(', ')}: correct the list, or add the state`,
      );
}

/** A text that a definition says in Chinese it says in English too. */
export function checkEnglish(definition: object, base: string, report: Report): void {
  const texts = definition as Record<string, unknown>;
  if (texts[base] && !texts[`${base}_en`]) report(`${base}_en`, 'the English text is missing', `write ${base}_en beside ${base}`);
}
