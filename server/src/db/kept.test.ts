import { expect, it } from 'vitest';
import { defineCache } from '#server/cache/cache.ts';
import { keeping } from './kept.ts';

const reads = defineCache<{ value: number; at: number; writes: number }>({ name: 'test', holds: '', key: '', ends: '', bytes: 10_000 });

/** A database whose answer counts the questions. */
function asked() {
  const at = { now: 0, writes: 0, questions: 0 };
  const cache = reads.of(at);
  const kept = keeping({ writes: () => at.writes }, cache, { ms: 500, worth: (value) => value !== 2, weigh: () => 8 }, () => at.now);
  const read = (during = () => {}) =>
    kept.read('key', async () => {
      at.questions += 1;
      during();
      return at.questions;
    });
  return { at, kept, read };
}

it('R7 believes an answer for less than half a second from when it was asked for', async () => {
  const { at, read } = asked();
  const slow = () => {
    at.now += 400;
  };
  expect(await read(slow)).toBe(1);
  at.now = 499;
  expect(await read()).toBe(1);
  at.now = 500;
  expect(await read()).toBe(2);
});

it('R7 believes nothing that was read before, or while, this process wrote', async () => {
  const { at, read } = asked();
  const write = () => {
    at.writes += 1;
  };
  await read();
  write();
  expect(await read(write)).toBe(2);
  expect(await read()).toBe(3);
  expect(await read()).toBe(3);
});

it('R7 forgets what it knows and what is being read', async () => {
  const { kept, read } = asked();
  await read();
  kept.forget();
  expect(await read()).toBe(2);
  expect(await read(kept.forget)).toBe(3);
  expect(await read()).toBe(4);
});

it('keeps no answer that is not worth it', async () => {
  const { at, read } = asked();
  at.questions = 1;
  expect(await read()).toBe(2);
  expect(await read()).toBe(3);
});
