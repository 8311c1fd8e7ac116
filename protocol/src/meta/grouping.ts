import type { DataType } from './data-types.ts';
import type { FieldDef } from './field.ts';
import type { TableDef } from './table.ts';

/** What records can be grouped by. */
export const GROUPING: readonly DataType[] = ['select', 'radio', 'entity', 'entities', 'checkbox'];

/** Of such a field a record may stand in several groups. */
export const isOfSeveral = ({ data_type }: Pick<FieldDef, 'data_type'>): boolean => data_type === 'entities' || data_type === 'checkbox';

/** The fields by whose values the group page shows a table, as far as the reader has them; the first is where it begins. */
export const groupFields = ({ group, fields }: Pick<TableDef, 'group' | 'fields'>): readonly FieldDef[] =>
  (group ?? '').split(',').flatMap((name) => fields.find((field) => field.field_name === name) ?? []);
