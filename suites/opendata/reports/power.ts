import { defineReport } from '#protocol/meta/report.ts';

/** Where China's power units stand, by province and kind, and how many megawatts they have. */
export const powerMap = defineReport({
  uid: 'opendata.r.power',
  report_name: 'power_map',
  key_name: '电力装机分布',
  key_name_en: 'Power by province',
  sources: [{ name: 'u', cloud: 'power_unit' }],
  searchs: {
    fields: [
      { name: 'kind', fields: 'kind', op: 'in' },
      { name: 'status', fields: 'status', op: 'in' },
    ],
  },
  targets: [
    { name: 'province', fields: 'province_entity', sub: 1 },
    { name: 'kind', fields: 'kind' },
  ],
  indexs: [
    { name: 'capacity', of: 'sum', field: 'capacity_mw' },
    { name: 'num', of: 'count', key_name: '机组数', key_name_en: 'Units' },
    { name: 'part', share: 'capacity', percent: 1, key_name: '占比', key_name_en: 'Share' },
  ],
  order: '-capacity',
  type: 'REPORT',
  drill: { path: ['province', 'kind'] },
  chart: {
    ...{ kind: 'map', x: 'province', y: ['capacity', 'num'] },
    place: { row: 'grid_row', col: 'grid_col', short: 'short_name', short_en: 'short_en', code: 'code' },
  },
});
