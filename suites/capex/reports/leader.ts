import { defineBoard } from '#protocol/meta/board/board.ts';
import { defineReport, type ReportDef, type ReportMeasureDef } from '#protocol/meta/report.ts';
import { DONE, DUE, MONTHS, PAID, PLAN, planned, TYPE } from './execution.ts';
import { LEDGER, NUM, PART, TOTAL, UNIT } from './project.ts';

/** Who carries them out. */
export const projectByUnit = defineReport({
  ...{ uid: 'capex.r.byunit', report_name: 'project_by_unit', key_name: '项目单位统计', key_name_en: 'Projects by unit' },
  sources: LEDGER,
  searchs: { fields: [UNIT] },
  targets: [{ name: 'unit', fields: 'department_entity' }],
  indexs: [NUM, TOTAL, PART],
  order: '-total_price',
});

/** How far the units are with a year's plan: what was done or paid of the whole of it. */
const byUnit = (kind: 1 | 2, done: ReportMeasureDef): Pick<ReportDef, 'sources' | 'searchs' | 'targets' | 'indexs' | 'order'> => ({
  sources: planned(kind),
  searchs: { fields: [UNIT, TYPE] },
  targets: [
    { name: 'unit', fields: 'department_entity', sub: 1 },
    { ...MONTHS, value: 'now' },
  ],
  indexs: [
    ...[PLAN, done, DUE],
    { name: 'rate', calc: `${done.name}/plan`, percent: 1, key_name: '执行率', key_name_en: 'Rate' },
    { name: 'due_rate', calc: 'due/plan', percent: 1, key_name: '应完成', key_name_en: 'Due to date' },
  ],
  order: '-rate',
});

/** The year's investment plan by unit, and what was done of it. */
export const unitInvestment = defineReport({
  ...{ uid: 'capex.r.unitinvest', report_name: 'unit_investment', key_name: '单位投资计划执行', key_name_en: 'Investment plan by unit' },
  ...byUnit(1, DONE),
});

/** The year's fund plan by unit, and what was paid of it. */
export const unitFunds = defineReport({
  ...{ uid: 'capex.r.unitfund', report_name: 'unit_funds', key_name: '单位资金计划执行', key_name_en: 'Fund plan by unit' },
  ...byUnit(2, PAID),
});

const classOf = (value: '1' | '2' | '3', letter: string, column: number) => ({
  ...{ uid: `capex.b.ei.class${value}`, kind: 'figure' as const, key_name: `${letter} 类`, key_name_en: `Class ${letter}` },
  ...{ report: 'project_by_class', index: ['total_price', 'complete', 'under'], bar: 1 as const, count: 'num' },
  ...{ filters: { type: value }, at: [column, 1, 2, 1] as [number, number, number, number] },
});
const STAGES = { report: 'project_by_stage', key_name: '按阶段', key_name_en: 'By stage' };
const CLASSES = { report: 'project_by_class', key_name: '按类别', key_name_en: 'By class' };
const SUBJECTS = { report: 'project_by_subject', key_name: '按投资主体', key_name_en: 'By investing entity' };
const UNITS = { report: 'project_by_unit', key_name: '按单位', key_name_en: 'By unit' };
const INVEST = { key_name: '投资', key_name_en: 'Investment' };
const FUNDS = { key_name: '资金', key_name_en: 'Funds' };

/** The leadership view (CAPEX-02): where projects and money stand, and from each figure to the records that make it. */
export const leaderView = defineBoard({
  ...{ uid: 'capex.b.ei', board_name: 'EI', key_name: '领导驾驶舱', key_name_en: 'Leadership view' },
  flag: 'EI',
  columns: ['1fr', '1fr', '1fr', '1fr', '1fr', '1fr', '1fr', '1fr', '1fr', '1fr', '1fr', '1fr'],
  rows: ['auto', 'auto', '1fr', 'auto'],
  searchs: ['department'],
  widgets: [
    {
      ...{ uid: 'capex.b.ei.total', kind: 'figure', key_name: '项目总投资', key_name_en: 'Total investment' },
      ...{ report: 'project_by_class', index: ['total_price', 'complete', 'under'], bar: 1, count: 'num', at: [1, 1, 2, 1] },
    },
    classOf('1', 'A', 3),
    classOf('2', 'B', 5),
    classOf('3', 'C', 7),
    {
      ...{ uid: 'capex.b.ei.invest', kind: 'figure', key_name: '本年投资计划执行率', key_name_en: 'Investment plan done' },
      ...{ report: 'unit_investment', index: ['rate', 'due_rate', 'done'], at: [9, 1, 2, 1] },
    },
    {
      ...{ uid: 'capex.b.ei.fund', kind: 'figure', key_name: '本年资金计划执行率', key_name_en: 'Fund plan paid' },
      ...{ report: 'unit_funds', index: ['rate', 'due_rate', 'paid'], at: [11, 1, 2, 1] },
    },
    {
      ...{ uid: 'capex.b.ei.stage', kind: 'report', key_name: '各阶段项目', key_name_en: 'Projects by stage' },
      ...{ report: 'project_by_stage', index: ['num', 'total_price'], lines: 10, at: [1, 2, 3, 1] },
    },
    {
      ...{ uid: 'capex.b.ei.subject', kind: 'report', key_name: '投资主体', key_name_en: 'Investing entities' },
      reports: [SUBJECTS, CLASSES],
      ...{ index: ['num', 'total_price'], lines: 4, at: [1, 3, 3, 1] },
    },
    {
      ...{ uid: 'capex.b.ei.map', kind: 'report', key_name: '地区分布', key_name_en: 'By region' },
      ...{ report: 'project_map', look: 'chart', at: [4, 2, 6, 2] },
    },
    {
      ...{ uid: 'capex.b.ei.year', kind: 'report', key_name: '年度执行', key_name_en: 'The year' },
      reports: [
        { report: 'year_execution', ...INVEST },
        { report: 'fund_execution', ...FUNDS },
      ],
      ...{ look: 'chart', year: 1, at: [10, 2, 3, 2] },
    },
    {
      ...{ uid: 'capex.b.ei.table', kind: 'report', key_name: '项目明细', key_name_en: 'Projects in detail' },
      reports: [STAGES, CLASSES, SUBJECTS, UNITS],
      ...{ look: 'table', index: ['num', 'total_price', 'part'], at: [1, 4, 7, 1] },
    },
    {
      ...{ uid: 'capex.b.ei.unit', kind: 'report', key_name: '单位计划执行', key_name_en: 'Plans by unit' },
      reports: [
        { report: 'unit_investment', ...INVEST, index: ['rate', 'done', 'plan'] },
        { report: 'unit_funds', ...FUNDS, index: ['rate', 'paid', 'plan'] },
      ],
      ...{ mark: 'due_rate', year: 1, at: [8, 4, 5, 1] },
    },
  ],
});
