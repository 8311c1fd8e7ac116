import { defineTable } from '#protocol/meta/table.ts';
import { ADD, BATCH, DELETE, LIST, MODIFY, PASTE, SHOW } from '../actions.ts';
import { COSTS, TIMES } from './sample-type-costs.ts';
import { KINDS, LINKS } from './sample-type-links.ts';
import { ORDER } from './sample-type-order.ts';

/** Orders of work in substations: every data type once, with what a field of it may ask for; sub-tables of both kinds; a variant; looks of rows and cells. */
export const sampleType = defineTable({
  uid: 'sample.type',
  table_name: 'sample_type',
  key_name: '检修工单',
  key_name_en: 'Work orders',
  form_column: 3,
  page_sizes: [10, 20, 50, 100, 500, 1000],
  strict_version: 1,
  order: '-create_time,code',
  unique: [['code', 'day']],
  remark: '停电检修、消缺与试验的工单',
  remark_en: 'Orders for outages, repairs and tests',
  fields: [...ORDER, ...COSTS, ...TIMES, ...KINDS, ...LINKS],
  subtables: [
    {
      uid: 'sample.type.lines',
      key_name: '材料明细',
      key_name_en: 'Materials',
      table_name: 'sample_line',
      parent_field: 'sample_entity',
      query: 'kind=1',
      inline: 1,
      onchange: 'count=sum(sample_line.qty)',
    },
    {
      uid: 'sample.type.links',
      key_name: '往来',
      key_name_en: 'Correspondence',
      table_name: 'sample_link',
      parent_field: 'sample_entity',
      inline: 1,
      inherit: 0,
      url: '/main/list/sample_link?sample_entity={id}',
    },
    {
      uid: 'sample.type.approvals',
      key_name: '来源申请',
      key_name_en: 'Request that made it',
      table_name: 'sample_flow',
      parent_field: 'record_entity',
      inline: 1,
      inherit: 0,
      readonly: 1,
    },
  ],
  styles: [
    { uid: 'sample.type.style.late', field: 'state', value: '3', style: 'late', target: 'Cell' },
    { uid: 'sample.type.style.done', field: 'state', value: '4', style: 'done', target: 'Cell' },
    { uid: 'sample.type.style.urgent', field: 'urgent', value: '1', style: 'strong', target: 'ROW' },
    { uid: 'sample.type.style.off', field: 'state', value: '5,6', style: 'off', target: 'ROW' },
  ],
  variants: [{ uid: 'sample.type.brief', name: 'brief', fields: ['code', 'state', 'price'], where: 'state!=5', ops: ['List'] }],
  rules: [
    {
      uid: 'sample.type.rule.days',
      key_name: '完工限期不能早于开工日期',
      key_name_en: 'The order cannot be due before it begins',
      where: 'last_day>={day}',
    },
  ],
  states: [
    {
      uid: 'sample.type.toolbar',
      value: '*',
      key_name: '工具栏',
      key_name_en: 'Toolbar',
      actions: [
        { uid: 'sample.type.list', ...LIST },
        { uid: 'sample.type.add', ...ADD },
        { uid: 'sample.type.paste', ...PASTE },
        { uid: 'sample.type.batch', ...BATCH },
        {
          uid: 'sample.type.begin',
          op: 'Call',
          code: 'begin',
          key_name: '登记往来',
          key_name_en: 'Note correspondence',
          param: 'multiple',
        },
        {
          uid: 'sample.type.materials',
          op: 'Call',
          code: 'materials',
          key_name: '材料清单',
          key_name_en: 'List of materials',
          param: 'multiple',
        },
        { uid: 'sample.type.deletes', ...DELETE },
      ],
    },
    {
      uid: 'sample.type.1',
      value: '1',
      key_name: '有效',
      key_name_en: 'Active',
      actions: [
        { uid: 'sample.type.show', ...SHOW },
        { uid: 'sample.type.modify', ...MODIFY, where: 'state!=4' },
        { uid: 'sample.type.paper', op: 'Call', code: 'paper', preview: 1, key_name: '工单票面', key_name_en: 'Paper of the order' },
        { uid: 'sample.type.delete', ...DELETE, where: 'state!=4' },
      ],
    },
  ],
});
