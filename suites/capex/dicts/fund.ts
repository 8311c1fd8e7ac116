import type { DictDef } from '#protocol/meta/suite.ts';

export const fundSource: DictDef = {
  uid: 'capex.dict.fund_source',
  code: 'fund_source',
  key_name: '资金来源',
  key_name_en: 'Source of funds',
  items: [
    { id: 1, key_name: '自有资金', key_name_en: 'Own funds' },
    { id: 2, key_name: '银行贷款', key_name_en: 'Bank loan' },
    { id: 3, key_name: '财政资金', key_name_en: 'Public funds' },
    { id: 4, key_name: '股东投入', key_name_en: 'Shareholders' },
    { id: 5, key_name: '其他', key_name_en: 'Other' },
  ],
};

export const fundReady: DictDef = {
  uid: 'capex.dict.fund_ready',
  code: 'fund_ready',
  key_name: '资金落实情况',
  key_name_en: 'Funding secured',
  items: [
    { id: 1, key_name: '已落实', key_name_en: 'Secured', look: 'done' },
    { id: 2, key_name: '基本落实', key_name_en: 'Largely secured', look: 'doing' },
    { id: 3, key_name: '未落实', key_name_en: 'Not secured', look: 'plan' },
  ],
};
