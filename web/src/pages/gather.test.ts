import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gather } from './gather.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the first of many calls is answered at once, the others of a moment together, and none is lost', () => {
  const run = vi.fn();
  const { call } = gather(run, 2_000);
  call();
  expect(run).toHaveBeenCalledTimes(1);
  for (let at = 0; at < 20; at += 1) call();
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2_000);
  expect(run).toHaveBeenCalledTimes(2);
  // the one that was made up for is followed by a rest as well
  call();
  expect(run).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(2_000);
  expect(run).toHaveBeenCalledTimes(3);
});

it('after a rest in which nothing was called the next is answered at once', () => {
  const run = vi.fn();
  const { call } = gather(run, 2_000);
  call();
  vi.advanceTimersByTime(4_000);
  expect(run).toHaveBeenCalledTimes(1);
  call();
  expect(run).toHaveBeenCalledTimes(2);
});

it('once stopped nothing is made up for', () => {
  const run = vi.fn();
  const { call, stop } = gather(run, 2_000);
  call();
  call();
  stop();
  vi.advanceTimersByTime(4_000);
  expect(run).toHaveBeenCalledTimes(1);
});
