import { defineTable } from '#protocol/meta/table.ts';
import { ADD, DELETE, LIST, MODIFY } from '../actions.ts';

/**
 * How a list lies for a person, or for his company: which columns in which order and width, by what it is filtered. What its `content` may say is
 * `protocol/src/wire/layout.ts`; who may write which rows, `server/src/access/giving/layout.ts`. Everybody has his own; those of the company are
 * its administrators', and readers meet them in the definition alone (LoadTable), as far as they see the fields.
 */
export const define = defineTable({
  uid: 'sys.define',
  table_name: 'define',
  key_name: '列表布局',
  key_name_en: 'List layouts',
  tenancy: 'company',
  everyone: 1,
  row_where: 'range=1|create_entity={user.id}',
  fields: [
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
      ],
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
