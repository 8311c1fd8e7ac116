import type { ReportMeasureDef } from '#protocol/meta/report.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { fieldMend, tableMend } from '../mend.ts';
import { below, type Report } from '../problem.ts';
import type { Column, Scope } from '../scope.ts';

/** A figure leads to records of another table: both name the same record by one field. */
export function checkLink(scope: Scope, table: TableDef, { link }: ReportMeasureDef, report: Report): void {
  if (!link) return;
  const here = below(report, 'link');
  const { cloud, on } = link;
  const other = scope.table(cloud);
  if (!other) here('cloud', `unknown table ${cloud}`, tableMend(scope, cloud, true));
  const own = referenceAt(scope, table, on, here);
  const theirs = other && referenceAt(scope, other, on, here);
  const fields = other?.variants?.find(({ name }) => cloud.endsWith(`[${name}]`))?.fields;
  if (theirs && fields && !fields.includes(on))
    here('on', `${cloud} does not show ${on}`, 'name a field of the variant, or the table itself');
  if (own && theirs && own.source !== theirs.source)
    here(
      'on',
      `${on} names a record of ${own.source} in ${table.table_name}, and one of ${theirs.source} in ${other.table_name}`,
      'name a field by which both refer to the same table',
    );
}

/** The reference of this name, one of each row. */
function referenceAt(scope: Scope, table: TableDef, on: string, report: Report): Column | undefined {
  const column = scope.columns(table).get(on);
  if (!column) report('on', `unknown field ${on} of ${table.table_name}`, fieldMend(scope, table, on));
  else if (column.data_type !== 'entity')
    report('on', `${on} of ${table.table_name}, a ${column.data_type}, names no one record`, 'name an entity field that both tables have');
  else return column;
  return undefined;
}
