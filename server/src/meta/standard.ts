import type { FieldDef } from '#protocol/meta/field.ts';
import { standardFields as STANDARD } from '#protocol/meta/standard.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { StateLabel } from './memory.ts';

/**
 * The standard columns of a table as fields, so that queries, rights and history treat them like any other. On the wire
 * review_state is {id, key_name}, review_entity is `,1,2,` (stored as `reviewers bigint[]`). Columns that never leave the
 * server (company_id, create_department, deleted_time, deleted_entity, keywords) are not fields.
 */
export function standardFields(table: TableDef, former: readonly StateLabel[] = []): FieldDef[] {
  const states = table.states
    .filter((state) => state.value !== '*')
    .map((state) => ({ id: Number(state.value), key_name: state.key_name, key_name_en: state.key_name_en }));
  const gone = former.map(({ value, key_name, key_name_en }) => ({ id: Number(value), key_name, key_name_en, hidden: 1 as const }));
  if (states.length === 0) return [...STANDARD];
  return STANDARD.map((field) => (field.field_name === 'review_state' ? { ...field, items: [...states, ...gone] } : field));
}
