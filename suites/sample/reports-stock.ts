import { defineReport, type ReportDef } from '#protocol/meta/report.ts';

const SOURCES: ReportDef['sources'] = [{ name: 's', cloud: 'sample_stock', past: 'period' }];
const SEARCHS: ReportDef['searchs'] = {
  fields: [
    { name: 'site', fields: 'site_entity', op: 'in' },
    { name: 'part', fields: 'key_name', op: 'like' },
  ],
};
const SITE: ReportDef['targets'][number] = { name: 'site', fields: 'site_entity', attr: ['code', 'voltage', 'built'] };
const MONTH: ReportDef['targets'][number] = { name: 'month', fields: 'month', type: 'DATE', periods: ['MONTH', 'QUARTER', 'YEAR'] };
/** What is in store is added up across parts and sites, and of a year its last month tells. */
const QTY: ReportDef['indexs'][number] = {
  name: 'qty',
  of: 'sum',
  field: 'qty',
  last: 1,
  link: { cloud: 'sample_device', on: 'site_entity' },
};
const WORTH: ReportDef['indexs'][number] = {
  ...{ name: 'worth', of: 'sum', field: 'qty', times: 'price', last: 1, key_name: '库存金额', key_name_en: 'Worth' },
};
const EACH: ReportDef['indexs'][number] = { name: 'each', calc: 'worth/qty', key_name: '平均单价', key_name_en: 'Each on average' };

/** What is in store, month by month. */
export const sampleStores = defineReport({
  uid: 'sample.r.stores',
  report_name: 'sample_stores',
  key_name: '备件库存统计',
  key_name_en: 'Parts in store',
  type: 'REPORT',
  sources: SOURCES,
  searchs: SEARCHS,
  targets: [
    { ...SITE, sub: 1 },
    { ...MONTH, value: 'now' },
  ],
  indexs: [QTY, WORTH, { name: 'parts', of: 'distinct', field: 'key_name', key_name: '备件种类', key_name_en: 'Kinds of parts' }, EACH],
  compare: ['year'],
  chart: { kind: 'line', x: 'month', y: ['worth'] },
});

/** The same with sites down and months across. */
export const sampleStoresAcross = defineReport({
  uid: 'sample.r.storesacross',
  report_name: 'sample_stores_across',
  key_name: '各站库存走势',
  key_name_en: 'Stores by month',
  type: 'PIVOT',
  sources: SOURCES,
  searchs: SEARCHS,
  targets: [
    { ...SITE, attr: ['code', 'voltage'] },
    { ...MONTH, value: 'now', axis: 'column' },
  ],
  indexs: [QTY, WORTH, EACH],
});
