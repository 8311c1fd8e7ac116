import { isOf } from '#protocol/meta/data-types.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import { below, type Report } from '../problem.ts';

/**
 * One change of several records: an action Batch in the toolbar, of a table some of whose fields say `batch`. Each record is then a Modify, so
 * that its states must offer that; what is uploaded is of one record, and what the engine keeps is nobody's to change.
 */
export function checkBatch(table: TableDef, report: Report): void {
  const fields = table.fields.filter(({ batch }) => batch === 1);
  const offers = table.states.filter(({ actions }) => actions?.some(({ op }) => op === 'Batch'));
  for (const field of fields) {
    const at = below(report, `fields[${field.field_name}]`);
    if (isComputed(field) || field.readonly === 1)
      at('batch', 'nobody types in it, so that no change of several records can', 'take batch out');
    else if (isOf(field.data_type, 'files')) at('batch', 'a file belongs to one record: several cannot have the same', 'take batch out');
    else if (field.data_type === 'html')
      at('batch', 'rich text is written for one record and cleaned for each', 'take batch out, or make it a textarea');
    else if (field.unique === 1) at('batch', 'it is unique: several records cannot have the same', 'take batch out');
    if (offers.length === 0)
      at('batch', 'the table has no action Batch that would change it', "give the actions of state '*' one of op Batch, or take batch out");
  }
  for (const state of offers) {
    const action = state.actions!.find(({ op }) => op === 'Batch')!;
    const at = below(report, `states[${state.value}].actions[Batch]`);
    if (fields.length === 0) at('op', 'no field says batch, so that it would change nothing', 'set batch: 1 on the fields that it changes');
    if (state.value !== '*') at('op', 'Batch stands over the records that are chosen', "move it to the actions of state '*'");
    if (action.type === 'AJAX') at('type', 'Batch asks what is to be changed', 'take type out');
    if (action.param && action.param !== 'multiple') at('param', 'Batch takes the chosen records, however many', 'take param out');
    if (action.cloud && action.cloud !== table.table_name)
      at('cloud', 'it changes the records of the list that offers it', 'take cloud out, and give the other table the action');
    if (!table.states.some(({ value, actions }) => value !== '*' && actions?.some(({ op }) => op === 'Modify')))
      at('op', 'each record is changed as by Modify, and no state offers that', 'offer Modify in a state, or take the action out');
  }
}
