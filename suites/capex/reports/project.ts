import type { ReportDef, ReportMeasureDef, ReportSearchDef } from '#protocol/meta/report.ts';
import { defineReport } from '#protocol/meta/report.ts';

/** The ledger without what was stopped. */
export const LEDGER: ReportDef['sources'] = [{ name: 'p', cloud: 'project', where: 'project_state!=6', past: 'history' }];
export const UNIT: ReportSearchDef = { name: 'department', fields: 'department_entity', op: 'below' };
const TYPE: ReportSearchDef = { name: 'type', fields: 'project_type', op: 'in' };
export const NUM: ReportMeasureDef = { name: 'num', of: 'count', key_name: '项目数', key_name_en: 'Projects' };
export const TOTAL: ReportMeasureDef = { name: 'total_price', of: 'sum', field: 'total_price' };
const UNDER: ReportMeasureDef = { ...TOTAL, name: 'under', where: 'project_state=2', key_name: '在建', key_name_en: 'Under way' };
const COMPLETE: ReportMeasureDef = {
  ...{ ...TOTAL, name: 'complete', where: 'project_state in (3,4)' },
  ...{ key_name: '已竣工', key_name_en: 'Completed' },
};
const DONE: ReportMeasureDef = { name: 'done_price', of: 'sum', field: 'done_price' };
const PAID: ReportMeasureDef = { name: 'paid_price', of: 'sum', field: 'paid_price' };
export const PART: ReportMeasureDef = { name: 'part', share: 'total_price', percent: 1, key_name: '占比', key_name_en: 'Share' };

const RATES: readonly ReportMeasureDef[] = [
  { name: 'done_rate', calc: 'done_price/total_price', percent: 1, key_name: '完成率', key_name_en: 'Done' },
  { name: 'paid_rate', calc: 'paid_price/done_price', percent: 1, key_name: '支付率', key_name_en: 'Paid of done' },
];

/** Classes by stage. */
export const projectByClass = defineReport({
  uid: 'capex.r.class',
  report_name: 'project_by_class',
  key_name: '各类项目分阶段',
  key_name_en: 'Classes by stage',
  sources: LEDGER,
  searchs: { fields: [UNIT, TYPE] },
  targets: [
    { name: 'type', fields: 'project_type', sub: 1 },
    { name: 'level', fields: 'level' },
  ],
  indexs: [NUM, TOTAL, UNDER, COMPLETE, PART],
  type: 'REPORT',
  chart: { kind: 'bar', PIE: 1, x: 'level', y: ['total_price'], split: 'type' },
});

/** Where they are. */
export const projectByRegion = defineReport({
  uid: 'capex.r.map',
  report_name: 'project_map',
  key_name: '地区分布',
  key_name_en: 'By region',
  sources: LEDGER,
  searchs: { fields: [UNIT, TYPE] },
  targets: [
    { name: 'province', fields: 'province_entity', sub: 1 },
    { name: 'city', fields: 'city_entity' },
  ],
  indexs: [NUM, TOTAL, UNDER, COMPLETE, PART],
  order: '-total_price',
  type: 'REPORT',
  drill: { path: ['province', 'city'] },
  chart: {
    ...{ kind: 'map', x: 'province', y: ['num', 'total_price'] },
    place: { row: 'grid_row', col: 'grid_col', short: 'short_name', short_en: 'short_en', code: 'code' },
    below: { row: 'grid_row', col: 'grid_col', short: 'short_name', short_en: 'en_name', code: 'code', in: 'province_entity' },
  },
});

/** What each unit began in each year, and how far it is done and paid. */
export const unitByBegin = defineReport({
  uid: 'capex.r.unit',
  report_name: 'unit_begin',
  key_name: '单位年度开工',
  key_name_en: 'Started by unit and year',
  sources: LEDGER,
  searchs: { fields: [UNIT, TYPE] },
  targets: [
    { name: 'unit', fields: 'department_entity', sub: 1 },
    { name: 'begin', fields: 'plan_begin', type: 'DATE', periods: ['YEAR', 'QUARTER', 'MONTH', 'DAILY'] },
  ],
  indexs: [NUM, TOTAL, DONE, PAID, ...RATES],
  type: 'REPORT',
  chart: { kind: 'bar', x: 'unit', y: ['total_price', 'done_price', 'paid_price'], dash: ['total_price'] },
});

/** What each unit invests with all below it. */
export const unitTree = defineReport({
  ...{ uid: 'capex.r.unittree', report_name: 'unit_tree', key_name: '各级单位投资', key_name_en: 'Investment by unit' },
  type: 'TREE',
  sources: LEDGER,
  searchs: { fields: [UNIT, TYPE] },
  targets: [{ name: 'unit', fields: 'department_entity' }],
  indexs: [NUM, TOTAL, PART, DONE, PAID, ...RATES],
});
