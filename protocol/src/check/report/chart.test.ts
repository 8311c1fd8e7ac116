import { expect, it } from 'vitest';
import type { ReportDef } from '#protocol/meta/report.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from '../check.ts';

const items = [1, 2].map((id) => ({ id, key_name: `项 ${id}`, key_name_en: `Item ${id}` }));
const plan = testTable('plan', {
  fields: [
    field('amount', { data_type: 'numeric', length: '18,2', money: 1 }),
    field('days', { data_type: 'int', unit: '天', unit_en: 'days' }),
    field('kind', { data_type: 'select', items }),
    field('day', { data_type: 'date' }),
    field('area_entity', { data_type: 'entity', source: 'area' }),
  ],
});
const area = testTable('area', {
  fields: [field('lat', { data_type: 'int' }), field('lon', { data_type: 'int' }), field('tag', { data_type: 'text', length: 8 })],
});
const report = (rest: object): ReportDef => ({
  ...{ uid: 'r', report_name: 'sums', key_name: '合计', key_name_en: 'Sums', type: 'REPORT' },
  sources: [{ name: 's', cloud: 'plan' }],
  targets: [
    { name: 'kind', fields: 'kind' },
    { name: 'day', fields: 'day', type: 'DATE' },
  ],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'sum', of: 'sum', field: 'amount' },
    { name: 'days', of: 'sum', field: 'days' },
    { name: 'most', of: 'max', field: 'amount' },
    { name: 'rate', calc: 'sum/num', percent: 1, key_name: '率', key_name_en: 'Rate' },
  ],
  ...rest,
});
const wrong = (rest: object) =>
  checkSuites([testSuite([plan, area], { reports: [report(rest)] })]).errors.map(({ path, reason }) => `${path}: ${reason}`);
const chart = (one: object) => wrong({ chart: { kind: 'bar', ...one } });
const AT = 'reports[sums]';

it.each<[string, object]>([
  ['all left out', {}],
  ['parts of bars', { x: 'day', y: ['sum'], split: 'kind', PIE: 1 }],
  ['lines of two units, one dashed', { kind: 'line', x: 'day', y: ['sum', 'most', 'rate'], dash: ['most'] }],
  ['a pie', { kind: 'pie', y: ['num'] }],
])('META-01 a chart with %s is taken', (_, one) => {
  expect(chart(one)).toEqual([]);
});

it.each<[string, object, string]>([
  ['a target that there is not', { x: 'kinds' }, `${AT}.chart.x: unknown target kinds`],
  ['a split by nothing', { split: 'toString' }, `${AT}.chart.split: unknown target toString`],
  ['a split by the axis', { x: 'day', split: 'day' }, `${AT}.chart.split: day stands along the axis already`],
  ['a figure that there is not', { y: ['sums'] }, `${AT}.chart.y: unknown figure sums`],
  ['a figure twice', { y: ['sum', 'sum'] }, `${AT}.chart.y: sum stands twice`],
  ['a dash of what is not drawn', { y: ['sum'], dash: ['num'] }, `${AT}.chart.dash: num is not drawn`],
  ['three units', { y: ['num', 'sum', 'days'] }, `${AT}.chart.y: an axis has one unit, and a chart two axes at most: here are 3`],
  ['a pie of two figures', { kind: 'pie', y: ['sum', 'num'] }, `${AT}.chart.kind: a pie shows one figure, not 2`],
  ['a pie of the largest', { kind: 'pie', y: ['most'] }, `${AT}.chart.kind: parts of most do not make the whole`],
  ['a pie that is switched to', { PIE: 1, y: ['rate'] }, `${AT}.chart.PIE: parts of rate do not make the whole`],
  ['a split pie', { kind: 'pie', x: 'day', split: 'kind' }, `${AT}.chart.split: parts of a pie are not parted again`],
  ['a split of the largest', { split: 'kind', y: ['most'] }, `${AT}.chart.split: parts of most do not make the whole`],
  ['a split of two figures', { split: 'kind', y: ['sum', 'num'] }, `${AT}.chart.split: what is split shows one figure, not 2`],
])('META-01 a chart with %s is refused, with what is wrong', (_, one, said) => {
  expect(chart(one)).toContain(said);
});

it('META-01 a chart stands in a report of type REPORT, which has one, over something', () => {
  expect(wrong({})).toEqual([`${AT}.chart: a report of type REPORT has a chart`]);
  expect(wrong({ type: undefined, chart: { kind: 'bar' } })).toEqual([
    `${AT}.type: a chart stands above the table of a report of type REPORT`,
  ]);
  expect(wrong({ targets: [], chart: { kind: 'bar' } })).toEqual([`${AT}.chart.x: nothing stands along the axis`]);
});

const AREA = { name: 'area', fields: 'area_entity' };
const place = { row: 'lat', col: 'lon', short: 'tag', code: 'tag' };
const targets = [AREA, { name: 'kind', fields: 'kind' }, { name: 'day', fields: 'day', type: 'DATE' as const }];
const mapped = (one: object, rest: object = {}) => wrong({ targets, chart: { kind: 'map', place, ...one }, ...rest });

it('META-01 a map stands on a reference to records with a place, and may go down to another target', () => {
  expect(mapped({})).toEqual([]);
  expect(mapped({ x: 'area', y: ['rate', 'sum'], place: { row: 'lat', col: 'lon' } }, { drill: { path: ['area', 'day'] } })).toEqual([]);
});

it.each<[string, object, object, string]>([
  ['no places', { place: undefined }, {}, 'chart.place: a map needs the fields that say where its records stand'],
  ['a choice', { x: 'kind' }, {}, 'chart.x: kind is no reference to records that stand on a map'],
  ['days', { x: 'day' }, {}, 'chart.x: day is no reference to records that stand on a map'],
  ['a field that there is not', { place: { ...place, row: 'toString' } }, {}, 'chart.place.row: unknown field toString of area'],
  ['a row that is a text', { place: { ...place, row: 'tag' } }, {}, 'chart.place.row: tag, a text, is no int'],
  ['a name that is a number', { place: { ...place, short: 'lat' } }, {}, 'chart.place.short: lat, a int, is no text'],
  ['parts', { split: 'kind' }, {}, 'chart.split: a map has no split'],
  ['a switch to pies', { PIE: 1 }, {}, 'chart.PIE: a map has no PIE'],
  ['a dash', { y: ['num'], dash: ['num'] }, {}, 'chart.dash: a map has no dash'],
  ['three figures', { y: ['num', 'sum', 'most'] }, {}, 'chart.y: a map shows 2 figures at most: here are 3'],
  [
    'a way that begins elsewhere',
    {},
    { drill: { path: ['kind', 'area'] } },
    'drill.path: it begins with kind, which the map does not stand on',
  ],
  ['a way to itself', {}, { drill: { path: ['area', 'area'] } }, 'drill.path: area is no target under area'],
  ['a way to nothing', {}, { drill: { path: ['area', 'city'] } }, 'drill.path: city is no target under area'],
])('META-01 a map with %s is refused, with what is wrong', (_, one, rest, said) => {
  expect(mapped(one, rest)).toContain(`${AT}.${said}`);
});

it('META-01 what only a map has stands in no other chart', () => {
  expect(chart({ place })).toEqual([`${AT}.chart.place: only a map has places`]);
  expect(wrong({ type: undefined, drill: { path: ['kind', 'day'] } })).toEqual([
    `${AT}.drill: only a map goes down to what stands under a place`,
  ]);
});
