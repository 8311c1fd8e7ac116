import { describe, expect, it } from 'vitest';
import type { ReportDef } from '#protocol/meta/report.ts';
import { chartAsk, chartOf, isInOrder, kindsOf } from './chart.ts';

const report: ReportDef = {
  ...{ uid: 'r', report_name: 'r', key_name: '甲', key_name_en: 'A', sources: [{ name: 's', cloud: 'plan' }], type: 'REPORT' },
  targets: [
    { name: 'type', fields: 'type' },
    { name: 'level', fields: 'level' },
    { name: 'day', fields: 'day', type: 'DATE' },
  ],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'sum', of: 'sum', field: 'amount' },
  ],
  chart: { kind: 'bar', PIE: 1, x: 'level', y: ['sum'], split: 'type', dash: ['sum'] },
};
const all = () => true;

describe('PAGES-07 a chart', () => {
  it('a chart is what its reader has of it', () => {
    expect(chartOf(report, all, all, true)).toEqual(report.chart);
    expect(chartOf({ ...report, chart: { kind: 'line', split: 'type' } }, all, all, true)).toEqual({
      kind: 'line',
      x: 'level',
      y: ['num'],
      split: 'type',
    });
    expect(chartOf(report, all, (name) => name !== 'sum', true)).toBeUndefined();
    expect(chartOf(report, (name) => name !== 'level', all, true)).toBeUndefined();
    expect(chartOf(report, (name) => name !== 'type', all, true)).toEqual({ kind: 'bar', PIE: 1, x: 'level', y: ['sum'], dash: ['sum'] });
    expect(chartOf({ ...report, chart: undefined }, all, all, true)).toBeUndefined();
  });
  it('it asks by its own targets; what follows one another stands in order, the rest as the table is sorted', () => {
    const chart = chartOf(report, all, all, true)!;
    const asked = { fields: { a: 1 }, period: 'MONTH' as const, value: '2026', sort: '-sum' };
    expect(chartAsk(report, chart, 'bar', asked)).toEqual({ ...asked, targets: ['level', 'type'], sort: 'level' });
    expect(chartAsk(report, chart, 'pie', asked)).toEqual({ ...asked, targets: ['level'] });
    expect(chartAsk(report, chart, 'pie', { sort: 'type' })).toEqual({ targets: ['level'] });
    expect(chartAsk(report, { kind: 'line', x: 'day', y: ['num'] }, 'line', { sort: '-num' })).toEqual({ targets: ['day'], sort: 'day' });
  });
  it('of the whole no target is asked, and nothing is told of a part without its whole', () => {
    const gauge: ReportDef = { ...report, chart: { kind: 'gauge', y: ['num'], full: 'sum', bounds: ['0.5'] } };
    expect(chartOf(gauge, () => false, all, true)).toEqual({ kind: 'gauge', y: ['num', 'sum'], full: 'sum', bounds: ['0.5'] });
    for (const hidden of ['num', 'sum']) expect(chartOf(gauge, all, (name) => name !== hidden, true)).toBeUndefined();
    const steps: ReportDef = { ...report, chart: { kind: 'waterfall', steps: ['num', 'sum'] } };
    expect(chartOf(steps, () => false, all, true)).toEqual({ kind: 'waterfall', y: ['num', 'sum'] });
    expect(chartOf(steps, all, (name) => name !== 'sum', true)).toBeUndefined();
    const asked = { fields: { a: 1 }, value: '2026', sort: '-sum' };
    expect(chartAsk(report, chartOf(steps, all, all, true)!, 'waterfall', asked)).toEqual({
      fields: { a: 1 },
      value: '2026',
      targets: [],
    });
    const along: ReportDef = { ...report, chart: { kind: 'waterfall', y: ['sum'] } };
    expect(chartOf(along, all, all, true)).toEqual({ kind: 'waterfall', x: 'type', y: ['sum'] });
    expect(chartOf(along, (name) => name !== 'type', all, true)).toBeUndefined();
  });
  it('a reader switches where PIE lets him', () => {
    expect([kindsOf({ kind: 'line' }), kindsOf({ kind: 'line', PIE: 1 })]).toEqual([['line'], ['bar', 'line', 'pie']]);
  });
});

it('PAGES-07 days and bands follow one another; values and nodes of a tree do not', () => {
  const targets: ReportDef['targets'] = (['VALUE', 'DATE', 'BAND', 'TIER'] as const).map((type) => ({ name: type, fields: 'unit', type }));
  expect(targets.filter(({ name }) => isInOrder({ targets }, name)).map(({ name }) => name)).toEqual(['DATE', 'BAND']);
});
