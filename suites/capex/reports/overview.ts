import { defineBoard } from '#protocol/meta/board/board.ts';
import { defineReport, type ReportMeasureDef } from '#protocol/meta/report.ts';
import { DONE, MONTHS, PAID, PLAN, planned } from './execution.ts';

const PROJECT = { name: 'project', fields: 'project_entity', notnull: 1 } as const;
const rate = (of: 'done' | 'paid'): ReportMeasureDef => ({
  ...{ name: `${of}_rate`, calc: `${of}/plan`, percent: 1 },
  ...(of === 'done' ? { key_name: '完成率', key_name_en: 'Done' } : { key_name: '支付率', key_name_en: 'Paid' }),
});

/** Baseline, work done and payment of one project by years. */
export const projectYears = defineReport({
  ...{ uid: 'capex.r.years', report_name: 'project_years', key_name: '项目分年度执行', key_name_en: 'A project by years' },
  sources: planned(3),
  searchs: { fields: [PROJECT] },
  targets: [{ ...MONTHS, name: 'year', key_name: '年份', key_name_en: 'Year', periods: ['YEAR'] }],
  indexs: [PLAN, DONE, PAID, rate('done'), rate('paid')],
});

/** All of one project on one sheet (CAPEX-09): what its ledger says, plan, work and money, its stages. */
export const projectOverview = defineBoard({
  ...{ uid: 'capex.b.overview', board_name: 'project_overview', key_name: '项目概览', key_name_en: 'Project overview' },
  record: { cloud: 'project', search: 'project' },
  columns: ['1fr', '1fr', '1fr', '1fr'],
  rows: ['auto', 'auto', '1fr', 'auto'],
  widgets: [
    {
      ...{ uid: 'capex.b.overview.facts', kind: 'record', key_name: '基本信息', key_name_en: 'Project', at: [1, 1, 4, 1] },
      fields:
        'code,department_entity,project_type,level,project_state,manager_entity,total_price,done_price,paid_price,progress,plan_begin,plan_end',
    },
    {
      ...{ uid: 'capex.b.overview.done', kind: 'figure', key_name: '完成投资', key_name_en: 'Work done' },
      ...{ report: 'project_years', index: ['done', 'plan', 'done_rate'], at: [1, 2, 2, 1] },
    },
    {
      ...{ uid: 'capex.b.overview.paid', kind: 'figure', key_name: '累计支付', key_name_en: 'Paid' },
      ...{ report: 'project_years', index: ['paid', 'plan', 'paid_rate'], at: [3, 2, 2, 1] },
    },
    {
      ...{ uid: 'capex.b.overview.curve', kind: 'report', key_name: '计划与完成', key_name_en: 'Plan and work' },
      ...{ report: 'project_curve', look: 'chart', at: [1, 3, 3, 1] },
    },
    {
      ...{ uid: 'capex.b.overview.stages', kind: 'list', key_name: '项目阶段', key_name_en: 'Stages' },
      ...{ cloud: 'project_stage', by: 'project_entity', fields: 'level,gate_state', at: [4, 3, 1, 2] },
    },
    {
      ...{ uid: 'capex.b.overview.years', kind: 'report', key_name: '分年度执行', key_name_en: 'By years' },
      ...{ report: 'project_years', look: 'table', at: [1, 4, 3, 1] },
    },
  ],
});
