import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import { below, type Report } from './problem.ts';

/** Rows that are pasted are new records of texts alone: an action that offers it stands in the toolbar, of a table whose records can be that. */
export function checkPaste(table: TableDef, report: Report): void {
  for (const state of table.states) {
    const action = state.actions?.find(({ op }) => op === 'Paste');
    if (!action) continue;
    const at = below(report, `states[${state.value}].actions[Paste]`);
    if (state.value !== '*') at('op', 'Paste stands on no record: it makes new ones', "move it to the actions of state '*'");
    if (action.type === 'AJAX') at('type', 'Paste is no call of its own: each row is an Add', 'take type out');
    if (action.param && action.param !== 'none') at('param', 'Paste needs no chosen records', 'take param out');
    if (action.cloud && action.cloud !== table.table_name)
      at('cloud', 'rows are pasted into the table whose list offers it', 'take cloud out, and give the other table the action');
    for (const field of table.fields.filter(isUnsayable))
      at(
        'op',
        `${field.field_name} must be filled and is ${isOf(field.data_type, 'files') ? 'uploaded' : 'a secret'}: no pasted row can have it`,
        'take notnull out of the field, or the action out',
      );
    for (const sub of (table.subtables ?? []).filter(({ min = 0 }) => min > 0))
      at('op', `a record needs rows of ${sub.table_name}, and pasted ones have none`, 'take min out of the sub-table, or the action out');
  }
}

const isUnsayable = (field: FieldDef): boolean => field.notnull === 1 && isOf(field.data_type, 'files', 'secret') && !isComputed(field);
