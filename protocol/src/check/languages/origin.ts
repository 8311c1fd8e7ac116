import type { TableDef } from '#protocol/meta/table.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import { fieldMend } from '../mend.ts';
import { columnAt, type Scope } from '../scope.ts';
import type { Side } from './assign.ts';

/** Where a write-back takes its values from: the record that is decided, and the row of a sub-table, called `each`, where it goes through them. */
export interface Origin {
  table: TableDef;
  rows?: TableDef;
  each?: string | undefined;
}

/** Tells what is wrong with one value. */
export type Told = (reason: string, mend: string) => void;

export const FIT =
  'write into a field of the same type that holds as much, or give one of the two fields the type, length or choices of the other';

/** `id`, `user.id` and `today` beside the fields of the record, and `table.field` of the row. */
export function sideOf(scope: Scope, { table, rows, each }: Origin, place: string): Side | undefined {
  if (place === 'id') return { table, column: { name: 'id', data_type: 'entity', source: table.table_name } };
  if (place === 'user.id') return { table, column: { name: place, data_type: 'entity', source: 'user' } };
  if (place === 'today') return { table, column: { name: place, data_type: 'date' } };
  const ofRow = rows && each !== undefined && place.startsWith(`${each}.`) ? place.slice(each.length + 1) : undefined;
  const of = ofRow === undefined ? table : rows!;
  const column = scope.columns(of).get(ofRow ?? place);
  return column && { table: of, column };
}

/** Tells of a place that names nothing. */
export function checkPlace(scope: Scope, from: Origin, place: string, report: Told): void {
  if (sideOf(scope, from, place)) return;
  const { table, rows, each } = from;
  const [first = '', field = ''] = place.split('.');
  const sub = table.subtables?.find((one) => rowsName(one) === first);
  report(`unknown field {${place}}`, mendOf());

  function mendOf(): string {
    if (rows && first === each) return fieldMend(scope, rows, field);
    if (sub) return `write each: '${first}', and it is written once for each of these rows`;
    if (place.includes('.') && columnAt(scope, table, place))
      return 'name a field of the approved record itself; fetch copies one from the record that it names';
    return `${fieldMend(scope, table, place)}; besides {id}, {user.id} and {today}`;
  }
}
