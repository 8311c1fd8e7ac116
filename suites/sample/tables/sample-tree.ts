import { defineTable } from '#protocol/meta/table.ts';
import { ADD, DELETE, LIST, MODIFY, SHOW } from '../actions.ts';

/** A tree of the company, without flow and without domain. */
export const sampleTree = defineTable({
  uid: 'sample.tree',
  table_name: 'sample_tree',
  key_name: '设备分类',
  key_name_en: 'Classes of equipment',
  tenancy: 'company',
  public_name: 1,
  type: 'TREE',
  parent_field: 'parent_entity',
  order: 'code',
  fields: [
    {
      uid: 'sample.tree.code',
      field_name: 'code',
      key_name: '编码',
      key_name_en: 'Code',
      data_type: 'text',
      length: 20,
      notnull: 1,
      unique: 1,
      search: 1,
      sortable: 1,
    },
    {
      uid: 'sample.tree.key_name',
      field_name: 'key_name',
      key_name: '名称',
      key_name_en: 'Name',
      data_type: 'text',
      length: 60,
      notnull: 1,
      initials: 1,
      search: 1,
      list_width: 200,
    },
    {
      uid: 'sample.tree.parent_entity',
      field_name: 'parent_entity',
      key_name: '上级',
      key_name_en: 'Parent',
      data_type: 'entity',
      source: 'sample_tree',
    },
  ],
  states: [
    {
      uid: 'sample.tree.toolbar',
      value: '*',
      key_name: '工具栏',
      key_name_en: 'Toolbar',
      actions: [
        { uid: 'sample.tree.list', ...LIST },
        { uid: 'sample.tree.add', ...ADD },
      ],
    },
    {
      uid: 'sample.tree.1',
      value: '1',
      key_name: '有效',
      key_name_en: 'Active',
      actions: [
        { uid: 'sample.tree.show', ...SHOW },
        { uid: 'sample.tree.modify', ...MODIFY },
        { uid: 'sample.tree.delete', ...DELETE },
      ],
    },
  ],
});
