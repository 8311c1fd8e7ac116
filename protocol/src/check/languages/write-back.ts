import { isReckoned, type WriteBackDef } from '#protocol/meta/flow.ts';
import { maxLength } from '#protocol/meta/length.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import { PLACES, wholePlace } from '#protocol/rules/places.ts';
import { fieldMend, tableMend } from '../mend.ts';
import { below, type Report } from '../problem.ts';
import { rowsNamed, type Scope } from '../scope.ts';
import { isPrinted, isValue, printedLength, type Side, specOf, whyNot } from './assign.ts';
import { checkPlace, FIT, type Origin, sideOf, type Told } from './origin.ts';
import { checkReckoning } from './reckoning.ts';

/** What a decision writes is written then or never: each value fits its field, and each field that is demanded there is written. */
export function checkWriteBacks(scope: Scope, table: TableDef, report: Report): void {
  for (const back of table.write_back ?? []) checkOne(scope, table, back, below(report, `write_back[${back.uid}]`));
}

function checkOne(scope: Scope, table: TableDef, back: WriteBackDef, report: Report): void {
  const rowsOf = back.each === undefined ? undefined : rowsNamed(scope, table, back.each);
  const from: Origin = { table, ...(rowsOf ? { rows: rowsOf, each: back.each } : {}) };
  const written = (into: string, values: WriteBackDef['values'], parent: string | null, at: Report): void => {
    const target = scope.table(into);
    if (!target) {
      at('table', `unknown table ${into}`, tableMend(scope, into));
      return;
    }
    checkValues(scope, from, target, { values, adds: parent !== null || back.op === 'Add' }, below(at, 'values'));
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

function checkValues(
  scope: Scope,
  from: Origin,
  target: TableDef,
  { values, adds }: { values: WriteBackDef['values']; adds: boolean },
  report: Report,
): void {
  for (const [name, value] of Object.entries(values)) {
    const column = scope.columns(target).get(name);
    const told: Told = (reason, mend) => report(name, reason, mend);
    if (!column) told(`${target.table_name} has no field ${name}`, fieldMend(scope, target, name));
    else if (column.def && isComputed(column.def)) told(`${name} is kept by the engine`, 'take it out: the server fills it');
    else if (isReckoned(value)) checkReckoning(scope, from, { table: target, column }, { ...value, adds }, told);
    else {
      checkValue(scope, from, { table: target, column }, value, told);
      checkRow(scope, from, { table: target, column }, value, told);
    }
  }
}

/** What is demanded there stands in every row. Of what the record itself may lack it is played (written.ts). */
function checkRow(scope: Scope, from: Origin, { table, column }: Side, value: string | number, report: Told): void {
  const place = wholePlace(String(value));
  const side = place === undefined ? undefined : sideOf(scope, from, place);
  const def = side?.column.def;
  if (column.def?.notnull !== 1 || !def || side.table !== from.rows || def.notnull === 1 || def.calc !== undefined) return;
  report(
    `${table.table_name} demands ${column.name} (${column.def.key_name}), and {${place}} may be empty in a row`,
    `give ${place} notnull: 1`,
  );
}

/** A value of a definition, with `{field}` of a record in it, that is written into a field of another table. */
export function checkValue(scope: Scope, from: Origin, into: Side, value: string | number, report: Told): void {
  const text = String(value);
  const places = [...text.matchAll(PLACES)].map((match) => match[1]!.trim());
  for (const place of places) checkPlace(scope, from, place, report);
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
function checkPrinted(scope: Scope, from: Origin, { table, column }: Side, text: string, report: Told): void {
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
    const said = values[name] ?? (adds ? (field.defvalue ?? '') : '');
    const text = isReckoned(said) ? '' : String(said).trim();
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
