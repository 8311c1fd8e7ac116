import { dataType } from '#protocol/meta/data-types.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { fieldMend } from '../mend.ts';
import type { Report } from '../problem.ts';
import { type Column, columnAt, type Scope } from '../scope.ts';

/** The column that a path names, as far as a list may ask for it; what is wrong is told. */
export function pathColumn(scope: Scope, table: TableDef, path: string, report: Report): Column | undefined {
  const [head = '', tail] = path.split('.');
  const column = columnAt(scope, table, path);
  if (column && dataType(column.data_type).condition) return column;
  if (column) report('', `${path}, a ${column.data_type}, is neither counted nor compared`, 'name a field of another type');
  else {
    const first = scope.columns(table).get(head);
    const source = first?.data_type === 'entity' && first.source ? scope.table(first.source) : undefined;
    if (tail !== undefined && first && !source) report('', `${head} names no one record`, 'name an entity field before the point');
    else report('', `unknown field ${path}`, tail !== undefined && source ? fieldMend(scope, source, tail) : fieldMend(scope, table, head));
  }
  return undefined;
}
