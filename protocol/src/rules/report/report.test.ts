import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Period } from '#protocol/meta/report/periods.ts';
import type { ReportMeasureDef, ReportTargetDef } from '#protocol/meta/report.ts';
import type { Report } from './ask.ts';
import { drillOf } from './drill.ts';
import { type Counted, finish } from './finish.ts';
import { bucketOf, bucketsBetween, daysAsked, daysOf } from './ranges.ts';
import { reckon, written } from './reckon.ts';
import { shares } from './share.ts';
import { askedBy } from './where.ts';

const PERIODS = ['DAILY', 'MONTH', 'QUARTER', 'YEAR'] as const;
const dayText = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const dayAfter = (day: string, by: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);

describe('PAGES-07 periods', () => {
  it('each day lies in one bucket of each length, which ends before the next begins, leap days among them', () => {
    fc.assert(
      fc.property(dayText, fc.constantFrom(...PERIODS), (day, period) => {
        const [first, last] = daysOf(bucketOf(period, day));
        expect(first <= day && day <= last).toBe(true);
        expect(bucketOf(period, first)).toBe(bucketOf(period, last));
        if (last < '9999-12-31') expect(bucketOf(period, dayAfter(last, 1))).not.toBe(bucketOf(period, last));
        if (first > '0001-01-01') expect(bucketOf(period, dayAfter(first, -1))).not.toBe(bucketOf(period, first));
      }),
    );
    expect([daysOf('2024-02'), daysOf('1900-02'), daysOf('2000-02'), daysOf('2026-Q4')]).toEqual([
      ['2024-02-01', '2024-02-29'],
      ['1900-02-01', '1900-02-28'],
      ['2000-02-01', '2000-02-29'],
      ['2026-10-01', '2026-12-31'],
    ]);
  });
  it('a month is asked for by days, a year by months and quarters; anything else is none', () => {
    expect(daysAsked('DAILY', '2024-02')).toEqual(['2024-02-01', '2024-02-29']);
    for (const period of ['MONTH', 'QUARTER'] as const) expect(daysAsked(period, '0001')).toEqual(['0001-01-01', '0001-12-31']);
    expect(daysAsked('DAILY', '9999-12')).toEqual(['9999-12-01', '9999-12-31']);
    for (const [period, value] of [
      ['DAILY', '2026-13'],
      ['DAILY', '2026'],
      ['DAILY', '2026-02-30'],
      ['MONTH', '2026-01'],
      ['MONTH', '0000'],
      ['QUARTER', '12026'],
      ['YEAR', '2026'],
      ['MONTH', "2026' or 1=1"],
    ] as const)
      expect(daysAsked(period, value), value).toBeNull();
  });
  it('buckets between two, to the end of time, and no more than are wanted', () => {
    expect(bucketsBetween('QUARTER', '2025-Q3', '2026-Q1', 9)).toEqual(['2025-Q3', '2025-Q4', '2026-Q1']);
    expect(bucketsBetween('DAILY', '9999-12-30', '9999-12-31', 9)).toEqual(['9999-12-30', '9999-12-31']);
    expect(bucketsBetween('DAILY', '0001-01-01', '9999-12-31', 1000)).toBeNull();
  });
});

describe('PAGES-07 reckoning', () => {
  const of = (figures: Record<string, string | null>) => (name: string) =>
    figures[name] == null ? null : (reckon(figures[name]!.replace('-', '0-'), () => null) as never);
  const told = (text: string, figures: Record<string, string | null>) => {
    const value = reckon(text, of(figures));
    return value === null || value === 'off' ? value : written(value);
  };
  it('is exact, keeps ten decimals of a quotient, half away from zero', () => {
    expect(told('a+b', { a: '123456789012.000001', b: '0.000001' })).toBe('123456789012.000002');
    expect(told('a/b', { a: '2', b: '3' })).toBe('0.6666666667');
    expect(told('a/b', { a: '-1', b: '20000000000' })).toBe('-0.0000000001');
    expect(told('(a-b)/b', { a: '486200', b: '622200' })).toBe('-0.2185792350'.replace(/0$/, ''));
    expect(told('a*b', { a: '0', b: '-5' })).toBe('0');
  });
  it('nothing of nothing is empty, more of nothing off plan, an empty part makes it empty', () => {
    expect(told('a/b', { a: '0', b: '0' })).toBeNull();
    expect(told('a/b', { a: '5', b: '0' })).toBe('off');
    expect(told('a/b', { a: '-5', b: '0' })).toBeNull();
    expect(told('a/b+1', { a: '5', b: '0' })).toBe('off');
    expect(told('a+b', { a: '5', b: null })).toBeNull();
  });
  it('shares add up to the whole, each within a tenth of a percent of what it is', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 30 }), (parts) => {
        const told = shares(parts);
        const sum = parts.reduce((all, one) => all + one, 0);
        if (sum === 0) {
          expect(told).toBeNull();
          return;
        }
        expect(told!.reduce((all, one) => all + one, 0)).toBe(1000);
        for (const [at, part] of parts.entries()) expect(Math.abs(told![at]! - (part * 1000) / sum)).toBeLessThan(1);
      }),
    );
    expect(shares(['-1', '2'])).toBeNull();
  });
});

const NUM: ReportMeasureDef = { name: 'num', of: 'count' };
const SUM: ReportMeasureDef = { name: 'sum', of: 'sum', field: 'amount' };
const MOST: ReportMeasureDef = { name: 'most', of: 'max', field: 'amount' };
const PART: ReportMeasureDef = { name: 'part', share: 'sum', percent: 1 };
const RATE: ReportMeasureDef = { name: 'rate', calc: 'sum/num' };
const ALL = { from: 0, to: 1000 };
const report = (targets: ReportTargetDef[], rest: Partial<Report> = {}): Report => ({
  sources: [{ name: 's', cloud: 'plan', where: 'state!=6' }],
  targets,
  indexs: [NUM, SUM, MOST, PART, RATE],
  ...rest,
});
const counted = (keys: Counted['keys'], num: number, sum: string | null, most: string | null = null): Counted => ({
  keys,
  ranks: keys.map((key) => (key === null ? 99 : Number(String(key).replace(/\D/g, '')) || 1)),
  figures: { num, sum, most },
});

describe('PAGES-07 lines', () => {
  it('stand above those below them, in order, and shares add up along each level', () => {
    const of = report([
      { name: 'a', fields: 'a', sub: 1 },
      { name: 'b', fields: 'b' },
    ]);
    const rows = [
      counted([2, 1], 1, '1.00'),
      counted([1, null], 1, '1.00'),
      counted([1, 2], 1, '1.00'),
      counted([], 3, '3.00'),
      counted([1], 2, '2.00'),
      counted([2], 1, '1.00'),
    ];
    const { lines, total, count } = finish(of, {}, of.indexs, rows, ALL);
    expect(lines.map(({ keys }) => keys)).toEqual([[1], [1, 2], [1, null], [2], [2, 1]]);
    expect(count).toBe(5);
    expect(lines.map(({ figures }) => figures.part)).toEqual(['0.667', '0.334', '0.333', '0.333', '0.333']);
    expect(total.figures).toMatchObject({ num: 3, sum: '3.00', part: '1.000', rate: '1' });
    const sorted = finish(of, { sort: 'sum' }, of.indexs, rows, { from: 1, to: 3 });
    expect(sorted.lines.map(({ keys }) => keys)).toEqual([[2, 1], [1]]);
    expect(finish(of, { sort: '-b' }, of.indexs, rows, ALL).lines.map(({ keys }) => keys)).toEqual([[1], [1, 2], [1, null], [2], [2, 1]]);
    expect(finish(of, { sort: '-a' }, of.indexs, rows, ALL).lines[0]!.keys).toEqual([2]);
  });
  it('what a cut list leaves out is told in one line, text for text what is missing to the total', () => {
    const of = report([{ name: 'a', fields: 'a' }], { top: 1, order: '-sum' });
    const rows = [counted([], 6, '10.50', '7'), counted([1], 1, '7.00', '7'), counted([2], 2, '3.50', '3'), counted([3], 3, null)];
    const { lines, count } = finish(of, {}, of.indexs, rows, ALL);
    expect(count).toBe(2);
    expect(lines[1]).toMatchObject({ rest: 1, keys: [null], figures: { num: 5, sum: '3.50', most: null, part: '0.333' } });
    const none = finish({ ...of, top: 2 }, {}, of.indexs, rows, ALL).lines.at(-1)!;
    expect(none.figures).toMatchObject({ num: 3, sum: null, part: '0.000' });
  });
  it('of more lines than have room the last one stands for the others, and all add up to the total', () => {
    const of = report([{ name: 'a', fields: 'a' }], { order: '-sum' });
    const rows = [counted([], 10, '10.00'), ...[4, 3, 2, 1].map((n) => counted([n], n, `${n}.00`))];
    const asked = (to: number, more: object = {}) => finish({ ...of, ...more }, {}, of.indexs, rows, { from: 0, to, rest: true }).lines;
    expect(asked(4).map(({ keys, rest }) => [keys[0], rest])).toEqual([4, 3, 2, 1].map((key) => [key, undefined]));
    expect(asked(3).map(({ figures, others }) => [figures.num, figures.sum, others])).toEqual([
      [4, '4.00', undefined],
      [3, '3.00', undefined],
      [3, '3.00', 2],
    ]);
    expect(asked(3, { top: 3 }).at(-1)).toMatchObject({ rest: 1, others: 2 });
    expect(asked(3, { top: 1 }).map(({ others }) => others)).toEqual([undefined, 3]);
    expect(asked(1).map(({ keys }) => keys[0])).toEqual([4]);
  });
  it('periods without rows are 0 as far as figures add up, between the ends that are there or asked for', () => {
    const month: ReportTargetDef = { name: 'm', fields: 'day', type: 'DATE', periods: ['MONTH', 'QUARTER'], fill: 1 };
    const of = report([month]);
    const rows = [counted([], 2, '2'), counted(['2026-01'], 1, '1'), counted(['2026-03'], 1, '1'), counted([null], 1, null)];
    const { lines } = finish(of, {}, of.indexs, rows, ALL);
    expect(lines.map(({ keys }) => keys[0])).toEqual(['2026-01', '2026-02', '2026-03', null]);
    expect(lines[1]!.figures).toEqual({ num: 0, sum: '0', most: null, part: '0.000', rate: null });
    expect(finish(of, { period: 'QUARTER', value: '2026' }, of.indexs, [], ALL).lines.map(({ keys }) => keys[0])).toEqual([
      ...['2026-Q1', '2026-Q2', '2026-Q3', '2026-Q4'],
    ]);
  });
  it('F3 one day that was mistyped makes no line of each year since for everybody: beyond a hundred years nothing is filled, whatever the period', () => {
    const of = report([{ name: 'm', fields: 'day', type: 'DATE', periods: ['MONTH', 'QUARTER', 'YEAR'], fill: 1 }]);
    const keysOf = (period: Period, ...keys: string[]) =>
      finish(of, { period }, of.indexs, [counted([], 2, '2'), ...keys.map((key) => counted([key], 1, '1'))], ALL).lines.map(
        (line) => line.keys[0],
      );
    expect(keysOf('YEAR', '0001', '2026')).toEqual(['0001', '2026']);
    expect(keysOf('QUARTER', '0001-Q1', '2026-Q1')).toEqual(['0001-Q1', '2026-Q1']);
    expect(keysOf('MONTH', '1926-11', '2026-01')).toEqual(['1926-11', '2026-01']);
    expect(keysOf('YEAR', '2023', '2026')).toEqual(['2023', '2024', '2025', '2026']);
    expect(keysOf('YEAR', '1927', '2026')).toHaveLength(100);
  });
  it('negative parts have no shares, and what is more than nothing of nothing is named', () => {
    const of = report([{ name: 'a', fields: 'a' }]);
    const rows = [counted([], 0, '2'), counted([1], 1, '3'), counted([2], 1, '-1')];
    const { lines, total } = finish(of, {}, of.indexs, rows, ALL);
    expect(lines.map(({ figures }) => figures.part)).toEqual([null, null]);
    expect(total).toMatchObject({ off: ['rate'], figures: { rate: null, part: null } });
  });
});

describe('PAGES-07 the list that a figure counts', () => {
  const of = report(
    [
      { name: 'type', fields: 'type' },
      { name: 'm', fields: 'day', type: 'DATE', periods: ['QUARTER'] },
      { name: 'band', fields: 'amount', type: 'BAND', bands: ['0', '10'] },
    ],
    {
      searchs: {
        fields: [
          { name: 'type', fields: 'type', op: 'in' },
          { name: 'unit', fields: 'unit_entity', op: 'below', value: '3' },
        ],
      },
    },
  );
  it('is filtered by what bounds the report, what the line stands for, and what the figure counts of it', () => {
    const ask = { fields: { type: { op: 'in' as const, value: [1, 2] } } };
    expect(drillOf(of, ask, [1, '2026-Q1', 1], { where: 'amount>5&state in (1,2)' })).toEqual({
      cloud: 'plan',
      filters: {
        fields: {
          state: {
            all: [
              { op: '!=', value: '6' },
              { op: 'in', value: ['1', '2'] },
            ],
          },
          type: {
            all: [
              { op: 'in', value: [1, 2] },
              { op: '=', value: 1 },
            ],
          },
          unit_entity: { op: 'below', value: '3' },
          day: ['2026-01-01', '2026-03-31'],
          amount: {
            all: [
              { op: '>=', value: '0' },
              { op: '<', value: '10' },
              { op: '>', value: '5' },
            ],
          },
        },
      },
    });
    expect(drillOf(of, { fields: { unit: null } }, [null, null, 0]).filters.fields).toEqual({
      state: { op: '!=', value: '6' },
      type: { op: 'empty' },
      day: { op: 'empty' },
      amount: { op: '<', value: '0' },
    });
  });
  it('knows no condition that a list cannot show', () => {
    for (const where of ['a=1|b=2', 'a={b}', 'a={user.id}', 'a<{today}'])
      expect(() => askedBy(where), where).toThrow('no filter of a list');
    expect(askedBy('a is empty&b is not empty')).toEqual([
      ['a', { op: 'empty' }],
      ['b', { op: 'filled' }],
    ]);
  });
});
