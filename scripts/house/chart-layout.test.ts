import fc from 'fast-check';
import { expect, it } from 'vitest';
import { modelFlows } from '#server/flow/kernel/random/testing-model.ts';
import { linksOf } from '#server/flow/read/way.ts';
import { layOut } from '#web/flow/chart/layout.ts';
import { boxed, faultsOf, sizes } from '#web/flow/chart/testing-layout.ts';

it('FLOW-10 the flows that the engine is tried with are laid out: no step over another, each line from step to step and over none, returns among them', () => {
  fc.assert(
    fc.property(modelFlows, fc.array(sizes, { minLength: 1, maxLength: 4 }), fc.nat(), ({ flow }, heights, seed) => {
      const way = [1, ...[...flow.steps.keys()].filter((step) => step > 1 && step <= 90)];
      const links = linksOf(
        flow,
        way.map((state) => ({ state, kind: 'ahead' as const, who: [], time: null })),
      );
      const back = way.slice(1, -1).map((from, at) => ({ from, to: way[(seed + at) % (at + 1)]! }));
      const ids = [...new Set([...way, ...links.flatMap(({ from, to }) => [from, to])])];
      expect(faultsOf(layOut(boxed(ids, heights), [...links, ...back], way), way)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
