import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';

/** The column of a flow table that says in which step a record is and who holds it. */
export const STATE = 'review_state';

/** Headings have no value, and secrets tell none. */
const isShown = (field: FieldDef): boolean => !isOf(field.data_type, 'heading', 'secret') && !field.hidden && !field.list_hidden;

/** Fields that have a column in a list of the table, in the definition's order. */
export const shownInList = ({ fields }: Pick<TableDef, 'fields'>): readonly FieldDef[] =>
  fields.filter((field) => isShown(field) && !field.expand);

/** Fields that stand below a row of it when that is opened (`expand`). */
export const shownBelow = ({ fields }: Pick<TableDef, 'fields'>): readonly FieldDef[] =>
  fields.filter((field) => isShown(field) && field.expand);

/** What a list asks for of a table: what it shows, what its styles look at, what names a row; and sums where a column has one. */
export function listAsk(table: TableDef): { fields: string; stat?: 1 } {
  const shown = shownInList(table);
  const names = ['key_name', ...shown.map((field) => field.field_name)];
  if (table.flow) names.push(STATE);
  names.push(...(table.styles ?? []).map((style) => style.field));
  if (table.flow) names.push('review_entity');
  return { fields: [...new Set(names)].join(','), ...(shown.some((field) => field.stat === 'SUM') ? { stat: 1 as const } : {}) };
}
