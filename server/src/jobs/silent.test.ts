import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { createSilent } from './silent.ts';

const socket = () =>
  Object.assign(new EventEmitter(), {
    terminated: false,
    terminate() {
      this.terminated = true;
    },
  }) as unknown as WebSocket & { terminated: boolean };

it('F7 known devices are bounded together too: who has an account makes as many as he likes', () => {
  const silent = createSilent({ most: 10, mostOfOne: 4 });
  const stranger = socket();
  silent.enter({ address: '10.0.0.1', device: null }, stranger);
  const flood = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      const one = socket();
      silent.enter({ address: '10.0.0.3', device: `made-${at % 20}` }, one);
      return one;
    });
  const first = flood(40);
  expect(silent.size).toBe(11);
  expect(first.filter((one) => !one.terminated)).toHaveLength(10);
  // who says soon whose he is gets through
  const honest = socket();
  silent.enter({ address: '10.0.0.2', device: 'office' }, honest);
  flood(5);
  expect([stranger.terminated, honest.terminated]).toEqual([false, false]);
  silent.leave(honest);
  expect(silent.size).toBe(10);
});
