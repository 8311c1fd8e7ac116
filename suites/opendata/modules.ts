import type { ModuleDef } from '#protocol/meta/suite.ts';

export const openData: ModuleDef = {
  uid: 'opendata.module',
  code: 'data',
  key_name: '公开数据',
  key_name_en: 'Open data',
  flag: 'zb',
  order: 10,
  menus: [
    { uid: 'opendata.menu.power', key_name: '电力机组', key_name_en: 'Power units', type: 'TAB', icon: 'chart', cloud: 'power_unit' },
    {
      ...{ uid: 'opendata.menu.r.power', key_name: '电力装机分布', key_name_en: 'Power by province' },
      ...{ type: 'TAB', icon: 'chart', cloud: 'power_unit', url: '/report/power_map' },
    },
    {
      uid: 'opendata.menu.city',
      key_name: '城市项目报告',
      key_name_en: 'City project reports',
      type: 'TAB',
      icon: 'building',
      cloud: 'city_project_report',
    },
    {
      ...{ uid: 'opendata.menu.r.city', key_name: '城市项目按机构', key_name_en: 'City projects by agency' },
      ...{ type: 'TAB', icon: 'chart', cloud: 'city_project_report', url: '/report/city_by_agency' },
    },
    {
      ...{ uid: 'opendata.menu.budgets', key_name: '城市项目预算增减', key_name_en: 'Budget changes of city projects' },
      ...{ type: 'TAB', icon: 'chart', cloud: 'city_project_report', url: '/report/city_budgets' },
    },
  ],
};
