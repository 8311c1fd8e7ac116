import { defineTable } from '#protocol/meta/table.ts';
import { LIST, SHOW } from '../actions.ts';

/** A role of a company. The suites bring its rights (grants and desktop permissions) by `code`. */
export const role = defineTable({
  uid: 'sys.role',
  table_name: 'role',
  key_name: '角色',
  key_name_en: 'Roles',
  tenancy: 'company',
  public_name: 1,
  english_name: 'name_en',
  group: 'root',
  type: 'GROUP',
  unique: [['code']],
  fields: [
    {
      uid: 'sys.role.code',
      field_name: 'code',
      key_name: '角色编码',
      key_name_en: 'Code',
      data_type: 'text',
      length: 59,
      notnull: 1,
      sortable: 1,
      search: 1,
      list_width: 140,
    },
    {
      uid: 'sys.role.key_name',
      field_name: 'key_name',
      key_name: '角色名称',
      key_name_en: 'Role',
      data_type: 'text',
      length: 60,
      notnull: 1,
      search: 1,
      list_width: 200,
    },
    {
      uid: 'sys.role.name_en',
      field_name: 'name_en',
      key_name: '英文名称',
      key_name_en: 'English name',
      data_type: 'text',
      length: 80,
      search: 1,
      list_width: 200,
    },
    {
      uid: 'sys.role.root',
      field_name: 'root',
      key_name: '企业管理员',
      key_name_en: 'Company administrator',
      data_type: 'radio',
      readonly: 1,
      defvalue: 0,
      items: [
        { id: 0, key_name: '否', key_name_en: 'No' },
        { id: 1, key_name: '是', key_name_en: 'Yes' },
      ],
    },
  ],
  styles: [{ uid: 'sys.role.style.plain', field: 'root', value: '0', style: 'off', target: 'Cell' }],
  states: [
    { uid: 'sys.role.toolbar', value: '*', key_name: '工具栏', key_name_en: 'Toolbar', actions: [{ uid: 'sys.role.list', ...LIST }] },
    { uid: 'sys.role.1', value: '1', key_name: '有效', key_name_en: 'Active', actions: [{ uid: 'sys.role.show', ...SHOW }] },
  ],
});
