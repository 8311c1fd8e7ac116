import type { CompanyDef } from '#protocol/meta/demo.ts';

/** The demonstration: an invented group, and a second company that must never see it. */
export const demoCompanies: readonly CompanyDef[] = [
  {
    id: 1,
    key: 'demo',
    login_name: 'demo',
    key_name: '远山集团（演示）',
    key_name_en: 'Yuanshan Group (demonstration)',
    app_name: '资本性项目管理平台',
    app_name_en: 'Capital expenditure project management platform',
    copyright: '演示环境：远山集团及其人员、单位、金额均为虚构',
  },
  {
    id: 2,
    key: 'other',
    login_name: 'other',
    key_name: '他司（演示）',
    key_name_en: 'Other Company (demonstration)',
    app_name: '资本性项目管理平台',
    app_name_en: 'Capital expenditure project management platform',
    copyright: '演示环境：他司及其数据均为虚构',
  },
];
