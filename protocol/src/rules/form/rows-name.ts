import type { SubtableDef } from '#protocol/meta/table.ts';

/** What rows of a sub-table are called wherever a definition speaks of them (`sum(planned.amount)`): as it itself, else as their table. */
export const rowsName = ({ name, table_name }: Pick<SubtableDef, 'name' | 'table_name'>): string => name ?? table_name;

/** How `_subtables` and all that is told of a form name a sub-table: `<name or table>.<parent_field>`. */
export const subtableKey = (sub: Pick<SubtableDef, 'name' | 'table_name' | 'parent_field'>): string =>
  `${rowsName(sub)}.${sub.parent_field}`;
