import type { DictDef } from '#protocol/meta/suite.ts';

export const sampleColour: DictDef = {
  uid: 'sample.dict.colour',
  code: 'sample_colour',
  key_name: '示例状态',
  key_name_en: 'Sample states',
  items: [
    { id: 1, key_name: '已计划', key_name_en: 'Planned', look: 'plan' },
    { id: 2, key_name: '进行中', key_name_en: 'In progress', look: 'doing' },
    { id: 3, key_name: '已延期', key_name_en: 'Delayed', look: 'late' },
    { id: 4, key_name: '已完成', key_name_en: 'Finished', look: 'done' },
    { id: 5, key_name: '草稿', key_name_en: 'Draft', look: 'draft' },
    { id: 6, key_name: '无标记', key_name_en: 'Unmarked', look: 'none' },
  ],
};
