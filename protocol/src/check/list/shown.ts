import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { shownInList } from '#protocol/rules/list.ts';
import { below, type Report } from '../problem.ts';

/** What is said of a column, and a field that stands below its row has none. */
const OF_COLUMNS = ['frozen', 'list_width', 'sortable', 'stat', 'editable', 'ListShow'] as const;

/** Where and how a field is shown: below its row, in the record as a file, as a filter of several values. */
export function checkShown(table: TableDef, report: Report): void {
  for (const field of table.fields) {
    const at = below(report, `fields[${field.field_name}]`);
    if (field.expand) checkBelow(field, at);
    if (field.preview && field.hidden) at('preview', 'it is hidden, so that no record shows it', 'take preview out, or hidden');
    if (field.SearchShow === 'MULTIPLE' && !isOf(field.data_type, 'choice', 'choices', 'link', 'links'))
      at(
        'SearchShow',
        `several values are chosen of a choice or a reference, and the field is a ${field.data_type}`,
        'take SearchShow out: it is looked for as its type is',
      );
  }
  if (table.fields.some(({ expand }) => expand) && shownInList(table).length === 0)
    report('fields', 'all that the list shows stands below its rows (expand), and none is left to open', 'let one field have a column');
}

function checkBelow(field: FieldDef, report: Report): void {
  if (isOf(field.data_type, 'heading', 'secret'))
    report('expand', `no list shows a ${field.data_type}, also not below its rows`, 'take expand out');
  if (field.field_name === 'key_name') report('expand', 'it is what a row is called', 'take expand out: the name has a column');
  if (field.hidden) report('expand', 'it is hidden, so that nothing stands below a row', 'take expand out, or hidden');
  for (const key of OF_COLUMNS)
    if (field[key]) report(key, `the field has no column (expand), so ${key} does nothing`, `take ${key} or expand out`);
}
