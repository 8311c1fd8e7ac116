import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aboveOf, foundIn, isWithin, linesOf, reached, treeOf, withAbove } from './nodes.ts';

const row = (id: number, parent_id: number | null = null, key_name = `n${id}`) => ({ id, parent_id, key_name });
const tree = treeOf([row(1), row(2, 1), row(3, 2), row(4, 1, '港务'), row(5), row(6, 99)]);
const drawn = (open: readonly number[], shown?: ReadonlySet<number>) =>
  linesOf(tree.roots, ({ id }) => open.includes(id), shown).map(({ node, level, at, of }) => [node.id, level, at, of]);

describe('PAGES-03 the nodes of a tree', () => {
  test('siblings keep their order, what nobody may see above is none', () => {
    expect(tree.roots.map(({ id }) => id)).toEqual([1, 5, 6]);
    expect([1, 2, 3, 5].map((id) => tree.byId.get(id)!.below)).toEqual([3, 1, 0, 0]);
  });
  test('only what is open shows what is below it, and each says where it stands', () => {
    expect(drawn([])).toEqual([
      [1, 1, 1, 3],
      [5, 1, 2, 3],
      [6, 1, 3, 3],
    ]);
    expect(drawn([1, 2, 3]).map(([id, level]) => [id, level])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 2],
      [5, 1],
      [6, 1],
    ]);
    expect(linesOf(tree.roots, () => true).find(({ node }) => node.id === 3)!.isOpen).toBe(false);
  });
  test('what is found stands with all that is above it, and nothing else', () => {
    const found = foundIn(tree, '港', ({ key_name }) => [String(key_name)]);
    expect([...found]).toEqual([4]);
    expect(drawn([1, 2], withAbove(tree, found))).toEqual([
      [1, 1, 1, 1],
      [4, 2, 1, 1],
    ]);
    expect([...withAbove(tree, new Set([3]))].sort()).toEqual([1, 2, 3]);
  });
  test('of a tree that is read by levels a node opens before what stands below it is there, and says that it waits', () => {
    const levels = new Map([[0, [{ ...row(1), holds: 2 }, row(2)]]]);
    const seen = (isOpen: boolean) => {
      const rows = reached(levels);
      return linesOf(
        treeOf(rows).roots,
        () => isOpen,
        new Set(rows.map(({ id }) => id)),
        ({ id }) => id === 1 && !levels.has(1),
      ).map((line) => [line.node.id, line.isOpen, line.waits]);
    };
    expect(seen(false)).toEqual([
      [1, false, false],
      [2, false, false],
    ]);
    expect(seen(true)).toEqual([
      [1, true, true],
      [2, false, false],
    ]);
    levels.set(1, [row(3, 1), row(4, 1)]);
    expect(seen(true).map(([id, , waits]) => [id, waits])).toEqual([
      [1, false],
      [3, false],
      [4, false],
      [2, false],
    ]);
  });
  test('a level below what is gone is no level any more, and a circle ends', () => {
    const levels = new Map([
      [0, [row(1)]],
      [1, [row(2, 1)]],
      [2, [row(1, 2), row(3, 2)]],
      [9, [row(10, 9)]],
    ]);
    expect(reached(levels).map(({ id }) => id)).toEqual([1, 2, 3]);
    levels.set(1, []);
    expect(reached(levels).map(({ id }) => id)).toEqual([1]);
  });
  test('the way to a node, and what lies within it', () => {
    const at = (id: number) => tree.byId.get(id)!;
    expect(aboveOf(at(3)).map(({ id }) => id)).toEqual([1, 2]);
    expect([isWithin(at(3), at(1)), isWithin(at(1), at(1)), isWithin(at(1), at(3)), isWithin(null, at(1))]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
  test('every row stands in one line when all is open, however deep', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 60 }), (ups) => {
        const rows = ups.map((up, at) => row(at + 1, at === 0 ? null : (up % at) + 1));
        const all = treeOf(rows);
        const lines = linesOf(all.roots, () => true);
        expect(lines.map(({ node }) => node.id).sort((a, b) => a - b)).toEqual(rows.map(({ id }) => id));
        for (const { node, level } of lines) expect(level).toBe(aboveOf(node).length + 1);
        expect(all.byId.get(1)!.below).toBe(rows.length - 1);
      }),
    );
    const deep = treeOf(Array.from({ length: 5_000 }, (_, at) => row(at + 1, at)));
    expect(linesOf(deep.roots, () => true)).toHaveLength(5_000);
    expect(deep.roots[0]!.below).toBe(4_999);
  });
});
