import type { RoleDef } from '#protocol/meta/suite.ts';

/** Reads the open data that the own department follows. */
export const dataReader: RoleDef = {
  uid: 'opendata.role.data_reader',
  code: 'data_reader',
  key_name: '部门数据查阅',
  key_name_en: 'Department data reader',
  flags: ['zb'],
  grants: [
    { group: 'power_unit', scope: 1, items: ['List'] },
    { group: 'city_project_report', scope: 1, items: ['List'] },
  ],
};
