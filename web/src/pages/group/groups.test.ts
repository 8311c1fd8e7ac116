import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import { foundIn, linesOf, withAbove } from '../tree/state/nodes.ts';
import { type GroupValue, groupFilter, groupsOf, keyOf, nodeOf, overlaps, textsOf } from './groups.ts';

const value = (id: number, parent_id: number | null = null, words = ''): GroupValue => ({
  ...{ id, key_name: `值${id}`, key_name_en: `Value ${id}`, parent_id, words },
});
const TREE = [value(3, 1), value(1), value(2, 1, 'A-07'), value(4, 3), value(5, 99)];
const field = (data_type: FieldDef['data_type']): FieldDef => ({ uid: 'f', field_name: 'f', key_name: 'f', key_name_en: 'f', data_type });

describe('PAGES-04 the lines of the group page', () => {
  it('all first, each value in its order with what it has, what has none last', () => {
    const counts = [
      { id: null, num: 4 },
      { id: 0, unauthorized: 1 as const, num: 2 },
      { id: 2, num: 3 },
      { id: 9, key_name: '旧', num: 1 },
    ];
    expect(groupsOf([value(1), value(2)], counts, 10).groups.map(({ key, num }) => [key, num])).toEqual([
      ['all', 10],
      ['1', 0],
      ['2', 3],
      ['9', 1],
      ['blind', 2],
      ['none', 4],
    ]);
  });
  it('a tree: each below its parent, with its own and with what lies below; what has no parent here at the top', () => {
    const { groups } = groupsOf(
      TREE,
      [
        { id: 4, num: 2, below: 2 },
        { id: 1, num: 0, below: 2 },
      ],
      2,
    );
    expect(groups.map(({ key, level, own, num, holds }) => [key, level, own, num, holds])).toEqual([
      ['all', 1, 2, 2, false],
      ['1', 1, 0, 2, true],
      ['3', 2, 0, 0, true],
      ['4', 3, 2, 2, false],
      ['2', 2, 0, 0, false],
      ['5', 1, 0, 0, false],
    ]);
  });
  it('what is looked for stands with the way to it, by name, English name and code; lines that are no values are not found', () => {
    const { tree } = groupsOf(TREE, [{ id: null, num: 1 }], 0);
    const seen = (words: string) => {
      const shown = withAbove(tree, foundIn(tree, words, textsOf));
      return linesOf(tree.roots, () => true, shown).map(({ node }) => keyOf(node.id));
    };
    expect(seen('value 4')).toEqual(['1', '3', '4']);
    expect(seen('a-07')).toEqual(['1', '2']);
    expect([seen('没有'), seen('all'), seen('group')]).toEqual([[], [], []]);
    expect(['all', 'blind', 'none', '7'].map((key) => keyOf(nodeOf(key)))).toEqual(['all', 'blind', 'none', '7']);
  });
  it('the list is narrowed to the value, with or without what lies below', () => {
    const of = field('entity');
    expect(groupFilter(of, '3', true, false)).toEqual({ f: { op: 'below', value: 3 } });
    expect(groupFilter(of, '3', true, true)).toEqual({ f: 3 });
    expect(groupFilter(of, '3', false, false)).toEqual({ f: 3 });
    expect(groupFilter(of, 'none', true, false)).toEqual({ f: { op: 'empty' } });
    for (const key of ['all', 'blind', '', '1 or 1=1']) expect(groupFilter(of, key, true, false)).toEqual({});
  });
  it('groups that overlap say so; a field of one value never does', () => {
    const { groups } = groupsOf(
      [value(1), value(2)],
      [
        { id: 1, num: 2 },
        { id: 2, num: 2 },
      ],
      3,
    );
    expect([overlaps(field('entities'), groups), overlaps(field('checkbox'), groups), overlaps(field('entity'), groups)]).toEqual([
      ...[true, true, false],
    ]);
    expect(overlaps(field('entities'), groupsOf([value(1)], [{ id: 1, num: 3 }], 3).groups)).toBe(false);
  });
});
