import { defineTable } from '#protocol/meta/table.ts';
import { LIST, SHOW } from '../actions.ts';

/** Which site bears how much of what is applied for: it leaves its budget when that is approved. */
export const sampleShare = defineTable({
  uid: 'sample.share',
  table_name: 'sample_share',
  key_name: '费用分摊',
  key_name_en: 'Shares',
  permission: 'sample_flow',
  order: 'id',
  min: 1,
  fields: [
    {
      uid: 'sample.share.flow_entity',
      field_name: 'flow_entity',
      key_name: '申请',
      key_name_en: 'Application',
      data_type: 'entity',
      source: 'sample_flow',
      notnull: 1,
      hidden: 1,
      index: 1,
    },
    {
      uid: 'sample.share.site_entity',
      field_name: 'site_entity',
      key_name: '变电站',
      key_name_en: 'Substation',
      data_type: 'entity',
      source: 'sample_site',
      notnull: 1,
      list_width: 200,
    },
    {
      uid: 'sample.share.amount',
      field_name: 'amount',
      key_name: '分摊金额',
      key_name_en: 'Share',
      data_type: 'numeric',
      length: '18,2',
      money: 1,
      notnull: 1,
      min: 0.01,
      stat: 'SUM',
      list_width: 120,
    },
  ],
  states: [
    {
      uid: 'sample.share.toolbar',
      value: '*',
      key_name: '工具栏',
      key_name_en: 'Toolbar',
      actions: [{ uid: 'sample.share.list', ...LIST }],
    },
    { uid: 'sample.share.1', value: '1', key_name: '有效', key_name_en: 'Active', actions: [{ uid: 'sample.share.show', ...SHOW }] },
  ],
});
