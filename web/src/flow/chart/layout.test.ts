import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOut, pathOf } from './layout.ts';
import { boxed, faultsOf, sizes } from './testing-layout.ts';

describe('FLOW-10 a flow is laid out', () => {
  it('no step over another, each line from step to step and over none, the way on one axis: whatever leads wherever', () => {
    const graphs = fc.integer({ min: 1, max: 14 }).chain((n) => {
      const id = fc.integer({ min: 1, max: n });
      return fc.record({
        n: fc.constant(n),
        lines: fc.uniqueArray(fc.record({ from: id, to: id }), { maxLength: 24, selector: ({ from, to }) => from * 100 + to }),
        way: fc.uniqueArray(id, { minLength: 1, maxLength: n }),
        heights: fc.array(sizes, { minLength: 1, maxLength: 5 }),
      });
    });
    fc.assert(
      fc.property(graphs, ({ n, lines, way, heights }) => {
        const ids = Array.from({ length: n }, (_, at) => at + 1);
        expect(faultsOf(layOut(boxed(ids, heights), lines, way), way)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('what does not apply stands beside the axis, between what leads to it and what it leads to', () => {
    const lines = [
      { from: 1, to: 3 },
      { from: 1, to: 2 },
      { from: 2, to: 3 },
    ];
    const { boxes } = layOut(boxed([1, 2, 3], [66]), lines, [1, 3]);
    expect(boxes.map(({ x }) => x)).toEqual([18, 166, 314]);
    expect(boxes[1]!.y).toBeGreaterThan(boxes[0]!.y);
  });

  it('nothing to draw is nothing', () => {
    expect(layOut([], [], [])).toMatchObject({ boxes: [], lines: [] });
    expect(
      pathOf([
        [0, 0],
        [0, 20],
        [40, 20],
        [40, 0],
      ]),
    ).toBe('M0 0L0 14Q0 20 6 20L34 20Q40 20 40 14L40 0');
  });
});
