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
const KIND = { name: 'kind', fields: 'kind' };
const DAY = { name: 'day', fields: 'day', type: 'DATE' as const };
const report = (chart: object, targets: ReportDef['targets']): ReportDef => ({
  ...{ uid: 'r', report_name: 'sums', key_name: '合计', key_name_en: 'Sums', type: 'REPORT', targets },
  sources: [{ name: 's', cloud: 'plan' }],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'sum', of: 'sum', field: 'amount' },
    { name: 'low', of: 'sum', field: 'amount', where: 'amount<5' },
    { name: 'days', of: 'sum', field: 'days' },
    { name: 'most', of: 'max', field: 'amount' },
    { name: 'run', run: 'sum', key_name: '累计', key_name_en: 'To date' },
    { name: 'low_run', run: 'low', key_name: '低', key_name_en: 'Low' },
    { name: 'rate', calc: 'low/sum', percent: 1, key_name: '率', key_name_en: 'Rate' },
  ],
  chart: chart as ReportDef['chart'],
});
const wrong = (chart: object, targets: ReportDef['targets'] = [KIND, DAY]) =>
  checkSuites([testSuite([plan], { reports: [report(chart, targets)] })]).errors.map(({ path, reason }) => `${path}: ${reason}`);
const AT = 'reports[sums].chart';
const MONTHS = [{ ...DAY, fill: 1 as const }];

it('META-01 gauge, curve and waterfall are taken as they are meant', () => {
  expect(wrong({ kind: 'gauge', y: ['low'], full: 'sum', bounds: ['0.6', '0.9'] })).toEqual([]);
  expect(wrong({ kind: 'gauge', y: ['rate'], bounds: ['1.2'] })).toEqual([]);
  expect(wrong({ kind: 'gauge', y: ['most'], full: 'sum' }, [DAY])).toEqual([]);
  expect(wrong({ kind: 'curve', y: ['run', 'low_run'], dash: ['run'] }, MONTHS)).toEqual([]);
  expect(wrong({ kind: 'waterfall', steps: ['sum', 'low', 'most'] })).toEqual([]);
  expect(wrong({ kind: 'waterfall', x: 'kind', y: ['sum'] })).toEqual([]);
});

it.each<[string, object, string]>([
  ['a gauge of two figures', { kind: 'gauge', y: ['low', 'most'], full: 'sum' }, '.y: a gauge shows one figure, not 2'],
  ['a gauge of no whole', { kind: 'gauge', y: ['low'] }, '.full: nothing says of what low is a part'],
  ['a rate of another figure', { kind: 'gauge', y: ['rate'], full: 'rate' }, '.full: rate is a rate, which is full at 100 %'],
  ['a part of itself', { kind: 'gauge', y: ['sum'], full: 'sum' }, '.full: sum is no part of itself'],
  ['a whole that there is not', { kind: 'gauge', y: ['low'], full: 'toString' }, '.full: unknown figure toString'],
  ['a whole of another unit', { kind: 'gauge', y: ['low'], full: 'days' }, ': figures of a gauge are counted in one unit: here are 2'],
  ['a gauge along a target', { kind: 'gauge', y: ['rate'], x: 'kind' }, '.x: a gauge of the whole has no x'],
  ['a split gauge', { kind: 'gauge', y: ['rate'], split: 'kind' }, '.split: a gauge has no split'],
  ['bounds that turn', { kind: 'gauge', y: ['rate'], bounds: ['0.9', '0.6'] }, '.bounds: 0.6 does not come after 0.9'],
  ['bounds of bars', { kind: 'bar', bounds: ['0.6'] }, '.bounds: only a gauge has bounds'],
  ['the whole of a pie', { kind: 'pie', full: 'sum' }, '.full: only a gauge has full'],
  ['steps of a line', { kind: 'line', x: 'day', steps: ['sum', 'low'] }, '.steps: only a waterfall has steps'],
  ['a curve of sums', { kind: 'curve', x: 'day', y: ['sum'] }, '.y: sum is no running total'],
  ['a curve along kinds', { kind: 'curve', x: 'kind', y: ['run'] }, '.x: kind has no periods, along which a curve runs'],
  ['a curve with holes', { kind: 'curve', x: 'day', y: ['run'] }, '.x: periods without rows would break the curve of day'],
  ['a pie of a curve', { kind: 'curve', x: 'day', y: ['run'], PIE: 1 }, '.PIE: a curve has no PIE'],
  ['a step that there is not', { kind: 'waterfall', steps: ['sum', 'lower'] }, '.steps: unknown figure lower'],
  ['a step twice', { kind: 'waterfall', steps: ['sum', 'sum'] }, '.steps: sum stands twice'],
  ['steps of two units', { kind: 'waterfall', steps: ['sum', 'days'] }, ': figures of a waterfall are counted in one unit: here are 2'],
  ['steps along a target', { kind: 'waterfall', steps: ['sum', 'low'], x: 'kind' }, '.x: a waterfall of the whole has no x'],
  ['steps and figures', { kind: 'waterfall', steps: ['sum', 'low'], y: ['sum'] }, '.y: a waterfall of the whole has no y'],
  ['a fall of two figures', { kind: 'waterfall', x: 'kind', y: ['sum', 'low'] }, '.y: a waterfall along a target shows one figure, not 2'],
  ['a fall of the largest', { kind: 'waterfall', x: 'kind', y: ['most'] }, '.y: parts of most do not make the whole'],
  ['a dashed fall', { kind: 'waterfall', x: 'kind', y: ['sum'], dash: ['sum'] }, '.dash: a waterfall has no dash'],
])('META-01 a chart with %s is refused, with what is wrong', (_, chart, said) => {
  expect(wrong(chart)).toContain(`${AT}${said}`);
});

it('META-01 bounds are parts of a whole, and steps are two at least', () => {
  for (const bound of ['60%', '-1', '0', '1e400', '01', '0.12345'])
    expect(wrong({ kind: 'gauge', y: ['rate'], bounds: [bound] })).toEqual([expect.stringContaining('bounds')]);
  expect(wrong({ kind: 'waterfall', steps: ['sum'] })).toEqual([expect.stringContaining('steps')]);
});
