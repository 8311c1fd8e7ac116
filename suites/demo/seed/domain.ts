import type { SeedDef } from '#protocol/meta/suite.ts';

export const domains: SeedDef = {
  table: 'domain',
  company: 'demo',
  rows: [
    { _key: 'yuanshan', key_name: '远山集团', name_en: 'Yuanshan Group', currency: '万元', currency_en: 'CNY 10,000' },
    { _key: 'nyc', key_name: '纽约公开数据', name_en: 'New York open data', currency: '万美元', currency_en: 'USD 10,000' },
    { _key: 'power', key_name: '全国电力项目', name_en: "China's power projects", currency: '万元', currency_en: 'CNY 10,000' },
  ],
};
