import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { StateLabel } from './memory.ts';

const field = (
  field_name: string,
  key_name: string,
  key_name_en: string,
  rest: Omit<FieldDef, 'uid' | 'field_name' | 'key_name' | 'key_name_en'>,
): FieldDef => ({
  uid: `std.${field_name}`,
  field_name,
  key_name,
  key_name_en,
  readonly: 1,
  list_hidden: 1,
  ...rest,
});

/** Columns that are never empty: an index of either direction serves their order as it stands. */
export const NEVER_EMPTY: ReadonlySet<string> = new Set(['id', 'create_time', 'version', 'review_state']);

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
  return [
    field('id', '编号', 'ID', { data_type: 'int', hidden: 1, sortable: 1 }),
    field('key_name', '名称', 'Name', { data_type: 'text', length: 200, readonly: 0, sortable: 1 }),
    field('review_state', '状态', 'State', { data_type: 'select', sortable: 1, ...(states.length ? { items: [...states, ...gone] } : {}) }),
    field('review_entity', '当前处理人', 'Handled by', { data_type: 'entities', source: 'user' }),
    field('remark', '备注', 'Remark', { data_type: 'textarea', length: 4000, readonly: 0 }),
    field('subcompany_id', '所属域', 'Domain', { data_type: 'entity', source: 'domain' }),
    field('create_entity', '创建人', 'Created by', { data_type: 'entity', source: 'user' }),
    field('create_time', '创建时间', 'Created', { data_type: 'datetime', sortable: 1 }),
    field('modify_entity', '修改人', 'Changed by', { data_type: 'entity', source: 'user' }),
    field('modify_time', '修改时间', 'Changed', { data_type: 'datetime', sortable: 1 }),
    field('version', '版本', 'Version', { data_type: 'int', hidden: 1 }),
  ];
}
