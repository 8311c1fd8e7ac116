import type { RoleDef } from '#protocol/meta/suite.ts';

/** Reads all of the open data. */
export const dataAnalyst: RoleDef = {
  uid: 'opendata.role.data_analyst',
  code: 'data_analyst',
  key_name: '数据分析',
  key_name_en: 'Data analyst',
  flags: ['zb'],
  grants: [
    { group: 'power_unit', scope: 2, items: ['List', 'Export'] },
    { group: 'city_project_report', scope: 2, items: ['List'] },
  ],
};
