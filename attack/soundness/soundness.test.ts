import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compare } from './compare.ts';
import { playedFlows } from './flows.ts';

const SEED = 20261121;

it('FLOW-01 the soundness check says of random definitions what playing them with the engine shows, no more and no less', () => {
  let sound = 0;
  let found = 0;
  fc.assert(
    fc.property(playedFlows, (played) => {
      const { missed, wrong, unplayed, ...told } = compare(played);
      sound += told.sound ? 1 : 0;
      found += told.findings;
      expect({ missed, wrong, unplayed }).toEqual({ missed: [], wrong: [], unplayed: [] });
    }),
    { numRuns: 100, seed: SEED },
  );
  // both kinds were among them
  expect(sound).toBeGreaterThan(5);
  expect(found).toBeGreaterThan(100);
});
