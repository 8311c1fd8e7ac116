import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchRoom } from './room.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const MIB = 1_048_576;
const MINUTE = 60_000;

it('an operator is warned when the disk is nearly full, every hour while it is, and anew when it is so again', async () => {
  let free: number | null = 900 * MIB;
  const said: string[] = [];
  const stop = watchRoom({ room: async () => (free === null ? null : { free, whole: 99_999 * MIB }) }, ({ message }) => said.push(message));
  await vi.advanceTimersByTimeAsync(59 * MINUTE);
  expect(said).toEqual([expect.stringMatching(/DATA_DIR has 900 MiB left/)]);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(said).toHaveLength(2);
  for (const room of [1_024 * MIB, null]) {
    free = room;
    await vi.advanceTimersByTimeAsync(120 * MINUTE);
    expect(said).toHaveLength(2);
  }
  free = 3 * MIB;
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(said.slice(2)).toEqual([expect.stringMatching(/3 MiB left/)]);
  stop();
  await vi.advanceTimersByTimeAsync(120 * MINUTE);
  expect(said).toHaveLength(3);
});
