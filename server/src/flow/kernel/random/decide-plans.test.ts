import { expect, it } from 'vitest';
import { BLOCK, playBlock, sumOf } from './testing-play.ts';

const BLOCKS = 10_000 / BLOCK;

it('FLOW-01 I1 to I16 hold after every command of 10,000 more random flows (decide-model.test.ts has the first)', () => {
  const { plans, accepted } = sumOf(Array.from({ length: BLOCKS }, (_, block) => playBlock(1, BLOCKS + block)));
  expect(plans).toBe(10_000);
  expect(accepted).toBeGreaterThan(37_500);
});

it('a block is the same whenever it is played, and another seed is another', () => {
  const [first, again, other] = [playBlock(3, 0, 50), playBlock(3, 0, 50), playBlock(4, 0, 50)];
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});
