import { describe, expect, it } from 'vitest';
import type { ReportDef } from '#protocol/meta/report.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from '../check.ts';

const place = [field('lat', { data_type: 'int' }), field('lon', { data_type: 'int' }), field('tag', { data_type: 'text', length: 8 })];
const tables = [
  testTable('land', { fields: place }),
  testTable('town', {
    fields: [
      ...place,
      field('land_entity', { data_type: 'entity', source: 'land' }),
      field('twin_entity', { data_type: 'entity', source: 'town' }),
    ],
  }),
  testTable('sight', {
    fields: [
      field('land_entity', { data_type: 'entity', source: 'land' }),
      field('town_entity', { data_type: 'entity', source: 'town' }),
      field('day', { data_type: 'date' }),
    ],
  }),
];
const WHERE = { row: 'lat', col: 'lon' };
const BELOW = { ...WHERE, in: 'land_entity' };
const good: ReportDef = {
  ...{ uid: 'r', report_name: 'sights', key_name: '景点', key_name_en: 'Sights', type: 'REPORT' },
  sources: [{ name: 's', cloud: 'sight' }],
  targets: [
    { name: 'land', fields: 'land_entity', sub: 1 },
    { name: 'town', fields: 'town_entity' },
    { name: 'day', fields: 'day', type: 'DATE' },
  ],
  indexs: [{ name: 'num', of: 'count' }],
  drill: { path: ['land', 'town'] },
  chart: { kind: 'map', x: 'land', place: WHERE, below: BELOW },
};
const wrong = (rest: object) =>
  checkSuites([testSuite(tables, { reports: [{ ...good, ...rest }] })]).errors.map(
    ({ path, reason }) => `${path.slice('reports[sights].'.length)}: ${reason}`,
  );
const below = (of: object) => ({ chart: { ...good.chart!, below: { ...BELOW, ...of } } });

describe('META-01 a map of what stands under a place', () => {
  it.each<[string, object]>([
    ['as it should be', {}],
    ['with a name and a code', below({ short: 'tag', code: 'tag' })],
  ])('%s is taken', (_, rest) => expect(wrong(rest)).toEqual([]));
  it.each<[string, object, string]>([
    ['without a way down', { drill: undefined }, 'chart.below: nothing stands under its places'],
    ['of days', { drill: { path: ['land', 'day'] } }, 'chart.below: day is no reference to records that stand on a map'],
    ['by a field that there is not', below({ row: 'lot' }), 'chart.below.row: unknown field lot of town'],
    ['by a text', below({ col: 'tag' }), 'chart.below.col: tag, a text, is no int'],
    ['in an unknown place', below({ in: 'lamd_entity' }), 'chart.below.in: unknown field lamd_entity of town'],
    ['in a place of another kind', below({ in: 'twin_entity' }), 'chart.below.in: twin_entity names no record of land'],
    ['in a number', below({ in: 'lat' }), 'chart.below.in: lat names no record of land'],
    ['of bars', { drill: undefined, chart: { kind: 'bar', x: 'land', below: BELOW } }, 'chart.below: only a map has places'],
  ])('%s is refused, with what is wrong', (_, rest, said) => expect(wrong(rest)).toContain(said));
});
