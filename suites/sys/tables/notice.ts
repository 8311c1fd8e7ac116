import { defineTable } from '#protocol/meta/table.ts';
import { LIST } from '../actions.ts';

/**
 * What became of one's applications: returned, refused, approved or cancelled, by whom and why. A view that the engine keeps; each reader
 * sees his own, from all domains. The decision and its words are told while he may see the record.
 */
export const notice = defineTable({
  uid: 'sys.notice',
  table_name: 'notice',
  key_name: '我的消息',
  key_name_en: 'My messages',
  tenancy: 'company',
  storage: 'view',
  owner_field: 'holder',
  row_where: 'holder={user.id}',
  order: '-create_time',
  fields: [
    {
      uid: 'sys.notice.key_name',
      field_name: 'key_name',
      key_name: '事项',
      key_name_en: 'Item',
      data_type: 'text',
      search: 1,
      list_width: 320,
    },
    {
      uid: 'sys.notice.kind',
      field_name: 'kind',
      key_name: '结果',
      key_name_en: 'Outcome',
      data_type: 'select',
      list_width: 100,
      items: [
        { id: 1, key_name: '已退回', key_name_en: 'Returned', look: 'doing' },
        { id: 2, key_name: '未通过', key_name_en: 'Refused', look: 'late' },
        { id: 3, key_name: '已通过', key_name_en: 'Approved', look: 'done' },
        { id: 4, key_name: '已作废', key_name_en: 'Cancelled', look: 'none' },
      ],
    },
    { uid: 'sys.notice.said', field_name: 'said', key_name: '意见', key_name_en: 'Opinion', data_type: 'textarea', list_width: 320 },
    {
      uid: 'sys.notice.said_by',
      field_name: 'said_by',
      key_name: '办理人',
      key_name_en: 'Decided by',
      data_type: 'entity',
      source: 'user',
      list_width: 100,
    },
    {
      uid: 'sys.notice.event_name',
      field_name: 'event_name',
      key_name: '办理动作',
      key_name_en: 'Decision',
      data_type: 'text',
      list_hidden: 1,
    },
    {
      uid: 'sys.notice.event_name_en',
      field_name: 'event_name_en',
      key_name: '办理动作（英文）',
      key_name_en: 'Decision in English',
      data_type: 'text',
      list_hidden: 1,
    },
    { uid: 'sys.notice.source', field_name: 'source', key_name: '来源表', key_name_en: 'Table', data_type: 'text', list_hidden: 1 },
    { uid: 'sys.notice.rowid', field_name: 'rowid', key_name: '单据号', key_name_en: 'Record', data_type: 'int', list_hidden: 1 },
    {
      uid: 'sys.notice.domain_entity',
      field_name: 'domain_entity',
      key_name: '核算域',
      key_name_en: 'Domain',
      data_type: 'entity',
      source: 'domain',
      list_hidden: 1,
    },
    {
      uid: 'sys.notice.holder',
      field_name: 'holder',
      key_name: '收件人',
      key_name_en: 'For',
      data_type: 'entity',
      source: 'user',
      list_hidden: 1,
    },
    {
      uid: 'sys.notice.read_time',
      field_name: 'read_time',
      key_name: '阅读时间',
      key_name_en: 'Read',
      data_type: 'datetime',
      list_hidden: 1,
    },
  ],
  states: [
    { uid: 'sys.notice.toolbar', value: '*', key_name: '工具栏', key_name_en: 'Toolbar', actions: [{ uid: 'sys.notice.list', ...LIST }] },
    { uid: 'sys.notice.1', value: '1', key_name: '未读', key_name_en: 'Unread', look: 'flow' },
    { uid: 'sys.notice.2', value: '2', key_name: '已读', key_name_en: 'Read', look: 'done' },
  ],
});
