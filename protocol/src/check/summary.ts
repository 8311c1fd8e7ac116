import { isOf } from '#protocol/meta/data-types.ts';
import { type SummaryDef, summaryKey } from '#protocol/meta/report/summary.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { fieldMend } from './mend.ts';
import { below, type Report, unique } from './problem.ts';
import type { Scope } from './scope.ts';

/** Letters of a table's name and a summary's together: what stands in the database is called by both. */
const LONGEST = 54;

/** Summaries of a table: of a stored one, by its own fields of one short value that no role's rule shares with others, over numbers. */
export function checkSummaries(scope: Scope, table: TableDef, report: Report): void {
  const summaries = table.summaries ?? [];
  if (summaries.length > 0 && table.storage === 'view')
    report('summaries', 'a view has no rows of its own', 'leave summaries out, or give them to the table that has the rows');
  unique(
    summaries,
    ({ name }) => name.toLowerCase(),
    (again) => report(`summaries[${again.name}]`, `${again.name} stands twice`, 'call one of them otherwise'),
  );
  for (const summary of summaries) checkSummary(scope, table, summary, below(report, `summaries[${summary.name}]`));
}

function checkSummary(scope: Scope, table: TableDef, { name, by, sum }: SummaryDef, report: Report): void {
  if (table.table_name.length + name.length > LONGEST)
    report('name', `${table.table_name}.${name} is too long for what stands in the database`, `at most ${LONGEST} letters, both together`);
  const own = (key: string, of: string) => {
    const field = table.fields.find(({ field_name }) => field_name === of);
    if (!field || scope.columns(table).get(of)?.def !== field)
      report(key, `${of} is no field of this table's own`, fieldMend(scope, table, of));
    return field;
  };
  for (const each of by) {
    const { field: of, bucket } = summaryKey(each);
    const type = own('by', of)?.data_type;
    if (type && bucket && type !== 'date')
      report('by', `${of}, a ${type}, is no day`, "name a field of data_type 'date', or leave the period out");
    else if (type && type !== 'date' && type !== 'int' && !isOf(type, 'choice', 'link'))
      report('by', `rows are not put together by ${of}, a ${type}`, 'name fields of data_type entity, select, radio, int or date');
  }
  for (const of of sum) {
    const type = own('sum', of)?.data_type;
    if (type && type !== 'int' && type !== 'numeric') report('sum', `${of}, a ${type}, does not add up`, 'name int or numeric fields');
  }
  unique(
    [...by.map((each) => summaryKey(each).field), ...sum],
    (of) => of,
    (again) => report('by', `${again} stands twice`, 'name each field once, in by or in sum'),
  );
}
