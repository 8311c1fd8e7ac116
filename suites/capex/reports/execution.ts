import type { ReportDef, ReportMeasureDef, ReportSearchDef, ReportTargetDef } from '#protocol/meta/report.ts';
import { defineReport } from '#protocol/meta/report.ts';

/** What was done and paid in each month: of a month of the past, what had come by then. */
const EXEC: ReportDef['sources'][number] = { name: 'exec', cloud: 'fund_exec', past: 'until' };

/** A kind of plan beside what was done and paid: each counted for itself, month by month. */
export const planned = (kind: 1 | 2 | 3): ReportDef['sources'] => [
  { name: 'plan', cloud: 'plan_month', where: `kind=${kind}&current=1`, past: 'period' },
  EXEC,
];
const UNIT: ReportSearchDef = { name: 'department', fields: 'department_entity', op: 'below' };
export const TYPE: ReportSearchDef = { name: 'type', fields: 'project_type', op: 'in' };
export const MONTHS: ReportTargetDef = { name: 'month', fields: 'period', type: 'DATE', periods: ['MONTH', 'QUARTER', 'YEAR'] };
export const PLAN: ReportMeasureDef = { name: 'plan', of: 'sum', source: 'plan', field: 'price' };
export const DONE: ReportMeasureDef = { name: 'done', of: 'sum', source: 'exec', field: 'done_price' };
export const PAID: ReportMeasureDef = { name: 'paid', of: 'sum', source: 'exec', field: 'paid_price' };
/** What is planned up to the month in which one looks. */
export const DUE: ReportMeasureDef = { ...PLAN, name: 'due', until: 'as_of', key_name: '截至本月计划', key_name_en: 'Planned to date' };
const PLAN_RUN: ReportMeasureDef = { name: 'plan_run', run: 'plan', key_name: '累计计划', key_name_en: 'Plan to date' };
const DONE_RUN: ReportMeasureDef = {
  ...{ name: 'done_run', run: 'done', until: 'as_of' },
  ...{ key_name: '累计完成', key_name_en: 'Done to date' },
};
const PAID_RUN: ReportMeasureDef = {
  ...{ name: 'paid_run', run: 'paid', until: 'as_of' },
  ...{ key_name: '累计支付', key_name_en: 'Paid to date' },
};

/** The year's investment plan, what was done of it, and last year beside it. */
export const yearExecution = defineReport({
  uid: 'capex.r.year',
  report_name: 'year_execution',
  key_name: '年度投资计划执行',
  key_name_en: 'Plan and execution',
  type: 'REPORT',
  chart: { kind: 'curve', x: 'month', y: ['plan_run', 'done_run'], dash: ['plan_run'] },
  sources: planned(1),
  searchs: { fields: [UNIT, TYPE] },
  targets: [{ ...MONTHS, fill: 1, value: 'now' }],
  indexs: [
    PLAN,
    DONE,
    PLAN_RUN,
    DONE_RUN,
    { name: 'rate', calc: 'done_run/plan_run', percent: 1, key_name: '执行率', key_name_en: 'Rate' },
  ],
  compare: ['year'],
});

/** How much of the year's investment plan is done. */
export const yearRate = defineReport({
  uid: 'capex.r.rate',
  report_name: 'year_rate',
  key_name: '年度投资计划完成率',
  key_name_en: "The year's plan done",
  type: 'REPORT',
  chart: { kind: 'gauge', y: ['done'], full: 'plan', bounds: ['0.6', '0.9'] },
  sources: planned(1),
  searchs: { fields: [UNIT, TYPE] },
  targets: [
    { name: 'type', fields: 'project_type', sub: 1 },
    { ...MONTHS, value: 'now' },
  ],
  indexs: [DONE, PLAN, { name: 'rate', calc: 'done/plan', percent: 1, key_name: '执行率', key_name_en: 'Rate' }],
});

/** The year's fund plan and what was paid of it, by unit and month. */
export const fundExecution = defineReport({
  uid: 'capex.r.fund',
  report_name: 'fund_execution',
  key_name: '年度资金计划执行',
  key_name_en: 'Fund plan and payment',
  type: 'REPORT',
  chart: { kind: 'bar', x: 'month', y: ['plan', 'paid'], dash: ['plan'] },
  sources: planned(2),
  searchs: { fields: [UNIT, TYPE] },
  targets: [
    { name: 'unit', fields: 'department_entity', sub: 1 },
    { ...MONTHS, value: 'now' },
  ],
  indexs: [
    ...[PLAN, PAID, PLAN_RUN, PAID_RUN],
    { name: 'rate', calc: 'paid_run/plan_run', percent: 1, key_name: '执行率', key_name_en: 'Rate' },
  ],
  compare: ['year'],
});

/** What was done and paid, by unit below the group and class down and by year across. */
export const unitByYear = defineReport({
  ...{ uid: 'capex.r.unityear', report_name: 'unit_year', key_name: '单位年度支付', key_name_en: 'Paid by unit and year' },
  type: 'PIVOT',
  sources: [EXEC],
  searchs: { fields: [UNIT, TYPE] },
  targets: [
    { name: 'unit', fields: 'department_entity', type: 'TIER', tier: 2, sub: 1 },
    { name: 'type', fields: 'project_type' },
    { name: 'year', fields: 'period', type: 'DATE', periods: ['YEAR', 'QUARTER', 'MONTH'], axis: 'column' },
  ],
  indexs: [DONE, PAID, { name: 'rate', calc: 'paid/done', percent: 1, key_name: '支付率', key_name_en: 'Paid of done' }],
});

const RATE = { name: 'rate', percent: 1, key_name: '执行率', key_name_en: 'Rate' } as const;
const CLASS: ReportTargetDef = { name: 'type', fields: 'project_type' };
const PROJECT: ReportTargetDef = { name: 'project', fields: 'project_entity' };
/** Of a year, by something else than its months. */
const yearBy = (target: ReportTargetDef): ReportDef['targets'] => [
  { ...target, sub: 1 },
  { ...MONTHS, value: 'now' },
];

/** The year's investment plan and what was done of it, by what the desktop lists (DESK-01). */
const planBy = (name: string, by: ReportTargetDef, labels: Pick<ReportDef, 'key_name' | 'key_name_en'>) =>
  defineReport({
    ...{ uid: `capex.r.plan.${name}`, report_name: `plan_by_${name}`, ...labels },
    sources: planned(1),
    searchs: { fields: [UNIT, TYPE] },
    targets: yearBy(by),
    indexs: [PLAN, DONE, { ...RATE, calc: 'done/plan' }],
    order: '-plan',
  });
/** The year's fund plan and what was paid of it, likewise. */
const fundBy = (name: string, by: ReportTargetDef, labels: Pick<ReportDef, 'key_name' | 'key_name_en'>) =>
  defineReport({
    ...{ uid: `capex.r.fund.${name}`, report_name: `fund_by_${name}`, ...labels },
    sources: planned(2),
    searchs: { fields: [UNIT, TYPE] },
    targets: yearBy(by),
    indexs: [PLAN, PAID, { ...RATE, calc: 'paid/plan' }],
    order: '-plan',
  });

export const executionByClassAndProject = [
  planBy('class', CLASS, { key_name: '各类投资计划执行', key_name_en: 'Plan and execution by class' }),
  planBy('project', PROJECT, { key_name: '各项目投资计划执行', key_name_en: 'Plan and execution by project' }),
  fundBy('class', CLASS, { key_name: '各类资金计划执行', key_name_en: 'Fund plan and payment by class' }),
  fundBy('project', PROJECT, { key_name: '各项目资金计划执行', key_name_en: 'Fund plan and payment by project' }),
];

/** Baseline, work done and payment of one project: done and paid end with the month in which one looks. */
export const projectCurve = defineReport({
  uid: 'capex.r.curve',
  report_name: 'project_curve',
  key_name: '三条曲线',
  key_name_en: 'S-curve',
  type: 'REPORT',
  chart: { kind: 'curve', x: 'month', y: ['plan_run', 'done_run', 'paid_run'], dash: ['plan_run'] },
  sources: planned(3),
  searchs: { fields: [{ name: 'project', fields: 'project_entity', notnull: 1 }] },
  targets: [{ ...MONTHS, fill: 1 }],
  indexs: [PLAN, DONE, PAID, PLAN_RUN, DONE_RUN, PAID_RUN],
});
