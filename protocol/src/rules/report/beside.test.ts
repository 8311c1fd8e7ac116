import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReportMeasureDef } from '#protocol/meta/report.ts';
import type { Report, ReportAsk } from './ask.ts';
import { type Counted, finish } from './finish.ts';

const SUM: ReportMeasureDef = { name: 'sum', of: 'sum', field: 'price' };
const NUM: ReportMeasureDef = { name: 'num', of: 'count' };
const RUN: ReportMeasureDef = { name: 'run', run: 'sum' };
const NOW: ReportMeasureDef = { name: 'now', run: 'num', until: 'as_of' };
const RATE: ReportMeasureDef = { name: 'rate', calc: 'run/now' };
const PART: ReportMeasureDef = { name: 'part', share: 'sum' };
const indexs = [SUM, NUM, RUN, NOW, RATE, PART];
const report = (units: boolean, fill: boolean): Report => ({
  sources: [{ name: 's', cloud: 'work' }],
  targets: [
    ...(units ? [{ name: 'unit', fields: 'unit', sub: 1 as const }] : []),
    { name: 'm', fields: 'day', type: 'DATE', periods: ['MONTH'], ...(fill ? { fill: 1 as const } : {}) },
  ],
  indexs,
});
const ALL = { from: 0, to: 10_000 };

/** Rows of a ledger: unit, month from 0, cents. */
type Row = readonly [unit: number, month: number, cents: number];
const rows = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(11), fc.integer({ min: -9999, max: 9999 })), {
  minLength: 1,
  maxLength: 40,
});
const monthText = (month: number, year = 2026): string => `${year}-${String(month + 1).padStart(2, '0')}`;
const cents = (all: readonly Row[]): number => all.reduce((sum, [, , one]) => sum + one, 0);
const money = (of: number): string =>
  `${of < 0 ? '-' : ''}${Math.trunc(Math.abs(of) / 100)}.${String(Math.abs(of) % 100).padStart(2, '0')}`;
const figures = (all: readonly Row[]) => ({ sum: all.length ? money(cents(all)) : null, num: all.length });

function counted(all: readonly Row[], isByUnit: boolean): Counted[] {
  const levels = isByUnit ? [0, 1, 2] : [0, 1];
  return levels.flatMap((level) => {
    const keysOf = ([unit, month]: Row) => (isByUnit ? [unit, monthText(month)] : [monthText(month)]).slice(0, level);
    const keys = new Map<string, readonly (string | number)[]>([
      ...(level === 0 ? [['[]', []] as const] : []),
      ...all.map((row) => [JSON.stringify(keysOf(row)), keysOf(row)] as const),
    ]);
    return [...keys].map(([text, key]) => ({
      keys: key,
      ranks: key.map((one) => Number(String(one).replace('-', ''))),
      figures: figures(all.filter((row) => JSON.stringify(keysOf(row)) === text)),
    }));
  });
}

describe('PAGES-07 running totals (Q10)', () => {
  it('a running total is what came up to it, the last is what came at all, whatever the order; later ones end', () => {
    fc.assert(
      fc.property(rows, fc.boolean(), fc.boolean(), fc.nat(11), fc.boolean(), (all, isByUnit, fill, today, isTurned) => {
        const ask: ReportAsk = { today: `${monthText(today)}-15`, ...(isTurned ? { sort: '-sum' } : {}) };
        const { lines, total } = finish(report(isByUnit, fill), ask, indexs, counted(all, isByUnit), ALL);
        for (const line of [...lines, total]) {
          const [unit, month] = isByUnit ? line.keys : [undefined, line.keys[0]];
          const mine = all.filter((row) => unit === undefined || row[0] === unit);
          const upTo = mine.filter((row) => month === undefined || monthText(row[1]) <= String(month));
          expect(line.figures.run, JSON.stringify(line.keys)).toBe(money(cents(upTo)));
          const begun = mine.filter((row) => row[1] <= today && (month === undefined || monthText(row[1]) <= String(month)));
          const isLater = month !== undefined && String(month) > monthText(today);
          expect(line.figures.now ?? 0).toBe(isLater ? 0 : begun.length);
          if (isLater) expect(line.figures.now).toBeNull();
        }
      }),
    );
  });
  it('a period that has not begun has no work and no sum of it, but what was planned', () => {
    const of = [
      counted(
        [
          [1, 0, 100],
          [1, 3, 50],
        ],
        false,
      ),
    ].flat();
    const measures: ReportMeasureDef[] = [SUM, NUM, NOW];
    const { lines } = finish({ ...report(false, true), indexs: measures }, { today: '2026-02-01', value: '2026' }, measures, of, ALL);
    expect(lines.map(({ figures: { sum, num, now } }) => [sum, num, now]).slice(0, 5)).toEqual([
      ['1.00', 1, 1],
      ['0', 0, 1],
      ['0', null, null],
      ['0.50', 1, null],
      ['0', null, null],
    ]);
  });
  it('without its periods it is the whole, and where no day is known it adds nothing', () => {
    const of: Counted[] = [
      { keys: [], ranks: [], figures: { sum: '3.00', num: 2 } },
      { keys: [null], ranks: [9], figures: { sum: '2.00', num: 1 } },
      { keys: ['2026-01'], ranks: [1], figures: { sum: '1.00', num: 1 } },
    ];
    const { lines, total } = finish(report(false, false), {}, indexs, of, ALL);
    expect(lines.map(({ figures: { run } }) => run)).toEqual(['1.00', null]);
    expect(total.figures.run).toBe('1.00');
    expect(finish(report(false, false), { targets: [] }, indexs, of.slice(0, 1), ALL).total.figures.run).toBe('3.00');
  });
});

describe('PAGES-07 figures beside what they were (Q9)', () => {
  const measures: ReportMeasureDef[] = [SUM, NUM, { name: 'rate', calc: 'sum/num' }, PART];
  const of: Report = { ...report(false, false), indexs: measures };
  const ask: ReportAsk = { value: '2026', compare: 'year', today: '2027-01-01' };
  const line = (key: string | null, now: [string | null, number], was: [string | null, number], rest: object = {}): Counted => ({
    keys: key === null ? [] : [key],
    ranks: key === null ? [] : [Number(key.slice(-2))],
    figures: { sum: now[0], num: now[1] },
    was: { sum: was[0], num: was[1] },
    ...rest,
  });
  it('how much more, and how much that is of what it was; more than nothing of nothing is said', () => {
    const { lines, total } = finish(
      of,
      ask,
      measures,
      [
        line(null, ['10.50', 3], ['7.0', 2]),
        line('2026-01', ['5.00', 1], ['0.00', 0]),
        line('2026-02', [null, 0], ['-4.00', 2]),
        line('2026-03', ['-2', 2], ['-4.00', 2]),
      ],
      ALL,
    );
    expect(total.figures).toMatchObject({
      sum: '10.50',
      sum_c: '7.0',
      sum_d: '3.50',
      sum_r: '0.5',
      num_c: 2,
      num_d: 1,
      num_r: '0.5',
      rate_c: '3.5',
      rate_d: '0',
      rate_r: '0',
    });
    expect(lines[0]!.figures).toMatchObject({ sum_c: '0.00', sum_d: '5.00', sum_r: null, num_d: 1, rate_c: null, rate_d: null });
    expect(lines[0]!.off).toEqual(['sum_r', 'num_r']);
    expect(lines[1]!.figures).toMatchObject({ sum_d: null, sum_r: null, num_d: -2, num_r: '-1' });
    expect(lines[2]!.figures).toMatchObject({ sum_d: '2.00', sum_r: '0.5' });
    expect(Object.keys(total.figures).filter((name) => name.startsWith('part'))).toEqual(['part']);
  });
  it('differences count what has come of both; of what has not begun there are none', () => {
    const cut = { due: { sum: '4.00', num: 1 }, wasDue: { sum: '1.00', num: 1 } };
    const counted = [
      line(null, ['9.00', 3], ['7.00', 2], cut),
      line('2026-02', ['5.00', 1], ['6.00', 1], cut),
      line('2026-03', ['4.00', 2], ['1.00', 1], { due: {}, wasDue: {} }),
    ];
    const { lines, total } = finish(of, { ...ask, today: '2026-02-10' }, measures, counted, ALL);
    expect(total.figures).toMatchObject({ sum: '9.00', sum_c: '7.00', sum_d: '3.00', sum_r: '3' });
    expect(lines[0]!.figures).toMatchObject({ sum_c: '6.00', sum_d: '3.00' });
    expect(lines[1]!.figures).toMatchObject({ sum_c: '1.00', sum_d: null, sum_r: null });
    const before = finish(of, { ...ask, today: '2025-12-31' }, measures, [line(null, ['9.00', 3], ['7.00', 2])], ALL).total.figures;
    expect(before).toMatchObject({ sum_c: '7.00', sum_d: null, sum_r: null });
  });
  it('nothing stands beside what was not compared', () => {
    expect(Object.keys(finish(of, { value: '2026' }, measures, [line(null, ['1', 1], ['1', 1])], ALL).total.figures)).toEqual([
      'sum',
      'num',
      'rate',
      'part',
    ]);
  });
  it('lines are sorted by what they were, the difference and its rate; what has none stands last, whichever way', () => {
    const counted = [
      line(null, ['10.00', 4], ['7.00', 4]),
      line('2026-01', ['5.00', 1], ['1.00', 1]),
      line('2026-02', ['1.00', 1], ['4.00', 1]),
      line('2026-03', ['2.00', 1], ['0.00', 1]),
      line('2026-04', ['2.00', 1], ['2.00', 1]),
      line('2026-05', [null, 0], ['2.00', 1]),
    ];
    const by = (sort: string, compare?: 'year') =>
      finish(of, { ...ask, compare, sort }, measures, counted, ALL).lines.map(({ keys: [key] }) => Number(String(key).slice(-2)));
    expect(by('-sum_d', 'year')).toEqual([1, 3, 4, 2, 5]);
    expect(by('sum_d', 'year')).toEqual([2, 4, 3, 1, 5]);
    expect(by('-sum_r', 'year').slice(0, 3)).toEqual([1, 4, 2]);
    expect(by('-sum_c', 'year')[0]).toBe(2);
    // without a comparison it is no order
    expect(by('-sum_d')).toEqual([...by('when')]);
  });
});
