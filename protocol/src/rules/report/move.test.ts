import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedIn, dueIn } from './compare.ts';
import { drillOf } from './drill.ts';
import { type Move, movedBack, movedOn, moveOf } from './move.ts';
import { daysAsked } from './ranges.ts';

const MS = 86_400_000;
const text = (at: number): string => new Date(at).toISOString().slice(0, 10);
const FIRST = Date.parse('1990-01-01T00:00:00Z');
const day = fc.integer({ min: 0, max: 20_000 }).map((at) => text(FIRST + at * MS));
const moves: fc.Arbitrary<Move> = fc.oneof(
  fc.integer({ min: 1, max: 60 }).map((months) => ({ months })),
  fc.integer({ min: 1, max: 800 }).map((days) => ({ days })),
);
/** Day by day as calendars do it: so many months on, and back to the last day that there is. */
function oracle(from: string, move: Move): string {
  if ('days' in move) return text(Date.parse(`${from}T00:00:00Z`) + move.days * MS);
  const [year, month, number] = from.split('-').map(Number) as [number, number, number];
  for (let at = number; at > 0; at -= 1) {
    const found = new Date(Date.UTC(year, month - 1 + move.months, at));
    if (found.getUTCDate() === at) return text(found.getTime());
  }
  return '';
}

describe('PAGES-07 days that are laid beside others (Q9)', () => {
  it('a day stands where calendars have it, and the days that fall into a stretch are just those', () => {
    fc.assert(
      fc.property(day, fc.nat(70), moves, (from, length, move) => {
        const to = text(Date.parse(`${from}T00:00:00Z`) + length * MS);
        const begin = Date.parse(`${from}T00:00:00Z`) - ('days' in move ? move.days : move.months * 31 + 31) * MS;
        const all = Array.from({ length: length + ('days' in move ? move.days : move.months * 31 + 40) }, (_, at) => text(begin + at * MS));
        for (const one of all) expect(movedOn(one, move)).toBe(oracle(one, move));
        const fallen = all.filter((one) => oracle(one, move) >= from && oracle(one, move) <= to);
        const back = movedBack([from, to], move);
        expect(back).toEqual(fallen.length ? [fallen[0], fallen.at(-1)] : null);
      }),
    );
  });
  it('the range before, and the year before, of each length', () => {
    expect(moveOf('DAILY', '2026-03', 'last')).toEqual({ months: 1 });
    expect(moveOf('DAILY', '2026-03-05,2026-03-09', 'last')).toEqual({ days: 5 });
    expect(moveOf('MONTH', '2026', 'last')).toEqual({ months: 12 });
    expect(moveOf('MONTH', '2026-02,2026-04', 'last')).toEqual({ months: 3 });
    expect(moveOf('QUARTER', '2025-Q4,2026-Q1', 'last')).toEqual({ months: 6 });
    expect(moveOf('YEAR', '2024,2026', 'last')).toEqual({ months: 36 });
    expect(moveOf('YEAR', '2024,2026', 'year')).toEqual({ months: 12 });
    expect(moveOf('MONTH', '2026-01', 'last')).toBeNull();
  });
  it('ranges of buckets are asked for, and what is none is none', () => {
    expect(daysAsked('MONTH', '2025-11,2026-02')).toEqual(['2025-11-01', '2026-02-28']);
    expect(daysAsked('QUARTER', '2026-Q1,2026-Q1')).toEqual(['2026-01-01', '2026-03-31']);
    expect(daysAsked('YEAR', '0001,9999')).toEqual(['0001-01-01', '9999-12-31']);
    expect(daysAsked('DAILY', '2024-02-29,2024-03-01')).toEqual(['2024-02-29', '2024-03-01']);
    for (const [period, value] of [
      ['DAILY', '2026-02-29,2026-03-01'],
      ['DAILY', '2026-02-01,'],
      ['MONTH', '2026-02,2026-01'],
      ['MONTH', '2026-01,2026-02,2026-03'],
      ['QUARTER', '2026-Q1,2026-Q5'],
      ['YEAR', '0000,2026'],
      ['YEAR', ','],
    ] as const)
      expect(daysAsked(period, value), value).toBeNull();
  });
  it('before the year 1 nothing was', () => {
    expect(movedBack(['0001-01-01', '0001-12-31'], { months: 12 })).toBeNull();
    expect(movedBack(['0001-01-05', '0001-01-06'], { days: 5 })).toBeNull();
    expect(movedBack(['9999-12-01', '9999-12-31'], { months: 1 })).toEqual(['9999-11-01', '9999-11-30']);
  });
});

const report = {
  sources: [{ name: 's', cloud: 'work' }],
  targets: [{ name: 'm', fields: 'day', type: 'DATE' as const, periods: ['MONTH', 'DAILY'] as ('MONTH' | 'DAILY')[] }],
  indexs: [{ name: 'num', of: 'count' as const }],
};

describe('PAGES-07 as far as both have come', () => {
  const due = (today: string) => {
    const ask = { value: '2026', compare: 'year' as const, today };
    return dueIn(report, ask, comparedIn(report, ask)!);
  };
  it('what differs is told of the same stretch of both, of all of it once it is over, of nothing before it begins', () => {
    expect(due('2026-11-27')).toEqual({ now: ['2026-01-01', '2026-11-27'], was: ['2025-01-01', '2025-11-27'], whole: false });
    expect(due('2026-12-31')).toMatchObject({ now: ['2026-01-01', '2026-12-31'], whole: true });
    expect(due('2027-05-01')).toMatchObject({ whole: true });
    expect(due('2025-12-31')).toBeNull();
  });
  it('the list behind what was is of the days that fell there', () => {
    const ask = { value: '2026', compare: 'year' as const };
    expect(drillOf(report, ask, ['2026-02'], {}, true).filters.fields).toEqual({
      day: {
        all: [
          ['2025-01-01', '2025-12-31'],
          ['2025-02-01', '2025-02-28'],
        ],
      },
    });
    const days = { period: 'DAILY' as const, value: '2026-02', compare: 'last' as const };
    expect(drillOf(report, days, ['2026-02-28'], {}, true).filters.fields.day).toEqual({
      all: [
        ['2026-01-01', '2026-01-31'],
        ['2026-01-28', '2026-01-31'],
      ],
    });
    const none = { ...days, value: '2026-03' };
    expect(drillOf(report, none, ['2026-03-30'], {}, true).filters.fields.day).toMatchObject({ all: [{}, { op: 'in', value: [] }] });
  });
});
