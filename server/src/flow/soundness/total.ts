import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Calc } from '#protocol/rules/calc.ts';
import { parseCalc } from '#protocol/rules/calc-parse.ts';

/** Functions that give a number for every number. */
const WHOLE: ReadonlySet<string> = new Set(['abs', 'round', 'min', 'max']);

/**
 * The typed numbers of which one is enough for the calculation to have a value; none where it may have none all the same: it divides, chooses,
 * or reads rows, dates or what is calculated itself. What is empty counts as 0 beside what is not.
 */
export function totalOf(table: TableDef, { calc }: FieldDef): FieldDef[] {
  const read = calc === undefined ? null : numbersOf(parseCalc(calc));
  const fields = (read ?? []).map((name) => table.fields.find((field) => field.field_name === name));
  const isTyped = (field: FieldDef | undefined): field is FieldDef =>
    field !== undefined && field.calc === undefined && (field.data_type === 'int' || field.data_type === 'numeric');
  return fields.every(isTyped) ? fields : [];
}

/** The fields of a calculation that has a value as soon as one of them has; null of any other. */
function numbersOf(calc: Calc): string[] | null {
  if (calc.kind === 'number') return [];
  if (calc.kind === 'field') return [calc.name];
  if (calc.kind === 'minus') return numbersOf(calc.of);
  const parts = calc.kind === 'binary' && '+-*'.includes(calc.op) ? [calc.left, calc.right] : [];
  const all = calc.kind === 'call' && WHOLE.has(calc.name) ? calc.args : parts;
  const read = all.map(numbersOf);
  return all.length && !read.includes(null) ? read.flatMap((one) => one!) : null;
}
