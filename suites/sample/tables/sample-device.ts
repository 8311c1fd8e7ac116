import { defineTable } from '#protocol/meta/table.ts';
import { ADD, DELETE, LIST, MODIFY, SHOW } from '../actions.ts';

/** Devices: they live on their own, and stand at a site as long as they are bound to it. */
export const sampleDevice = defineTable({
  uid: 'sample.device',
  table_name: 'sample_device',
  key_name: '设备',
  key_name_en: 'Devices',
  type: 'TABLE',
  order: 'serial',
  fields: [
    {
      uid: 'sample.device.key_name',
      field_name: 'key_name',
      key_name: '设备名称',
      key_name_en: 'Device',
      data_type: 'text',
      length: 60,
      notnull: 1,
      search: 1,
      list_width: 200,
    },
    {
      uid: 'sample.device.serial',
      field_name: 'serial',
      key_name: '出厂编号',
      key_name_en: 'Serial number',
      data_type: 'text',
      length: 30,
      notnull: 1,
      search: 1,
      sortable: 1,
      list_width: 160,
    },
    {
      uid: 'sample.device.site_entity',
      field_name: 'site_entity',
      key_name: '所在变电站',
      key_name_en: 'Stands at',
      data_type: 'entity',
      source: 'sample_site',
      search: 1,
      index: 1,
      list_width: 180,
    },
    {
      uid: 'sample.device.condition',
      field_name: 'condition',
      key_name: '状况',
      key_name_en: 'Condition',
      data_type: 'select',
      items: [
        { id: 1, key_name: '可用', key_name_en: 'Fit for use' },
        { id: 2, key_name: '待报废', key_name_en: 'To be scrapped' },
      ],
      notnull: 1,
      defvalue: 1,
      search: 1,
      list_width: 120,
    },
    {
      uid: 'sample.device.made',
      field_name: 'made',
      key_name: '生产年份',
      key_name_en: 'Year made',
      data_type: 'year',
      list_width: 110,
    },
  ],
  states: [
    {
      uid: 'sample.device.toolbar',
      value: '*',
      key_name: '工具栏',
      key_name_en: 'Toolbar',
      actions: [
        { uid: 'sample.device.list', ...LIST },
        { uid: 'sample.device.add', ...ADD },
      ],
    },
    {
      uid: 'sample.device.1',
      value: '1',
      key_name: '有效',
      key_name_en: 'Active',
      actions: [
        { uid: 'sample.device.show', ...SHOW },
        { uid: 'sample.device.modify', ...MODIFY },
        { uid: 'sample.device.delete', ...DELETE },
      ],
    },
  ],
});
