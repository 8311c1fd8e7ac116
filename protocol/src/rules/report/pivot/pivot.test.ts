import { describe, expect, it } from 'vitest';
import type { ReportMeasureDef, ReportTargetDef } from '#protocol/meta/report.ts';
import type { Report } from '../ask.ts';
import type { Key } from '../drill.ts';
import type { Counted } from '../line.ts';
import { finishPivot, MOST_CELLS, MOST_COLUMNS } from './pivot.ts';

const TARGETS: readonly ReportTargetDef[] = [
  { name: 'unit', fields: 'unit' },
  { name: 'year', fields: 'day', type: 'DATE', periods: ['YEAR'], axis: 'column', sub: 1 },
  { name: 'kind', fields: 'kind', axis: 'column' },
];
const MEASURES: readonly ReportMeasureDef[] = [
  { name: 'num', of: 'count' },
  { name: 'sum', of: 'sum', field: 'sum' },
  { name: 'mean', calc: 'sum/num' },
  { name: 'part', share: 'num' },
];
const report = { sources: [], targets: TARGETS, indexs: MEASURES } as unknown as Report;
const ALL = { from: 0, to: Number.POSITIVE_INFINITY };
const one = (keys: Key[], across: Key[], num: number, sum: string | null = null): Counted => ({
  ...{ keys, ranks: keys.map(Number), figures: { num, sum } },
  ...(across.length ? { across, acrossRanks: across.map((key) => Number(key ?? 9999)) } : {}),
});
const finished = (counted: readonly Counted[], ask = {}) => finishPivot(report, ask, MEASURES, counted, ALL);
/** A pivot of so many lines and columns, each cell there. */
function full(lines: number, columns: number): Counted[] {
  const [down, beside] = [Array.from({ length: lines }, (_, at) => at), Array.from({ length: columns }, (_, at) => at)];
  return [
    ...[one([], [], lines * columns), one([], [2025], lines * columns), ...down.map((key) => one([key], [], columns))],
    ...[...down.map((key) => one([key], [2025], columns)), ...beside.map((key) => one([], [2025, key], lines))],
    ...down.flatMap((key) => beside.map((kind) => one([key], [2025, kind], 1))),
  ];
}

describe('PAGES-07 what was counted of a pivot', () => {
  it('200 columns are told and 201 are not, subtotals among them; 10,000 cells are told and no more', () => {
    expect([MOST_COLUMNS, MOST_CELLS]).toEqual([200, 10_000]);
    expect(finished(full(2, 199))?.columns).toHaveLength(200);
    expect(finished(full(2, 200))).toBeNull();
    expect(finished(full(100, 100))?.count).toBe(100);
    expect(finished(full(101, 100))).toBeNull();
    // cells that are empty take their room too
    expect(finished(full(101, 100).filter(({ keys: [key], across = [] }) => across.length < 2 || (key as number) % 2 === 0))).toBeNull();
  });

  it('empty, of one cell, and of nothing but empty values', () => {
    expect(finished([one([], [], 0)])).toMatchObject({ columns: [], lines: [], count: 0, total: { figures: { num: 0 }, cells: [] } });
    const told = finished(full(1, 1))!;
    expect(told.columns.map(({ keys }) => keys)).toEqual([[2025, 0], [2025]]);
    expect(told.lines[0]!.cells.map((cell) => cell?.figures)).toEqual([
      { num: 1, sum: null, mean: null, part: '1.000' },
      { num: 1, sum: null, mean: null, part: '1.000' },
    ]);
  });

  it('columns stand by their values, a subtotal behind its own, what has no value last; turned where that is asked', () => {
    const counted = full(1, 1).concat(
      ...[2024, null].flatMap((year) => [one([], [year], 3), one([], [year, 7], 1), one([], [year, null], 2)]),
    );
    const keys = (ask = {}) => finished(counted, ask)!.columns.map((column) => JSON.stringify(column.keys));
    const [first, last] = [
      ['[2024,7]', '[2024,null]', '[2024]'],
      ['[null,7]', '[null,null]', '[null]'],
    ];
    expect(keys()).toEqual([...first, '[2025,0]', '[2025]', ...last]);
    expect(keys({ sort: '-year' })).toEqual(['[2025,0]', '[2025]', ...first, ...last]);
    // where a line has no rows it has no cell
    expect(finished(counted)!.lines[0]!.cells.map(Boolean)).toEqual([false, false, false, true, true, false, false, false]);
  });

  it('each column is reckoned of its own figures: rates of its sums, shares of its whole', () => {
    const counted = [one([], [], 4, '8.00'), one([], [2025], 4, '8.00'), one([], [2025, 1], 4, '8.00')].concat(
      ...[1, 2].map((key) => [[], [2025], [2025, 1]].map((across) => one([key], across, key === 1 ? 1 : 3, key === 1 ? '5.00' : '3.00'))),
    );
    const { lines, total } = finished(counted, { sort: '-num' })!;
    expect(lines.map(({ keys }) => keys)).toEqual([[2], [1]]);
    expect(lines.map(({ cells }) => cells[0]!.figures)).toEqual([
      { num: 3, sum: '3.00', mean: '1', part: '0.750' },
      { num: 1, sum: '5.00', mean: '5', part: '0.250' },
    ]);
    expect(total.cells[0]!.figures).toEqual({ num: 4, sum: '8.00', mean: '2', part: '1.000' });
  });
});
