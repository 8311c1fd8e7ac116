import { defineTable } from '#protocol/meta/table.ts';
import { ADD, DELETE, LIST, MODIFY, SHOW } from '../actions.ts';

/** What is done on a visit: as it was planned, and as it came to be. They stand apart in the visit's form, and a step may be moved by itself. */
export const sampleStep = defineTable({
  uid: 'sample.step',
  table_name: 'sample_step',
  key_name: '巡检工序',
  key_name_en: 'Steps',
  permission: 'sample_site',
  order: 'id',
  fields: [
    {
      uid: 'sample.step.key_name',
      field_name: 'key_name',
      key_name: '工序',
      key_name_en: 'Step',
      data_type: 'text',
      length: 60,
      notnull: 1,
      list_width: 240,
    },
    {
      uid: 'sample.step.visit_entity',
      field_name: 'visit_entity',
      key_name: '所属巡检',
      key_name_en: 'Inspection',
      data_type: 'entity',
      source: 'sample_visit',
      notnull: 1,
      index: 1,
      list_width: 200,
    },
    {
      uid: 'sample.step.kind',
      field_name: 'kind',
      key_name: '计划或实际',
      key_name_en: 'Planned or done',
      data_type: 'select',
      items: [
        { id: 1, key_name: '计划', key_name_en: 'Planned' },
        { id: 2, key_name: '实际', key_name_en: 'Done' },
      ],
      notnull: 1,
      defvalue: 1,
      search: 1,
      list_width: 120,
    },
    {
      uid: 'sample.step.hours',
      field_name: 'hours',
      key_name: '工时',
      key_name_en: 'Hours',
      data_type: 'numeric',
      length: '6,1',
      min: 0,
      notnull: 1,
      defvalue: 1,
      stat: 'SUM',
      list_width: 100,
    },
  ],
  states: [
    {
      uid: 'sample.step.toolbar',
      value: '*',
      key_name: '工具栏',
      key_name_en: 'Toolbar',
      actions: [
        { uid: 'sample.step.list', ...LIST },
        { uid: 'sample.step.add', ...ADD },
      ],
    },
    {
      uid: 'sample.step.1',
      value: '1',
      key_name: '有效',
      key_name_en: 'Active',
      actions: [
        { uid: 'sample.step.show', ...SHOW },
        { uid: 'sample.step.modify', ...MODIFY },
        { uid: 'sample.step.delete', ...DELETE },
      ],
    },
  ],
});
