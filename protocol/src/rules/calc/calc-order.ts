import type { FieldDef } from '#protocol/meta/field.ts';
import { madeOnce } from '../once.ts';
import { CalcError, calcNamesOf } from './calc.ts';
import { type CalcOn, calculate } from './calc-evaluate.ts';
import { parseCalc } from './calc-parse.ts';

/** The calculated fields, each after those it reads; throws CalcError where they need each other in a circle. */
export function orderCalc(fields: readonly FieldDef[]): FieldDef[] {
  const calculated = new Map(fields.filter((field) => field.calc !== undefined).map((field) => [field.field_name, field]));
  const ordered = new Set<FieldDef>();
  const visit = (field: FieldDef, path: readonly string[]): void => {
    if (ordered.has(field)) return;
    if (path.includes(field.field_name)) throw new CalcError(`${[...path, field.field_name].join(' needs ')}`);
    for (const name of calcNamesOf(parseCalc(field.calc!))) {
      const needed = calculated.get(name);
      if (needed) visit(needed, [...path, field.field_name]);
    }
    ordered.add(field);
  };
  for (const field of calculated.values()) visit(field, []);
  return [...ordered];
}

const inOrder = madeOnce(orderCalc);

/** The values of all calculated fields of a record (FORM-08), by field name. */
export function recalculate(fields: readonly FieldDef[], on: CalcOn): Record<string, ReturnType<typeof calculate>> {
  const found: Record<string, ReturnType<typeof calculate>> = {};
  const seen = (name: string): unknown => (Object.hasOwn(found, name) ? found[name] : on.value(name));
  for (const field of inOrder(fields)) found[field.field_name] = calculate(field, { ...on, value: seen });
  return found;
}
