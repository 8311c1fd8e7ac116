import { defineTable } from '#protocol/meta/table.ts';
import { ADD, DELETE, LIST, MODIFY, SHOW } from '../actions.ts';

/** Records that live on their own and are bound to a parent and unbound again. */
export const sampleLink = defineTable({
  uid: 'sample.link',
  table_name: 'sample_link',
  key_name: '示例往来',
  key_name_en: 'Sample correspondence',
  fields: [
    {
      uid: 'sample.link.key_name',
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
      uid: 'sample.link.sample_entity',
      field_name: 'sample_entity',
      key_name: '关联记录',
      key_name_en: 'Bound to',
      data_type: 'entity',
      source: 'sample_type',
      search: 1,
      index: 1,
      list_width: 200,
    },
    {
      uid: 'sample.link.state',
      field_name: 'state',
      key_name: '状态',
      key_name_en: 'State',
      data_type: 'select',
      items: 'sample_colour',
      notnull: 1,
      defvalue: 1,
      search: 1,
      ListShow: 'STATE',
      list_width: 120,
    },
    {
      uid: 'sample.link.day',
      field_name: 'day',
      key_name: '日期',
      key_name_en: 'Date',
      data_type: 'date',
      defvalue: '{today}',
      sortable: 1,
      list_width: 110,
    },
  ],
  rules: [
    {
      uid: 'sample.link.rule.open',
      key_name: '这条记录已有一件未办结的往来',
      key_name_en: 'This record has an open piece of correspondence already',
      unique: 'sample_entity',
      where: 'state=1',
    },
  ],
  states: [
    {
      uid: 'sample.link.toolbar',
      value: '*',
      key_name: '工具栏',
      key_name_en: 'Toolbar',
      actions: [
        { uid: 'sample.link.list', ...LIST },
        { uid: 'sample.link.add', ...ADD },
        { uid: 'sample.link.deletes', ...DELETE },
      ],
    },
    {
      uid: 'sample.link.1',
      value: '1',
      key_name: '有效',
      key_name_en: 'Active',
      actions: [
        { uid: 'sample.link.show', ...SHOW },
        { uid: 'sample.link.modify', ...MODIFY },
        { uid: 'sample.link.delete', ...DELETE },
      ],
    },
  ],
});
