import type { DictDef } from '#protocol/meta/suite.ts';

export const sampleColour: DictDef = {
  uid: 'sample.dict.colour',
  code: 'sample_colour',
  key_name: '工单状态',
  key_name_en: 'States of orders',
  items: [
    { id: 1, key_name: '已计划', key_name_en: 'Planned', look: 'plan' },
    { id: 2, key_name: '进行中', key_name_en: 'In progress', look: 'doing' },
    { id: 3, key_name: '已延期', key_name_en: 'Delayed', look: 'late' },
    { id: 4, key_name: '已完成', key_name_en: 'Finished', look: 'done' },
    { id: 5, key_name: '草稿', key_name_en: 'Draft', look: 'draft' },
    { id: 6, key_name: '无标记', key_name_en: 'Unmarked', look: 'none' },
  ],
};

export const sampleWork: DictDef = {
  uid: 'sample.dict.work',
  code: 'sample_work',
  key_name: '作业类别',
  key_name_en: 'Kinds of work',
  items: [
    { id: 1, key_name: '停电作业', key_name_en: 'Dead work', look: 'plan' },
    { id: 2, key_name: '带电作业', key_name_en: 'Live work', look: 'doing' },
    { id: 3, key_name: '高处作业', key_name_en: 'At height', look: 'late' },
    { id: 4, key_name: '电气试验', key_name_en: 'Tests', look: 'done' },
    { id: 5, key_name: '起重吊装', key_name_en: 'Lifting', look: 'doing' },
    { id: 6, key_name: '其他', key_name_en: 'Other', look: 'draft' },
  ],
};
