import { describe, expect, test } from 'vitest';
import { FAULT_POINTS } from '#server/ports/fault.ts';
import { SCENARIOS } from './play/scenarios.ts';
import { eachPointOnce, killAt } from './run/kill.ts';

describe('kill -9 of a real server process', () => {
  const deaths = eachPointOnce(SCENARIOS);
  test('1 2 3 at every point once: before or after, never between; sent again, one effect', async () => {
    const half = Math.ceil(deaths.length / 2);
    const broken = await Promise.all([killAt(deaths.slice(0, half)), killAt(deaths.slice(half))]);
    expect(broken.flat()).toEqual([]);
    const met = new Set(deaths.map(({ point }) => point.split('@')[0]));
    expect(Object.keys(FAULT_POINTS).filter((point) => !met.has(point) && !point.startsWith('outbox.'))).toEqual([]);
  }, 900_000);
});
