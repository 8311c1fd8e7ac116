import type { Fault } from '#protocol/fields/kind.ts';
import { checkForm } from './check.ts';
import { checkSubtable, type Parent, type SubtableRows } from './subtable.ts';

/**
 * Everything that keeps a record with its rows from being sent, the form's own faults first (FORM-06), then each sub-table's (SUB-03). The
 * first is the answer's code and remark; all are marked at their fields. Rows are not held against a field that is wrong itself.
 */
export function checkRecord(parent: Parent, subtables: readonly SubtableRows[]): Fault[] {
  const own = checkForm(parent.fields, parent.form, parent.values);
  const wrong = new Set(own.map((fault) => fault.data.field_name));
  const rows = subtables.flatMap((sub) => checkSubtable(sub, parent));
  return [...own, ...rows.filter((fault) => fault.text !== 'rowsSum' || !wrong.has(fault.data.field_name))];
}
