import type { SeedDef } from '#protocol/meta/suite.ts';

const ALWAYS = { begin_date: '2026-01-01', end_date: '2099-12-31' } as const;

export const messages: SeedDef = {
  table: 'message',
  company: 'demo',
  rows: [
    {
      _key: 'invented',
      key_name: '演示说明',
      name_en: 'About this demonstration',
      remark: '远山集团是虚构的：人员、单位、项目与金额均由程序按固定种子生成，与任何真实企业无关。',
      remark_en:
        'Yuanshan Group is invented: its people, units, projects and amounts come from a seeded generator and describe no real company.',
      ...ALWAYS,
    },
    {
      _key: 'sources',
      key_name: '公开数据来源',
      name_en: 'Where the open data come from',
      remark:
        '“纽约公开数据”域取自纽约市开放数据（n7gv-k5yt），“全国电力项目”域取自 Global Energy Monitor 2023（CC BY 4.0），均为真实数据。',
      remark_en:
        'The domain "New York open data" comes from NYC Open Data (n7gv-k5yt), "China\'s power projects" from Global Energy Monitor 2023 (CC BY 4.0). Both are real.',
      ...ALWAYS,
    },
  ],
};
