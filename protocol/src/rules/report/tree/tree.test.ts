import { describe, expect, it } from 'vitest';
import type { ReportDef } from '#protocol/meta/report.ts';
import { drillOf, type Key } from '../drill.ts';
import type { Counted } from '../line.ts';
import { keyIn, keySaid, nodeOf } from '../said.ts';
import { finishTree } from './tree.ts';

const report: ReportDef = {
  ...{ uid: 'r', report_name: 'r', key_name: '树', key_name_en: 'Tree', type: 'TREE' },
  sources: [{ name: 's', cloud: 'plan', where: 'kind=1' }],
  searchs: { fields: [{ name: 'unit', fields: 'unit', op: 'below' }] },
  targets: [{ name: 'node', fields: 'unit' }],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'part', share: 'num', percent: 1, key_name: '占比', key_name_en: 'Share' },
    { name: 'codes', of: 'distinct', field: 'code' },
    { name: 'mean', calc: 'codes/num', key_name: '平均', key_name_en: 'Mean' },
  ],
};
const one = (key: Key, rank: number, num: number, up: Key = null): Counted => ({
  keys: [key],
  ranks: [rank],
  up,
  figures: { num, codes: 1 },
});
const total: Counted = { keys: [], ranks: [], figures: { num: 10, codes: 3 } };
//  1 (own 2) ─ 2 (own 1) ─ 3    4    -9: in a circle    null
const COUNTED = [
  total,
  one(3, 3, 4, 2),
  one(-3, 3, 4, 2),
  one(2, 2, 5, 1),
  one(-2, 2, 1, 1),
  one(1, 1, 7),
  one(-1, 1, 2),
  one(4, 0, 1),
  one(-4, 0, 1),
  one(-9, 5, 1),
  one(null, 9, 1),
];
const all = { from: 0, to: 1000 };
const told = (ask = {}, counted = COUNTED, page = all) =>
  finishTree(report, ask, report.indexs, counted, page).lines.map(({ keys, depth, figures }) => `${depth} ${keys} ${figures.num}`);

describe('PAGES-07 a tree that was counted', () => {
  it('stands from the top down, each node above what stands below it, itself first; what is all of a node is told once', () => {
    expect(told()).toEqual(['1 4 1', '1 1 7', '2 -1 2', '2 2 5', '3 -2 1', '3 3 4', '1 -9 1', '1  1']);
  });
  it('is sorted by a figure among what stands beside each other, or turned; what is empty stands last, what is a node itself first', () => {
    expect(told({ sort: '-num' })).toEqual(['1 1 7', '2 -1 2', '2 2 5', '3 -2 1', '3 3 4', '1 4 1', '1 -9 1', '1  1']);
    expect(told({ sort: '-node' })).toEqual(['1 -9 1', '1 1 7', '2 -1 2', '2 2 5', '3 -2 1', '3 3 4', '1 4 1', '1  1']);
    expect(told({ sort: 'node' })).toEqual(told());
  });
  it('its pages cut the lines; of nothing there are none', () => {
    expect(told({}, COUNTED, { from: 2, to: 4 })).toEqual(['2 -1 2', '2 2 5']);
    expect(finishTree(report, {}, report.indexs, COUNTED, { from: 2, to: 4 }).count).toBe(8);
    expect(finishTree(report, {}, report.indexs, [total], all)).toMatchObject({ lines: [], count: 0, total: { figures: { num: 10 } } });
    expect(finishTree(report, { targets: [] }, report.indexs, [total], all)).toMatchObject({ lines: [], count: 0 });
  });
  it('shares are parts of what stands above, and rates are of each line’s own figures', () => {
    const { lines } = finishTree(report, {}, report.indexs, COUNTED, all);
    const of = (key: Key) => lines.find(({ keys }) => keys[0] === key)!.figures;
    expect([of(1).part, of(4).part, of(-9).part, of(null).part]).toEqual(['0.700', '0.100', '0.100', '0.100']);
    expect([of(-1).part, of(2).part]).toEqual(['0.200', '0.500']);
    expect([of(-2).part, of(3).part]).toEqual(['0.100', '0.400']);
    expect(of(3).mean).toBe('0.25');
  });
});

describe('PAGES-07 WIRE-05 the list of a node', () => {
  const filters = (of: ReportDef, key: Key) => drillOf(of, { fields: { unit: 1 } }, [key]).filters.fields;
  it('is all below it, of it alone just what names it, and of none what is empty, within what was asked', () => {
    const asked = { kind: { op: '=', value: '1' } };
    const under = { op: 'below', value: 1 };
    expect(filters(report, 3)).toEqual({ ...asked, unit: { all: [under, { op: 'below', value: 3 }] } });
    expect(filters(report, -3)).toEqual({ ...asked, unit: { all: [under, { op: '=', value: 3 }] } });
    expect(filters(report, null)).toEqual({ ...asked, unit: { all: [under, { op: 'empty' }] } });
    expect(drillOf(report, {}, []).filters.fields).toEqual(asked);
  });
  it('is the same of a tier; any other target asks for its very value', () => {
    const tier: ReportDef = { ...report, type: 'TABLE', targets: [{ name: 'node', fields: 'unit', type: 'TIER', tier: 2 }] };
    expect([3, -3].map((key) => filters(tier, key).unit)).toEqual([3, -3].map((key) => filters(report, key).unit));
    const value: ReportDef = { ...report, type: 'TABLE' };
    expect(filters(value, 3).unit).toMatchObject({ all: [{}, { op: '=', value: 3 }] });
  });
  it('the wire tells a node alone by its id and that it is', () => {
    for (const key of [5, -5]) expect(keyIn({ ...nodeOf(key), key_name: 'n' })).toBe(key);
    expect(nodeOf(-5)).toEqual({ id: 5, own: 1 });
    expect([keyIn(undefined), keyIn({ id: null, key_name: '' }), keyIn({ id: 'x', key_name: 'x' })]).toEqual([null, null, 'x']);
    expect(keySaid({ id: 5, own: 1, key_name: 'n' }, { type: 'TIER' })).toEqual({ named: { id: 5, own: 1, key_name: 'n' }, own: 1 });
  });
});
