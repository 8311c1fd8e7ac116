import { pairsIn } from '#protocol/meta/action.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import { isInherited } from '../field.ts';
import { below, type Report, unique } from '../problem.ts';
import type { Scope } from '../scope.ts';

/** Sub-tables of a table by what their rows are called: nobody may have to guess whose `sum(planned.qty)` is, and no row stands in two. */
export function checkTwins(scope: Scope, table: TableDef, report: Report): void {
  const subs = table.subtables ?? [];
  for (const sub of subs) checkName(scope, table, sub, below(report, `subtables[${rowsName(sub)}]`));
  unique(
    subs.filter(({ name }) => name !== undefined),
    ({ name }) => name!.toLowerCase(),
    (again, first) =>
      report(
        `subtables[${again.name}].name`,
        `${again.name} stands twice: first for ${first.key_name}, then for ${again.key_name}`,
        'call one of them otherwise',
      ),
  );
  for (const [at, sub] of subs.entries())
    for (const first of subs.slice(0, at)) checkPair(first, sub, below(report, `subtables[${rowsName(sub)}]`));
}

function checkName(scope: Scope, table: TableDef, { name }: SubtableDef, report: Report): void {
  if (name === undefined) return;
  const is = isInherited(name)
    ? 'a name that every object has'
    : scope.table(name)
      ? 'a table'
      : scope.columns(table).has(name)
        ? `a field of ${table.table_name}`
        : null;
  if (is) report('name', `${name} is ${is}: an expression that says it could mean either`, 'call the sub-table otherwise');
}

/** Two of one table and one field, between which only their values tell. */
function checkPair(first: SubtableDef, sub: SubtableDef, report: Report): void {
  if (first.table_name !== sub.table_name || first.parent_field !== sub.parent_field) return;
  const both = `first for ${first.key_name}, then for ${sub.key_name}`;
  if (first.name === undefined || sub.name === undefined)
    report(
      'name',
      `subtable ${sub.table_name}.${sub.parent_field} stands twice: ${both}`,
      "give each of them a name of its own, such as name: 'planned'",
    );
  if (first.inherit === 0 || sub.inherit === 0)
    report(
      'inherit',
      `rows that are bound by ${sub.parent_field} would stand in both: ${both}`,
      'let one sub-table show them all, or bind the others by a field of their own',
    );
  else if (!areApart(first, sub))
    report('query', `a row may stand in both: ${both}`, "let query of both name one field with another value: 'kind=1' and 'kind=2'");
}

/** Whether some field has another value in the one than in the other. */
function areApart(one: SubtableDef, other: SubtableDef): boolean {
  const [here, there] = [one, other].map(({ query }) => pairsIn(query ?? ''));
  return here!.some(({ name, value }) => there!.some((pair) => pair.name === name && pair.value !== value));
}
