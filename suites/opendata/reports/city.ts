import { defineReport } from '#protocol/meta/report.ts';

/** What New York City reported: projects, budgets and slips by agency and phase. */
export const cityByAgency = defineReport({
  uid: 'opendata.r.city',
  report_name: 'city_by_agency',
  key_name: '城市项目按机构',
  key_name_en: 'City projects by agency',
  sources: [{ name: 'c', cloud: 'city_project_report' }],
  searchs: {
    fields: [
      { name: 'agency', fields: 'department_entity', op: 'in' },
      { name: 'phase', fields: 'phase', op: 'in' },
      { name: 'completion', fields: 'forecast_completion', op: 'range' },
    ],
  },
  targets: [
    { name: 'agency', fields: 'department_entity', sub: 1 },
    { name: 'reported', fields: 'report_date', type: 'DATE', periods: ['YEAR', 'QUARTER', 'MONTH', 'DAILY'] },
  ],
  indexs: [
    { name: 'num', of: 'count', key_name: '报告数', key_name_en: 'Reports' },
    { name: 'projects', of: 'distinct', field: 'pid', key_name: '项目数', key_name_en: 'Projects' },
    { name: 'budget', of: 'max', field: 'budget', key_name: '最大预算', key_name_en: 'Largest budget' },
    { name: 'changes', of: 'sum', field: 'budget_change', key_name: '预算增减', key_name_en: 'Budget changes' },
    { name: 'slipped', of: 'count', where: 'schedule_change>0', key_name: '延后的报告', key_name_en: 'Slipped' },
    { name: 'told', of: 'count', where: 'schedule_change is not empty', key_name: '有工期说明的报告', key_name_en: 'With a schedule' },
    { name: 'rate', calc: 'slipped/told', percent: 1, key_name: '延后率', key_name_en: 'Slip rate' },
  ],
  type: 'REPORT',
  chart: { kind: 'line', x: 'reported', y: ['num', 'slipped', 'rate'] },
});

/** How the budgets of city projects rose and fell from report to report. */
export const cityBudgets = defineReport({
  uid: 'opendata.r.budgets',
  report_name: 'city_budgets',
  key_name: '城市项目预算增减',
  key_name_en: 'Budget changes of city projects',
  sources: [{ name: 'c', cloud: 'city_project_report' }],
  searchs: {
    fields: [
      { name: 'agency', fields: 'department_entity', op: 'in' },
      { name: 'phase', fields: 'phase', op: 'in' },
    ],
  },
  targets: [{ name: 'reported', fields: 'report_date', type: 'DATE', periods: ['YEAR', 'QUARTER', 'MONTH'] }],
  indexs: [
    { name: 'changes', of: 'sum', field: 'budget_change', key_name: '预算增减', key_name_en: 'Budget changes' },
    { name: 'rises', of: 'sum', field: 'budget_change', where: 'budget_change>0', key_name: '增加', key_name_en: 'Rises' },
    { name: 'falls', of: 'sum', field: 'budget_change', where: 'budget_change<0', key_name: '减少', key_name_en: 'Falls' },
    { name: 'num', of: 'count', key_name: '报告数', key_name_en: 'Reports' },
  ],
  type: 'REPORT',
  chart: { kind: 'waterfall', x: 'reported', y: ['changes'] },
});
