import type { DictDef } from '#protocol/meta/suite.ts';

export const subjectKind: DictDef = {
  uid: 'capex.dict.subject_kind',
  code: 'subject_kind',
  key_name: '主体类别',
  key_name_en: 'Kind of entity',
  items: [
    { id: 1, key_name: '集团', key_name_en: 'Group' },
    { id: 2, key_name: '二级单位', key_name_en: 'Subsidiary' },
    { id: 3, key_name: '三级单位', key_name_en: 'Second-tier subsidiary' },
    { id: 4, key_name: '参股单位', key_name_en: 'Associate' },
  ],
};

export const region: DictDef = {
  uid: 'capex.dict.region',
  code: 'region',
  key_name: '地区',
  key_name_en: 'Region',
  items: [
    { id: 1, key_name: '华北', key_name_en: 'North China' },
    { id: 2, key_name: '东北', key_name_en: 'Northeast China' },
    { id: 3, key_name: '华东', key_name_en: 'East China' },
    { id: 4, key_name: '华中', key_name_en: 'Central China' },
    { id: 5, key_name: '华南', key_name_en: 'South China' },
    { id: 6, key_name: '西南', key_name_en: 'Southwest China' },
    { id: 7, key_name: '西北', key_name_en: 'Northwest China' },
    { id: 8, key_name: '港澳台', key_name_en: 'Hong Kong, Macao and Taiwan' },
  ],
};

export const contentKind: DictDef = {
  uid: 'capex.dict.content_kind',
  code: 'content_kind',
  key_name: '建设内容',
  key_name_en: 'Kinds of work',
  items: [
    { id: 1, key_name: '建筑工程', key_name_en: 'Building work' },
    { id: 2, key_name: '安装工程', key_name_en: 'Installation' },
    { id: 3, key_name: '设备购置', key_name_en: 'Equipment' },
    { id: 4, key_name: '信息系统', key_name_en: 'Software' },
    { id: 5, key_name: '土地与拆迁', key_name_en: 'Land and clearance' },
  ],
};
