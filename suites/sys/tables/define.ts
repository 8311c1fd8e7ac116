import { defineTable } from '#protocol/meta/table.ts';
import { ADD, DELETE, LIST, MODIFY } from '../actions.ts';

const NO_YES = [
  { id: 0, key_name: '否', key_name_en: 'No' },
  { id: 1, key_name: '是', key_name_en: 'Yes' },
];

/**
 * How a list lies for a person, or for his company: which columns in which order and width, by what it is filtered; and with a name, views of it
 * (docs/decisions/233), which are for a department too. What its `content` may say is `protocol/src/wire/layout.ts` and `view.ts`; who may write
 * which rows, `server/src/access/giving/layout.ts`. Everybody has his own; those of the company are its administrators', a department's view is
 * its maker's and, as long as it is not locked, that department's to change. Readers meet them in the definition alone (LoadTable), as far as
 * they see the fields.
 */
export const define = defineTable({
  uid: 'sys.define',
  table_name: 'define',
  key_name: '列表布局',
  key_name_en: 'List layouts',
  tenancy: 'company',
  everyone: 1,
  everyone_scopes: { Modify: 1 },
  row_where: 'range=1|range=2|create_entity={user.id}',
  fields: [
    {
      uid: 'sys.define.key_name',
      field_name: 'key_name',
      key_name: '视图名称',
      key_name_en: 'View',
      data_type: 'text',
      length: 60,
    },
    {
      uid: 'sys.define.source',
      field_name: 'source',
      key_name: '表',
      key_name_en: 'Table',
      data_type: 'text',
      length: 120,
      notnull: 1,
      index: 1,
    },
    {
      uid: 'sys.define.range',
      field_name: 'range',
      key_name: '适用范围',
      key_name_en: 'For',
      data_type: 'radio',
      notnull: 1,
      defvalue: '0',
      items: [
        { id: 0, key_name: '个人', key_name_en: 'One person' },
        { id: 1, key_name: '全公司', key_name_en: 'The whole company' },
        { id: 2, key_name: '部门', key_name_en: 'A department' },
      ],
    },
    {
      uid: 'sys.define.locked',
      field_name: 'locked',
      key_name: '锁定',
      key_name_en: 'Locked',
      data_type: 'radio',
      defvalue: '0',
      items: NO_YES,
    },
    {
      uid: 'sys.define.is_default',
      field_name: 'is_default',
      key_name: '默认视图',
      key_name_en: 'Default view',
      data_type: 'radio',
      defvalue: '0',
      items: NO_YES,
    },
    {
      uid: 'sys.define.content',
      field_name: 'content',
      key_name: '内容',
      key_name_en: 'Content',
      data_type: 'textarea',
      length: 40_000,
      notnull: 1,
      list_hidden: 1,
    },
  ],
  states: [
    {
      uid: 'sys.define.toolbar',
      value: '*',
      key_name: '工具栏',
      key_name_en: 'Toolbar',
      actions: [
        { uid: 'sys.define.list', ...LIST },
        { uid: 'sys.define.add', ...ADD },
      ],
    },
    {
      uid: 'sys.define.1',
      value: '1',
      key_name: '有效',
      key_name_en: 'In force',
      actions: [
        { uid: 'sys.define.modify', ...MODIFY },
        { uid: 'sys.define.delete', ...DELETE },
      ],
    },
  ],
});
