import { type CalcType, dataType } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { CalcError, type CalcNames } from '#protocol/rules/calc/calc.ts';
import { rowsNamed, type Scope } from '../scope.ts';

/** Throws CalcError where what an expression gives does not go into the field. */
export function resultFits(field: FieldDef, type: CalcType): void {
  const wanted = dataType(field.data_type).calc;
  const flag = type === 'flag' && wanted === 'number';
  if (type !== wanted && !flag) throw new CalcError(`gives a ${type}, the field is ${field.data_type}`);
}

/** What the expressions of a table may read, and as what. */
export function namesOf(scope: Scope, table: TableDef): CalcNames {
  const standard: Record<string, CalcType> = { id: 'number', key_name: 'text', remark: 'text', review_state: 'number' };
  const own = (of: TableDef, name: string): CalcType | undefined => {
    const field = of.fields.find((one) => one.field_name === name);
    return field ? dataType(field.data_type).calc : Object.hasOwn(standard, name) ? standard[name] : undefined;
  };
  return (name) => {
    const [first, second] = name.split('.') as [string, string | undefined];
    if (second === undefined) return own(table, first);
    const rows = rowsNamed(scope, table, first);
    return rows && own(rows, second);
  };
}
