import type { DictDef } from '#protocol/meta/suite.ts';

/** Ids follow scripts/opendata/city.ts. */
export const cityPhase: DictDef = {
  uid: 'opendata.dict.city_phase',
  code: 'city_phase',
  key_name: '报告阶段',
  key_name_en: 'Reported phase',
  items: [
    { id: 1, key_name: '范围与规划', key_name_en: 'Scoping and planning', look: 'plan' },
    { id: 2, key_name: '设计', key_name_en: 'Design', look: 'doing' },
    { id: 3, key_name: '施工招标', key_name_en: 'Construction procurement', look: 'doing' },
    { id: 4, key_name: '施工', key_name_en: 'Construction', look: 'doing' },
    { id: 5, key_name: '收尾', key_name_en: 'Close-out', look: 'done' },
    { id: 6, key_name: '信息化', key_name_en: 'IT', look: 'doing' },
    { id: 99, key_name: '未说明', key_name_en: 'Not stated', look: 'none' },
  ],
};
