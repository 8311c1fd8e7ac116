import { defineReport } from '#protocol/meta/report.ts';

const SOURCES = [{ name: 't', cloud: 'sample_type' }];

/** By day, month, quarter or year, those without records too. */
export const sampleMonths = defineReport({
  uid: 'sample.r.months',
  report_name: 'sample_months',
  key_name: '按时间统计',
  key_name_en: 'Over time',
  sources: SOURCES,
  searchs: { fields: [{ name: 'state', fields: 'state', op: 'in' }] },
  targets: [{ name: 'day', fields: 'day', type: 'DATE', periods: ['MONTH', 'DAILY', 'QUARTER', 'YEAR'], fill: 1 }],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'price', of: 'sum', field: 'price' },
    { name: 'so_far', run: 'price', key_name: '累计', key_name_en: 'To date' },
    { name: 'average', calc: 'price/num', key_name: '平均', key_name_en: 'Average' },
  ],
  compare: ['last', 'year'],
  type: 'REPORT',
  chart: { kind: 'line', x: 'day', y: ['num', 'price'] },
});

/** Between bounds; the smallest, the largest, how many different. */
export const sampleBands = defineReport({
  uid: 'sample.r.bands',
  report_name: 'sample_bands',
  key_name: '按区间统计',
  key_name_en: 'By bands',
  sources: SOURCES,
  targets: [
    { name: 'state', fields: 'state', sub: 1 },
    { name: 'band', fields: 'price', type: 'BAND', bands: ['0', '100', '1000'] },
  ],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'part', share: 'num', percent: 1, key_name: '占比', key_name_en: 'Share' },
    { name: 'least', of: 'min', field: 'price', key_name: '最小', key_name_en: 'Least' },
    { name: 'most', of: 'max', field: 'price', key_name: '最大', key_name_en: 'Most' },
    { name: 'codes', of: 'distinct', field: 'code', key_name: '不同编码', key_name_en: 'Codes' },
  ],
  type: 'REPORT',
  chart: { kind: 'pie', x: 'state', y: ['num'], PIE: 1 },
});

/** Parts of each bar: what is split must be a count or a sum. */
export const sampleParts = defineReport({
  uid: 'sample.r.parts',
  report_name: 'sample_parts',
  key_name: '按区间分段统计',
  key_name_en: 'Parts of bands',
  sources: SOURCES,
  targets: [
    { name: 'band', fields: 'price', type: 'BAND', bands: ['0', '100', '1000'], sub: 1 },
    { name: 'state', fields: 'state' },
  ],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'price', of: 'sum', field: 'price' },
  ],
  type: 'REPORT',
  chart: { kind: 'bar', x: 'band', y: ['num'], split: 'state', PIE: 1 },
});
