import { isOf } from '#protocol/meta/data-types.ts';
import type { ReportTargetDef } from '#protocol/meta/report.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { fieldMend } from '../mend.ts';
import { type Report, unique } from '../problem.ts';
import type { Scope } from '../scope.ts';
import { reachedColumn, saidOf, type Tables } from './reach.ts';

/** Further fields of the record that a target refers to: each one short value, told beside its name. */
export function checkAttr(scope: Scope, tables: Tables, { fields, attr, axis }: ReportTargetDef, report: Report): void {
  if (!attr) return;
  // what is wrong with the target itself is told there
  const column = reachedColumn(scope, tables, fields, () => undefined);
  const table = column?.data_type === 'entity' && column.source ? scope.table(column.source) : undefined;
  if (column && !table) report('attr', `${saidOf(fields, column)} refers to no record, which would have them`, 'take attr out');
  if (axis === 'column') report('attr', 'what stands across has no room beside its name', 'take attr out, or axis');
  unique(
    attr,
    (name) => name,
    (name) => report('attr', `${name} stands twice`, 'name each field once'),
  );
  if (table) for (const name of attr) checkField(scope, table, name, report);
}

function checkField(scope: Scope, table: TableDef, name: string, report: Report): void {
  const column = scope.columns(table).get(name);
  if (!column) report('attr', `unknown field ${name} of ${table.table_name}`, fieldMend(scope, table, name));
  else if (name === 'key_name') report('attr', 'its name stands there already', 'take key_name out of attr');
  else if (!isOf(column.data_type, 'line', 'number', 'moment', 'part of a moment', 'choice', 'link'))
    report('attr', `${name}, a ${column.data_type}, is no short value`, 'name a field of one short value');
  else if (column.def?.money === 1)
    report('attr', `${name} is an amount of another record, which may be in another currency`, 'name another field');
}
