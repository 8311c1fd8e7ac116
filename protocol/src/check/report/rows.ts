import { dataType } from '#protocol/meta/data-types.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { ConditionError, fieldsOf } from '#protocol/rules/condition/condition.ts';
import { checkCondition } from '#protocol/rules/condition/condition-kind.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import { askedBy } from '#protocol/rules/report/where.ts';
import { choiceMend, fieldMend } from '../mend.ts';
import type { Report } from '../problem.ts';
import type { Scope } from '../scope.ts';

const FORM = "write comparisons of fields of the source with values, joined by &: 'project_state!=6&level in (1,2)'";

/** Which rows a report counts: a list must be able to show just these. */
export function checkRows(scope: Scope, table: TableDef, where: string | undefined, report: Report): void {
  if (where === undefined) return;
  try {
    const asked = askedBy(where);
    const columns = scope.columns(table);
    const strange = [...new Set(fieldsOf(parseCondition(where)))].filter((name) => !columns.has(name));
    for (const name of strange) report('', `unknown field ${name}`, fieldMend(scope, table, name));
    if (strange.length > 0) return;
    checkCondition(parseCondition(where), (name) => dataType(columns.get(name)!.data_type).condition);
    for (const [name, filter] of asked) checkChoices(scope, table, name, filter, report);
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    report('', error.message, FORM);
  }
}

function checkChoices(scope: Scope, table: TableDef, name: string, filter: unknown, report: Report): void {
  const items = scope.items(table, name);
  const { op, value } = filter as { op: string; value?: string | string[] };
  if (!items || value === undefined || !['=', '!=', 'in'].includes(op)) return;
  for (const one of [value].flat())
    if (!items.some(({ id }) => String(id) === one)) report('', `${name} has no choice ${one}`, choiceMend(items));
}
