import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import { below, type Report } from '../problem.ts';

/** Rows that stand in a tab beside their record's form, each saved by itself (PAGES-01). */
const standsInTab = (sub: SubtableDef): boolean => sub.inline !== 1 && sub.hidden !== 1;

/** What the one save of a record with its rows does, and no save of a row by itself; the tab stands beside the form, under no heading of it. */
const WITH_RECORD = ['under', 'check', 'min', 'edit_state', 'edit_by'] as const;

/** A table with tabs has something to show in them, and one without shows all its rows in the form. */
export function checkTabs(table: TableDef, report: Report): void {
  const tabbed = (table.subtables ?? []).filter(standsInTab);
  if (table.tabs === 1 && tabbed.length === 0)
    report('tabs', 'no sub-table stands in a tab: all are drawn in the form', 'take tabs out, or inline: 1 of a sub-table');
  for (const sub of tabbed) {
    const at = below(report, `subtables[${rowsName(sub)}]`);
    if (table.tabs !== 1)
      at(
        'inline',
        'its rows stand nowhere: the table has no tabs',
        'write inline: 1, which draws them in the form, or tabs: 1 on the table, which gives them a tab',
      );
    for (const key of WITH_RECORD)
      if (sub[key] !== undefined && sub[key] !== 0)
        at(
          key,
          `rows in a tab are saved one by one, so ${key} does nothing`,
          `take ${key} out${key === 'min' ? ` (min: 0 where ${sub.table_name} itself has one)` : ''}, or write inline: 1`,
        );
  }
}

/** A row that is added in a tab names its record in a form of its own. */
export function checkTab(rows: TableDef, sub: SubtableDef, report: Report): void {
  const field = rows.fields.find((each) => each.field_name === sub.parent_field);
  const adds = rows.states.some((state) => state.actions?.some((action) => action.op === 'Add' || action.op === 'Paste'));
  const why = field?.hidden === 1 ? 'hidden' : field?.readonly === 1 ? 'readonly' : undefined;
  if (standsInTab(sub) && sub.readonly !== 1 && adds && why)
    report(
      'parent_field',
      `a row that is added in the tab names its record in ${sub.parent_field}, which nobody can fill in (${why})`,
      `take ${why} out of ${rows.table_name}.${sub.parent_field}, or write inline: 1`,
    );
}
