import type { WriteBackDef } from '#protocol/meta/flow.ts';
import { maxLength } from '#protocol/meta/length.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import { PLACES, wholePlace } from '#protocol/rules/places.ts';
import { fieldMend, tableMend } from '../mend.ts';
import { below, type Report } from '../problem.ts';
import { columnAt, type Scope } from '../scope.ts';
import { isPrinted, isValue, printedLength, type Side, specOf, whyNot } from './assign.ts';

/** What a final approval writes is written then or never: each value fits its field, and each field that is demanded there is written. */
export function checkWriteBacks(scope: Scope, table: TableDef, report: Report): void {
  for (const back of table.write_back ?? []) checkOne(scope, table, back, below(report, `write_back[${back.uid}]`));
}

function checkOne(scope: Scope, table: TableDef, back: WriteBackDef, report: Report): void {
  const written = (into: string, values: WriteBackDef['values'], parent: string | null, at: Report): void => {
    const target = scope.table(into);
    if (!target) {
      at('table', `unknown table ${into}`, tableMend(scope, into));
      return;
    }
    checkValues(scope, table, target, values, below(at, 'values'));
    checkUnique(target, { values, parent, adds: parent !== null || back.op === 'Add' }, below(at, 'values'));
    if (parent !== null) checkParent(scope, target, parent, back.table, at);
    if (parent !== null || back.op === 'Add') checkDemanded(table, target, { values, parent }, below(at, 'values'));
  };
  written(back.table, back.values, null, report);
  for (const rows of back.rows ?? []) {
    for (const values of rows.values) written(rows.table, values, rows.parent_field, below(report, `rows[${rows.table}]`));
  }
}

function checkParent(scope: Scope, target: TableDef, parent: string, owner: string, report: Report): void {
  const column = scope.columns(target).get(parent);
  if (column?.data_type !== 'entity' || scope.table(column.source ?? '')?.table_name !== owner)
    report(
      'parent_field',
      `${target.table_name}.${parent} is no entity field of ${owner}`,
      `name a field of ${target.table_name} with source: '${owner}'`,
    );
}

/** `id`, `user.id` and `today` beside the fields of the approved record. */
function sideOf(scope: Scope, table: TableDef, place: string): Side | undefined {
  if (place === 'id') return { table, column: { name: 'id', data_type: 'entity', source: table.table_name } };
  if (place === 'user.id') return { table, column: { name: place, data_type: 'entity', source: 'user' } };
  if (place === 'today') return { table, column: { name: place, data_type: 'date' } };
  const column = scope.columns(table).get(place);
  return column && { table, column };
}

function checkValues(scope: Scope, from: TableDef, target: TableDef, values: WriteBackDef['values'], report: Report): void {
  for (const [name, value] of Object.entries(values)) {
    const column = scope.columns(target).get(name);
    if (!column) {
      report(name, `${target.table_name} has no field ${name}`, fieldMend(scope, target, name));
      continue;
    }
    if (column.def && isComputed(column.def)) report(name, `${name} is kept by the engine`, 'take it out: the server fills it');
    else checkValue(scope, from, { table: target, column }, value, (reason, mend) => report(name, reason, mend));
  }
}

function checkValue(
  scope: Scope,
  from: TableDef,
  into: Side,
  value: string | number,
  report: (reason: string, mend: string) => void,
): void {
  const text = String(value);
  const places = [...text.matchAll(PLACES)].map((match) => match[1]!.trim());
  for (const place of places)
    if (!sideOf(scope, from, place))
      report(
        `unknown field {${place}}`,
        place.includes('.') && columnAt(scope, from, place)
          ? 'name a field of the approved record itself; fetch copies one from the record that it names'
          : `${fieldMend(scope, from, place)}; besides {id}, {user.id} and {today}`,
      );
  if (places.some((place) => !sideOf(scope, from, place))) return;
  const name = `${into.table.table_name}.${into.column.name}`;
  const whole = wholePlace(text);
  if (whole) {
    const side = sideOf(scope, from, whole)!;
    // the id of the record goes where a reference to it, or a number, is kept
    const why = whole === 'id' && into.column.data_type === 'int' ? null : whyNot(scope, into, side);
    if (why) report(`{${whole}} cannot always be written into ${name}: ${why}`, FIT);
  } else if (places.length) {
    if (!['text', 'textarea'].includes(into.column.data_type))
      report(`a text with places cannot be written into ${name}, a ${into.column.data_type}`, FIT);
    else checkPrinted(scope, from, into, text, report);
  } else if (!isValue(scope, into, value)) report(`${JSON.stringify(value)} is no value of ${name}`, FIT);
}

/** A text that is put together always fits: the last approval would be refused for what nobody there can shorten. */
function checkPrinted(
  scope: Scope,
  from: TableDef,
  { table, column }: Side,
  text: string,
  report: (reason: string, mend: string) => void,
): void {
  const sides = [...text.matchAll(PLACES)].map((match) => sideOf(scope, from, match[1]!.trim())!);
  const name = `${table.table_name}.${column.name}`;
  const odd = sides.find((side) => !isPrinted(side));
  if (odd) {
    report(`{${odd.column.name}}, a ${odd.column.data_type}, has no text that could stand in ${name}`, FIT);
    return;
  }
  const lines = column.data_type === 'text' && sides.find((side) => side.column.data_type === 'textarea');
  if (lines) {
    report(`{${lines.column.name}} may have several lines, and ${name} has one`, `make ${name} a textarea`);
    return;
  }
  const literal = [...text.replace(PLACES, '')].length;
  const long = sides.reduce((sum, side) => sum + printedLength(scope, side), literal);
  const most = maxLength(specOf(scope, { table, column }).def) ?? 0;
  if (literal > most)
    report(`its own words have ${literal} characters, ${name} holds ${most}`, `shorten them, or give ${name} length: ${long}`);
  else if (long > most)
    report(`it may have ${long} characters, ${name} holds ${most}`, `give ${name} length: ${long}, or write a shorter text`);
}

/** What every case writes alike is written once: where it must be unique, the second approval would be refused. */
function checkUnique(target: TableDef, { values, parent, adds }: Given & { adds: boolean }, report: Report): void {
  const alike = (name: string): string | undefined => {
    const field = target.fields.find((one) => one.field_name === name);
    if (name === parent || !field || isComputed(field)) return undefined;
    const text = String(values[name] ?? (adds ? (field.defvalue ?? '') : '')).trim();
    return text === '' || text.includes('{') ? undefined : text;
  };
  const alone = target.fields.filter((field) => field.unique).map(({ field_name }) => [field_name]);
  for (const names of [...alone, ...(target.unique ?? [])]) {
    const said = names.flatMap((name) => alike(name) ?? []);
    if (said.length < names.length) continue;
    const into = names.map((name) => `${target.table_name}.${name}`).join(' and ');
    report(
      names[0]!,
      `every case would write ${said.join(' and ')} into ${into}, which is unique: the second is refused`,
      'write a value of the case there, such as its number or {id}, or take unique out',
    );
  }
}

const FIT =
  'write into a field of the same type that holds as much, or give one of the two fields the type, length or choices of the other';

interface Given {
  values: WriteBackDef['values'];
  parent: string | null;
}

/** What a new record must have: said here, or filled by itself. Whether what is said can be empty is played (written.ts). */
function checkDemanded(from: TableDef, target: TableDef, { values, parent }: Given, report: Report): void {
  for (const field of target.fields) {
    const name = field.field_name;
    if (!field.notnull || name === parent || isComputed(field) || field.defvalue !== undefined) continue;
    if (values[name] === undefined)
      report(
        name,
        `${target.table_name} demands ${name} (${field.key_name}), and nothing is written there`,
        `write a value: ${name}: '{field of ${from.table_name}}'`,
      );
  }
}
