import { describe, expect, it } from 'vitest';
import type { Report, ReportAsk } from './ask.ts';
import { drillOf } from './drill.ts';
import { finish } from './finish.ts';
import { isUntil } from './until.ts';

type Measure = Report['indexs'][number];

const report: Report = {
  sources: [{ name: 's', cloud: 'work' }],
  targets: [{ name: 'm', fields: 'day', type: 'DATE', periods: ['MONTH', 'QUARTER', 'YEAR'], fill: 1 }],
  indexs: [
    { name: 'sum', of: 'sum', field: 'price' },
    { name: 'due', of: 'sum', field: 'price', until: 'as_of' },
    { name: 'run', run: 'sum' },
    { name: 'now', run: 'sum', until: 'as_of' },
  ],
};
const [SUM, DUE, RUN, NOW] = report.indexs as [Measure, Measure, Measure, Measure];
const filters = (ask: ReportAsk, measure = DUE, keys: readonly string[] = [], beside = false) =>
  drillOf(report, ask, keys, measure, beside).filters.fields;

describe('PAGES-07 a figure that is counted up to today', () => {
  it('counts to the end of the shortest period, however long the buckets are, and its list is the same', () => {
    const whole = {
      all: [
        ['2026-01-01', '2026-12-31'],
        [null, '2026-02-28'],
      ],
    };
    expect(filters({ value: '2026', today: '2026-02-10' })).toEqual({ day: whole });
    expect(filters({ value: '2026', period: 'QUARTER', today: '2026-02-10' })).toEqual({ day: whole });
    expect(filters({ today: '2024-02-01' })).toEqual({ day: [null, '2024-02-29'] });
    expect(filters({ value: '2026', today: '2026-02-10' }, SUM)).toEqual({ day: ['2026-01-01', '2026-12-31'] });
  });
  it('of what it is compared with it counts as much earlier', () => {
    const ask: ReportAsk = { value: '2026', compare: 'year', today: '2026-02-10' };
    expect(filters(ask, DUE, [], true)).toEqual({
      day: {
        all: [
          ['2025-01-01', '2025-12-31'],
          [null, '2025-02-28'],
        ],
      },
    });
  });
  it('a running total ends by itself, and periods that have not come have nothing', () => {
    expect([isUntil(DUE), isUntil(SUM), isUntil({ until: 'as_of' })]).toEqual([true, false, false]);
    const counted = [
      { keys: [], ranks: [], figures: { sum: '3', due: '1' } },
      { keys: ['2026-01'], ranks: [1], figures: { sum: '1', due: '1' } },
    ];
    const { lines } = finish(report, { value: '2026', today: '2026-02-10' }, [SUM, DUE], counted, { from: 0, to: 3 });
    expect(lines.map(({ figures: { sum, due } }) => [sum, due])).toEqual([
      ['1', '1'],
      ['0', '0'],
      ['0', null],
    ]);
  });
  it('the list of a running total has all rows up to the end of its period, of what ends with today those that have begun', () => {
    const ask: ReportAsk = { value: '2026', today: '2026-02-10' };
    const year = ['2026-01-01', '2026-12-31'];
    expect(filters(ask, RUN, ['2026-05'])).toEqual({ day: { all: [year, [null, '2026-05-31']] } });
    expect(filters(ask, NOW, ['2026-01'])).toEqual({ day: { all: [year, [null, '2026-01-31']] } });
    expect(filters(ask, RUN)).toEqual({ day: { all: [year, ['0001-01-01', null]] } });
    expect(filters(ask, NOW)).toEqual({ day: { all: [year, [null, '2026-02-28']] } });
    expect(filters({ ...ask, targets: [] }, NOW)).toEqual({ day: year });
    expect(filters({ ...ask, compare: 'year' }, RUN, ['2026-05'], true)).toEqual({
      day: {
        all: [
          ['2025-01-01', '2025-12-31'],
          [null, '2025-05-31'],
        ],
      },
    });
  });
});
