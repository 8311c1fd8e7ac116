import { describe, expect, it } from 'vitest';
import type { Period } from '#protocol/meta/report/periods.ts';
import type { ReportTargetDef } from '#protocol/meta/report.ts';
import { isYear, shownIn, yearAsked } from './parts.ts';
import { daysAsked } from './ranges.ts';

describe('CAPEX-02 what a part shows', () => {
  it('one report, several, or none', () => {
    expect(shownIn({ report: 'a', index: ['num'], lines: 8 })).toEqual([{ report: 'a', index: ['num'], lines: 8 }]);
    expect(shownIn({})).toEqual([]);
  });
  it('a tab has of its part what it does not say itself', () => {
    const reports = [
      { report: 'a', key_name: '甲', key_name_en: 'A' },
      { report: 'b', look: 'chart' as const, index: ['sum'], filters: {} },
    ];
    expect(shownIn({ reports, look: 'table', index: ['num'], mark: 'due', filters: { type: '1' } })).toEqual([
      { report: 'a', key_name: '甲', key_name_en: 'A', look: 'table', index: ['num'], mark: 'due', filters: { type: '1' } },
      { report: 'b', look: 'chart', index: ['sum'], mark: 'due', filters: {} },
    ]);
  });
});

describe('DESK-01 a year of a part', () => {
  it.each<[Period, string]>([
    ['MONTH', '2024'],
    ['QUARTER', '2024'],
    ['YEAR', '2024,2024'],
    ['DAILY', '2024-01-01,2024-12-31'],
  ])('by %s is %s: all of its days', (period, asked) => {
    const target: ReportTargetDef = { name: 'day', fields: 'day', type: 'DATE', periods: [period] };
    expect(yearAsked({ targets: [{ name: 'kind', fields: 'kind' }, target] }, '2024')).toBe(asked);
    expect(daysAsked(period, asked)).toEqual(['2024-01-01', '2024-12-31']);
  });
  it('is none of a report without days', () => {
    expect(yearAsked({ targets: [{ name: 'kind', fields: 'kind' }] }, '2024')).toBeUndefined();
  });
  it('is one that can be picked', () => {
    for (const year of ['1900', '2026', '2999']) expect(isYear(year), year).toBe(true);
    for (const year of ['', '0001', '1899', '3000', '9999', '2026-01', '2026,2026', ' 2026', '２０２６', '2026\n', 2026, null, ['2026']])
      expect(isYear(year), String(year)).toBe(false);
  });
});
