import { defineTable } from '#protocol/meta/table.ts';
import { ADD, DELETE, LIST, MODIFY, SHOW } from '../actions.ts';

/** System messages to everyone in the company; `message[web]` is what the module chooser and the desktop show today. */
export const message = defineTable({
  uid: 'sys.message',
  table_name: 'message',
  key_name: '系统消息',
  key_name_en: 'System messages',
  tenancy: 'company',
  fields: [
    {
      uid: 'sys.message.key_name',
      field_name: 'key_name',
      key_name: '标题',
      key_name_en: 'Title',
      data_type: 'text',
      length: 100,
      notnull: 1,
      search: 1,
      list_width: 240,
    },
    {
      uid: 'sys.message.begin_date',
      field_name: 'begin_date',
      key_name: '开始日期',
      key_name_en: 'From',
      data_type: 'date',
      notnull: 1,
      defvalue: '{today}',
      sortable: 1,
      list_width: 110,
    },
    {
      uid: 'sys.message.end_date',
      field_name: 'end_date',
      key_name: '结束日期',
      key_name_en: 'Until',
      data_type: 'date',
      notnull: 1,
      sortable: 1,
      list_width: 110,
    },
    {
      uid: 'sys.message.remark',
      field_name: 'remark',
      key_name: '内容',
      key_name_en: 'Text',
      data_type: 'textarea',
      length: 500,
      notnull: 1,
      list_width: 360,
    },
    {
      uid: 'sys.message.remark_en',
      field_name: 'remark_en',
      key_name: '英文内容',
      key_name_en: 'Text in English',
      data_type: 'textarea',
      length: 500,
      list_hidden: 1,
    },
  ],
  variants: [
    {
      uid: 'sys.message.web',
      name: 'web',
      fields: ['remark_en', 'begin_date', 'end_date'],
      where: 'begin_date<={today}&end_date>={today}',
      ops: ['List'],
    },
  ],
  states: [
    {
      uid: 'sys.message.toolbar',
      value: '*',
      key_name: '工具栏',
      key_name_en: 'Toolbar',
      actions: [
        { uid: 'sys.message.list', ...LIST },
        { uid: 'sys.message.add', ...ADD },
        { uid: 'sys.message.deletes', ...DELETE },
      ],
    },
    {
      uid: 'sys.message.1',
      value: '1',
      key_name: '有效',
      key_name_en: 'Active',
      actions: [
        { uid: 'sys.message.show', ...SHOW },
        { uid: 'sys.message.modify', ...MODIFY },
        { uid: 'sys.message.delete', ...DELETE },
      ],
    },
  ],
});
