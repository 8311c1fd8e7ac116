import { fieldKind, isSupported } from '#protocol/fields/fields.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { CalcError, type CalcNames, type CalcType, calcTypeOf, typeCalc } from './calc.ts';
import { orderCalc } from './calc-order.ts';
import { parseCalc } from './calc-parse.ts';
import { defaultValue } from './default.ts';
import { parseFetch } from './fetch.ts';
import { compilePattern, PatternError } from './pattern.ts';
import { parseQuery } from './query.ts';

export interface ExpressionProblem {
  path: string;
  reason: string;
}

const TEXTS: ReadonlySet<string> = new Set(['text', 'telephone', 'mobile', 'email', 'address', 'textarea']);
const NUMBERED = /^[^{}]*(\{(yyyy|yy|MM|dd)\}[^{}]*)*\{0{1,9}\}[^{}]*$/;

/**
 * What is wrong with the small languages of a definition: calc, format, query, fetch, number, defvalue. Asked when definitions are
 * loaded (A11, A12): what passes here never throws at run time.
 */
export function checkExpressions(table: TableDef, tableOf: (name: string) => TableDef | undefined): ExpressionProblem[] {
  const problems: ExpressionProblem[] = [];
  const names = namesOf(table, tableOf);
  for (const field of table.fields) {
    const report = (key: string, reason: string) => problems.push({ path: `fields[${field.field_name}].${key}`, reason });
    for (const [key, reason] of fieldProblems(field, names)) report(key, reason);
  }
  if (problems.length === 0) problems.push(...circles(table));
  return problems;
}

function* fieldProblems(field: FieldDef, names: CalcNames): Generator<[string, string]> {
  const calc = field.calc === undefined ? null : told(() => resultFits(field, typeCalc(parseCalc(field.calc!), names)));
  if (calc) yield ['calc', calc];
  const pattern = field.format && TEXTS.has(field.data_type) ? told(() => compilePattern(field.format!)) : null;
  if (pattern) yield ['format', pattern];
  if (field.query && !parseQuery(field.query)) yield ['query', 'name=value or name={field}, joined by &'];
  if (field.fetch && !parseFetch(field.fetch)) yield ['fetch', 'target=source_field, joined by &'];
  if (field.number && !NUMBERED.test(field.number)) yield ['number', 'text with {yyyy}, {yy}, {MM}, {dd} and one counter such as {000}'];
  if (field.defvalue !== undefined && !hasDefault(field)) yield ['defvalue', `${field.defvalue} is no value of ${field.data_type}`];
}

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

function resultFits(field: FieldDef, type: CalcType): void {
  const wanted = calcTypeOf(field.data_type);
  const flag = type === 'flag' && wanted === 'number';
  if (type !== wanted && !flag) throw new CalcError(`gives a ${type}, the field is ${field.data_type}`);
}

function hasDefault(field: FieldDef): boolean {
  if (!isSupported(field.data_type) || typeof field.items === 'string') return true;
  const items = Array.isArray(field.items) ? field.items : undefined;
  if (String(field.defvalue).startsWith('{user.')) return true;
  const terms = { user: { id: 1, department_entity: 1 }, today: '2026-01-01' };
  return field.defvalue === '' || fieldKind(field.data_type).storage === 'files' || defaultValue({ def: field, items }, terms) !== null;
}

function namesOf(table: TableDef, tableOf: (name: string) => TableDef | undefined): CalcNames {
  const standard: Record<string, CalcType> = { id: 'number', key_name: 'text', remark: 'text', review_state: 'number' };
  const own = (of: TableDef, name: string): CalcType | undefined => {
    const field = of.fields.find((one) => one.field_name === name);
    return field ? calcTypeOf(field.data_type) : Object.hasOwn(standard, name) ? standard[name] : undefined;
  };
  return (name) => {
    const [first, second] = name.split('.') as [string, string | undefined];
    if (second === undefined) return own(table, first);
    const rows = table.subtables?.some((sub) => sub.table_name === first) ? tableOf(first) : undefined;
    return rows && own(rows, second);
  };
}

function circles(table: TableDef): ExpressionProblem[] {
  const reason = told(() => orderCalc(table.fields));
  return reason ? [{ path: 'fields', reason }] : [];
}
