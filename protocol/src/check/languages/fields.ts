import { fieldKind } from '#protocol/fields/fields.ts';
import type { FieldSpec } from '#protocol/fields/kind.ts';
import { dataType, isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { maxLength } from '#protocol/meta/length.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { CalcError, typeCalc } from '#protocol/rules/calc/calc.ts';
import { orderCalc } from '#protocol/rules/calc/calc-order.ts';
import { parseCalc } from '#protocol/rules/calc/calc-parse.ts';
import { fits } from '#protocol/rules/condition/condition-kind.ts';
import { parseFetch } from '#protocol/rules/fetch.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import { compilePattern, matchesPattern, PatternError } from '#protocol/rules/pattern.ts';
import { parseQuery } from '#protocol/rules/query.ts';
import { fieldMend } from '../mend.ts';
import { below, type Report } from '../problem.ts';
import type { Scope } from '../scope.ts';
import { isValue, specOf, whyNot } from './assign.ts';
import { onceEqual } from './conditions.ts';
import { checkDemanded } from './demanded.ts';
import { numberFault } from './number.ts';
import { namesOf, resultFits } from './reading.ts';

const MORE = '(docs/guides/definitions.md)';

/** The small languages of a table's fields: calc, format, query, fetch, number, defvalue. What passes here never throws at run time (A11, A12). */
export function checkFields(scope: Scope, table: TableDef, report: Report): void {
  let calculates = true;
  for (const field of table.fields) {
    const at: Report = (key, reason, mend) => report(`fields[${field.field_name}].${key}`, reason, mend);
    if (field.calc !== undefined) calculates = checkCalc(scope, table, field, at) && calculates;
    checkTexts(field, at);
    checkNumber(scope, table, field, at);
    if (field.data_type === 'entity' || field.data_type === 'entities') checkQuery(scope, table, field, at);
    checkFetch(scope, table, field, at);
    checkDefault(scope, table, field, at);
    checkDemanded(scope, table, field, at);
  }
  for (const sub of table.subtables ?? [])
    if (sub.inherit === 0)
      checkQuery(scope, table, { source: sub.table_name, query: sub.query }, below(report, `subtables[${rowsName(sub)}]`));
  const circle = calculates ? told(() => orderCalc(table.fields)) : null;
  if (circle) report('fields', circle, 'let one of them be typed, or calculate it from others');
}

function checkCalc(scope: Scope, table: TableDef, field: FieldDef, report: Report): boolean {
  const calc = told(() => resultFits(field, typeCalc(parseCalc(field.calc!), namesOf(scope, table))));
  if (calc)
    report(
      'calc',
      calc,
      onceEqual(field.calc!) ??
        `calc takes numbers, fields, + - * /, comparisons and functions such as round, if, sum(lines.price) ${MORE}`,
    );
  return calc === null;
}

function checkTexts(field: FieldDef, report: Report): void {
  const pattern = field.format && isOf(field.data_type, 'line', 'lines') ? told(() => compilePattern(field.format!)) : null;
  const shortest = field.format && isOf(field.data_type, 'line', 'lines') && !pattern ? compilePattern(field.format).shortest() : 0;
  const most = maxLength(field) ?? shortest;
  if (shortest > most)
    report(
      'format',
      `the shortest text that matches ${field.format} has ${shortest} characters, and length holds ${most}`,
      `write length: ${shortest} or more, or a pattern of fewer characters`,
    );
  if (pattern) report('format', pattern, `a pattern takes letters, [A-Z0-9], \\d, ( | ), ? * + {2,4} and matches the whole text ${MORE}`);
}

function checkNumber(scope: Scope, table: TableDef, numbered: FieldDef, report: Report): void {
  const { number } = numbered;
  const named = (name: string) => table.fields.find((field) => field.field_name === name);
  const itemsOf = ({ items }: FieldDef) => (typeof items === 'string' ? scope.dict(items)?.items : items);
  const fault = number && numberFault(number, named, itemsOf, maxLength(numbered) ?? undefined);
  if (fault) report('number', ...fault);
}

/** What narrows a choice among records: of a field, or of the rows that a sub-table binds. */
function checkQuery(scope: Scope, table: TableDef, field: Pick<FieldDef, 'source' | 'query'>, report: Report): void {
  const source = scope.table(field.source ?? '');
  if (field.query === undefined) return;
  const pairs = parseQuery(field.query);
  if (!pairs) report('query', `${field.query || 'nothing'} is no query`, 'write name=value or name={field of this table}, joined by &');
  for (const { name, term } of source ? (pairs ?? []) : []) {
    const column = scope.columns(source!).get(name);
    if (!column) {
      report('query', `${field.source} has no field ${name}`, fieldMend(scope, source!, name));
      continue;
    }
    const kind = dataType(column.data_type).condition;
    if (term.kind === 'literal') {
      const items = scope.items(source!, name);
      const fit = items ? items.some((item) => String(item.id) === term.text) : kind !== undefined && fits(kind, term.text);
      if (!fit)
        report('query', `${name} of ${field.source} cannot be ${term.text}`, 'write a value that the field can have: of a choice its id');
    } else if (!/^(user\.(id|department_entity)|today|now)$/.test(term.name)) {
      const own = scope.columns(table).get(term.name);
      if (!own) report('query', `unknown field {${term.name}}`, fieldMend(scope, table, term.name));
      else if (dataType(own.data_type).condition !== kind && kind !== 'list')
        report('query', `${name} of ${field.source} cannot be compared with {${term.name}}`, 'compare fields of one type');
    }
  }
}

function checkFetch(scope: Scope, table: TableDef, field: FieldDef, report: Report): void {
  const source = scope.table(field.source ?? '');
  if (!field.fetch || field.data_type !== 'entity') return;
  const copies = parseFetch(field.fetch);
  if (!copies) report('fetch', `${field.fetch} is no fetch`, 'write target=source_field, joined by &');
  for (const copy of source ? (copies ?? []) : []) {
    const into = scope.columns(table).get(copy.target);
    const from = scope.columns(source!).get(copy.source);
    if (!into?.def) report('fetch', `unknown field ${copy.target}`, fieldMend(scope, table, copy.target));
    else if (isComputed(into.def))
      report('fetch', `${copy.target} is filled by the engine`, 'copy into a field that is not calculated or numbered');
    if (!from) report('fetch', `${field.source} has no field ${copy.source}`, fieldMend(scope, source!, copy.source));
    if (!into?.def || !from) continue;
    const why = whyNot(scope, { table, column: into }, { table: source!, column: from });
    if (why)
      report(
        'fetch',
        `${source!.table_name}.${copy.source} cannot always be copied into ${copy.target}: ${why}`,
        'copy into a field of the same type that holds as much',
      );
  }
}

/** What a default may take of the person who begins a record: its source. */
const WHOSE: Readonly<Record<string, string>> = {
  '{user.id}': 'user',
  '{user.department_entity}': 'department',
  '{user.domain}': 'domain',
};

const DAY = /^\{today([+-]\d{1,5})?\}$/;

function checkDefault(scope: Scope, table: TableDef, field: FieldDef, report: Report): void {
  const said = field.defvalue;
  if (said === undefined || said === '') return;
  // an unknown dictionary is told where fields are looked at
  if (typeof field.items === 'string' && !scope.dict(field.items)) return;
  const column = scope.columns(table).get(field.field_name)!;
  const wrong = (mend: string) => report('defvalue', `${said} is no value of ${field.field_name}, a ${field.data_type}`, mend);
  const term = String(said);
  const target = WHOSE[term];
  if (target) {
    const links =
      (field.data_type === 'entity' || field.data_type === 'entities') && scope.table(field.source ?? '')?.table_name === target;
    if (!links && field.source !== undefined) wrong(`${term} goes into an entity field with source: '${target}'`);
    else if (!links && !/^(entity|entities)$/.test(field.data_type)) wrong(`${term} goes into an entity field with source: '${target}'`);
    return;
  }
  if (DAY.test(term)) {
    if (field.data_type !== 'date') wrong('{today} goes into a date');
    else checkDay(field, Number(DAY.exec(term)?.[1] ?? 0), report);
    return;
  }
  const items = scope.items(table, field.field_name);
  const hidden = items?.some((item) => item.hidden === 1 && term.split(',').includes(String(item.id)));
  if (isOf(field.data_type, 'files') || hidden || !isValue(scope, { table, column }, said)) {
    const choices = items?.filter((item) => item.hidden !== 1);
    const ids = choices?.slice(0, 12).map((item) => `${item.id} (${item.key_name})`);
    wrong(
      ids
        ? `write the id of a choice: ${ids.join(', ')}`
        : 'write a value as a form would send it, or {user.id}, {user.department_entity}, {user.domain}, {today+7}',
    );
  } else checkKept(field, specOf(scope, { table, column }), report);
}

/** A default that its own field refuses: every new form would begin with an error. */
function checkKept(field: FieldDef, spec: FieldSpec, report: Report): void {
  const said = String(field.defvalue);
  const pattern = isOf(field.data_type, 'line', 'lines') && field.format && told(() => compilePattern(field.format!)) === null;
  if (pattern && !matchesPattern(field.format!, said))
    report('defvalue', `${said} does not match the format ${field.format} of its own field`, 'write one that does, or change format');
  if (field.data_type !== 'int' && field.data_type !== 'numeric') return;
  const parsed = fieldKind(field.data_type).parse(field.defvalue, spec);
  if (parsed.fault || fieldKind(field.data_type).check(parsed.value, spec, '2026-01-01') === null) return;
  report('defvalue', `${said} is beyond the bounds of its own field: ${boundsOf(field)}`, 'write a value within them, or change them');
}

/** Days of a date are counted from today, as its bounds are. */
function checkDay(field: FieldDef, day: number, report: Report): void {
  const { min, max, defvalue } = field;
  if ((min === undefined || day >= Number(min)) && (max === undefined || day <= Number(max))) return;
  report(
    'defvalue',
    `${defvalue} is beyond the bounds of its own field: ${boundsOf(field)}, in days from today`,
    'write a day within them, or change them',
  );
}

const boundsOf = ({ min, max }: FieldDef): string =>
  [...(min === undefined ? [] : [`min ${min}`]), ...(max === undefined ? [] : [`max ${max}`])].join(', ');

/** The reason that a language gives for refusing; null when it takes the text. */
function told(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof CalcError || error instanceof PatternError) return error.message;
    throw error;
  }
}
