import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { isEditable, isNeeded, isVisible } from '#protocol/rules/form/form.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import { isSubtableEditable, isSubtableVisible, subtableActions } from '#protocol/rules/form/subtable.ts';
import { below, type Report } from '../problem.ts';
import type { Scope } from '../scope.ts';
import { formsOf } from './desk.ts';

/** What is written through a variant is held against its fields alone: it has what is demanded of who adds, and of who signs. */
export function checkVariants(table: TableDef, report: Report): void {
  const [adding, ...signing] = formsOf(table);
  for (const { name, fields, ops } of table.variants ?? []) {
    const writes = (op: string) => ops === undefined || ops.includes(op);
    const forms = [...(writes('Add') ? [adding!] : []), ...(writes('Review') ? signing : [])];
    const isDemanded = (field: FieldDef) =>
      forms.some((form) => isEditable(field, form) && isVisible(field, form) && isNeeded(field, form)) && !field.defvalue;
    for (const field of fields ? table.fields.filter(isDemanded) : [])
      if (!fields!.includes(field.field_name))
        report(
          `variants[${name}].fields`,
          `${field.field_name} is demanded and is not among them, so it would be written without`,
          `name ${field.field_name} in fields, or write ops: ['List']`,
        );
  }
}

/** Rows that are demanded can be added: some step opens the sub-table, and the first that does offers it. */
export function checkDemandedRows(scope: Scope, table: TableDef, report: Report): void {
  for (const sub of table.subtables ?? []) {
    const rows = scope.table(sub.table_name);
    // readonly and hidden ones are told where keys are held against each other
    if (!sub.min || !rows || sub.readonly || sub.hidden) continue;
    const at = below(report, `subtables[${rowsName(sub)}]`);
    const adding = sub.inherit === 0 ? 'Bind' : 'Add';
    const form = formsOf(table).find((one) => isSubtableVisible(sub, one) && isSubtableEditable(sub, one));
    if (!form)
      at(
        'min',
        'rows are demanded, and no step opens them',
        'let edit_state name a step at which they are filled in, and view_state the same, or take min out',
      );
    else if (!subtableActions(sub, rows, form).includes(adding))
      at(
        'min',
        `rows are demanded, and ${sub.table_name} offers no action that adds one`,
        `add { uid, op: 'Add', key_name, key_name_en } to the actions of its state 1, without valid_state, or take min out`,
      );
  }
}
