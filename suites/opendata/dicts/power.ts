import type { DictDef } from '#protocol/meta/suite.ts';

/** Ids follow scripts/opendata/power.ts, which packs the source's English words. */
export const powerKind: DictDef = {
  uid: 'opendata.dict.power_kind',
  code: 'power_kind',
  key_name: '电源类型',
  key_name_en: 'Kind of plant',
  items: [
    { id: 1, key_name: '煤电', key_name_en: 'Coal' },
    { id: 2, key_name: '水电', key_name_en: 'Hydro' },
    { id: 3, key_name: '核电', key_name_en: 'Nuclear' },
  ],
};

export const powerStatus: DictDef = {
  uid: 'opendata.dict.power_status',
  code: 'power_status',
  key_name: '机组状态',
  key_name_en: 'Status',
  items: [
    { id: 1, key_name: '运行', key_name_en: 'Operating', look: 'done' },
    { id: 2, key_name: '在建', key_name_en: 'Construction', look: 'doing' },
    { id: 3, key_name: '已核准', key_name_en: 'Permitted', look: 'plan' },
    { id: 4, key_name: '核准前', key_name_en: 'Pre-permit', look: 'plan' },
    { id: 5, key_name: '开工前', key_name_en: 'Pre-construction', look: 'plan' },
    { id: 6, key_name: '已公布', key_name_en: 'Announced', look: 'plan' },
    { id: 7, key_name: '搁置', key_name_en: 'Shelved', look: 'draft' },
    { id: 8, key_name: '已取消', key_name_en: 'Cancelled', look: 'draft' },
    { id: 9, key_name: '封存', key_name_en: 'Mothballed', look: 'draft' },
    { id: 10, key_name: '停用', key_name_en: 'Inactive', look: 'draft' },
    { id: 11, key_name: '已退役', key_name_en: 'Retired', look: 'draft' },
  ],
};

export const powerTechnology: DictDef = {
  uid: 'opendata.dict.power_technology',
  code: 'power_technology',
  key_name: '技术类型',
  key_name_en: 'Technology',
  items: [
    { id: 1, key_name: '亚临界', key_name_en: 'Subcritical' },
    { id: 2, key_name: '超临界', key_name_en: 'Supercritical' },
    { id: 3, key_name: '超超临界', key_name_en: 'Ultra-supercritical' },
    { id: 4, key_name: '循环流化床', key_name_en: 'Circulating fluidised bed' },
    { id: 5, key_name: '整体煤气化联合循环', key_name_en: 'IGCC' },
    { id: 6, key_name: '整体煤气化联合循环（带碳捕集）', key_name_en: 'IGCC with carbon capture' },
    { id: 7, key_name: '未说明（带碳捕集）', key_name_en: 'Not stated, with carbon capture' },
    { id: 8, key_name: '常规蓄水', key_name_en: 'Conventional storage' },
    { id: 9, key_name: '抽水蓄能', key_name_en: 'Pumped storage' },
    { id: 10, key_name: '径流式', key_name_en: 'Run-of-river' },
    { id: 11, key_name: '常规蓄水兼抽水蓄能', key_name_en: 'Conventional and pumped storage' },
    { id: 12, key_name: '常规蓄水兼径流式', key_name_en: 'Conventional and run-of-river' },
    { id: 13, key_name: '压水堆', key_name_en: 'Pressurised water reactor' },
    { id: 14, key_name: '高温气冷堆', key_name_en: 'High-temperature gas reactor' },
    { id: 15, key_name: '快中子增殖堆', key_name_en: 'Fast breeder reactor' },
    { id: 16, key_name: '熔盐堆', key_name_en: 'Molten salt reactor' },
    { id: 99, key_name: '未说明', key_name_en: 'Not stated' },
  ],
};

export const placeAccuracy: DictDef = {
  uid: 'opendata.dict.place_accuracy',
  code: 'place_accuracy',
  key_name: '坐标精度',
  key_name_en: 'Accuracy of the position',
  items: [
    { id: 1, key_name: '准确', key_name_en: 'Exact' },
    { id: 2, key_name: '近似', key_name_en: 'Approximate' },
  ],
};
