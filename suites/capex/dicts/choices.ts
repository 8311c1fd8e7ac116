import type { ItemDef } from '#protocol/meta/field.ts';

/**
 * Choices that a filed form offers and that the ledger shares. The ledger adds `NOT_STATED`: it also holds records of
 * sources that are silent there; a form never offers it.
 */
export const NOT_STATED: ItemDef = { id: 99, key_name: '未说明', key_name_en: 'Not stated', look: 'none' };

/** Classes by amount, in ten thousand of the domain's currency: C below 500, B from 500, A from 5,000. */
export const PROJECT_TYPES: ItemDef[] = [
  { id: 1, code: 'A', key_name: 'A 类', key_name_en: 'Class A' },
  { id: 2, code: 'B', key_name: 'B 类', key_name_en: 'Class B' },
  { id: 3, code: 'C', key_name: 'C 类', key_name_en: 'Class C' },
];

export const BENEFIT_TYPES: ItemDef[] = [
  { id: 1, key_name: '新增效益', key_name_en: 'New revenue' },
  { id: 2, key_name: '降本增效', key_name_en: 'Cost saving' },
  { id: 3, key_name: '安全环保', key_name_en: 'Safety and environment' },
  { id: 4, key_name: '合规保障', key_name_en: 'Compliance' },
  { id: 5, key_name: '战略研发', key_name_en: 'Strategic research' },
];

export const INDUSTRIES: ItemDef[] = [
  { id: 1, key_name: '物流仓储', key_name_en: 'Logistics' },
  { id: 2, key_name: '装备制造', key_name_en: 'Equipment manufacturing' },
  { id: 3, key_name: '矿业', key_name_en: 'Mining' },
  { id: 4, key_name: '水务环保', key_name_en: 'Water and environment' },
  { id: 5, key_name: '能源电力', key_name_en: 'Energy' },
  { id: 6, key_name: '建材', key_name_en: 'Building materials' },
  { id: 7, key_name: '化工', key_name_en: 'Chemicals' },
  { id: 8, key_name: '信息技术', key_name_en: 'Information technology' },
  { id: 9, key_name: '科研检测', key_name_en: 'Research and testing' },
  { id: 10, key_name: '交通设施', key_name_en: 'Transport' },
  { id: 11, key_name: '文教卫生', key_name_en: 'Education, culture and health' },
  { id: 12, key_name: '公共设施', key_name_en: 'Public facilities' },
  { id: 13, key_name: '园区开发', key_name_en: 'Industrial development' },
];

export const CONSTRUCT_NATURES: ItemDef[] = [
  { id: 1, key_name: '新建', key_name_en: 'New build' },
  { id: 2, key_name: '扩建', key_name_en: 'Extension' },
  { id: 3, key_name: '改建', key_name_en: 'Conversion' },
  { id: 4, key_name: '技改', key_name_en: 'Technical upgrade' },
  { id: 5, key_name: '购置', key_name_en: 'Purchase' },
  { id: 6, key_name: '信息化', key_name_en: 'Digitalisation' },
];

/** Classes as the ledger has them. */
export const LEDGER_TYPES: ItemDef[] = [...PROJECT_TYPES, { ...NOT_STATED, code: 'N' }];

/** What a plan by month is of. */
export const PLAN_KINDS: ItemDef[] = [
  { id: 1, key_name: '投资计划', key_name_en: 'Investment' },
  { id: 2, key_name: '资金计划', key_name_en: 'Funds' },
  { id: 3, key_name: '基准计划', key_name_en: 'Baseline' },
];

export const IN_FORCE: ItemDef[] = [
  { id: 1, key_name: '现行', key_name_en: 'In force' },
  { id: 0, key_name: '已失效', key_name_en: 'No longer' },
];

export const EXEC_SOURCES: ItemDef[] = [
  { id: 1, key_name: '单位填报', key_name_en: 'The unit' },
  { id: 2, key_name: '财务接口', key_name_en: 'Finance system' },
  { id: 3, key_name: '付款登记', key_name_en: 'Payments' },
];
