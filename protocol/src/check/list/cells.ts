import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import { below, type Report } from '../problem.ts';

/** A field that is changed in its cell of the list: it has one there, somebody types in it, and each changed row is a Modify. */
export function checkCells(table: TableDef, report: Report): void {
  const offers = table.states.some(({ value, actions }) => value !== '*' && actions?.some(({ op }) => op === 'Modify'));
  for (const field of table.fields.filter(({ editable }) => editable === 1)) {
    const at = below(report, `fields[${field.field_name}]`);
    if (isComputed(field) || (field.readonly === 1 && field.edit_state === undefined))
      at('editable', 'nobody types in it', 'take editable out');
    else if (!isInCell(field)) at('editable', `${field.data_type} takes more room than a cell has`, 'take editable out');
    if (field.hidden === 1) at('editable', 'it is hidden, so that no list has a cell of it', 'take editable out, or hidden');
    if (!offers)
      at('editable', 'each row is changed as by Modify, and no state offers that', 'offer Modify in a state, or take editable out');
  }
}

/** One value in one line: a cell has no room for several, and none for files. */
const isInCell = ({ data_type, offers }: FieldDef): boolean =>
  offers !== 'tables' && isOf(data_type, 'line', 'number', 'moment', 'part of a moment', 'choice', 'link') && data_type !== 'address';
