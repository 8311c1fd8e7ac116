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
  ],
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
  checkSuites([testSuite([plan], { reports: [report(rest)] })]).errors.map(({ path, reason }) => `${path}: ${reason}`);
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
  ['a map', { kind: 'map' }, `${AT}.chart.kind: not supported yet: chart.kind map`],
  ['steps', { steps: ['sum'] }, `${AT}.chart.steps: not supported yet: steps`],
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
