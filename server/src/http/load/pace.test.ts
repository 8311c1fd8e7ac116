import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Busy } from './admission.ts';
import { createPace } from './pace.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A reader who is there until he says that he has gone. */
const reader = () =>
  Object.assign(new EventEmitter(), { destroyed: false }) as unknown as Parameters<ReturnType<typeof createPace>>[1] & EventEmitter;
/** Works that take ten milliseconds each by a clock of the test's own. */
function desk() {
  let clock = 0;
  const done: string[] = [];
  const pace = createPace(() => clock);
  const ask = (person: string, what: string, asker = reader()) =>
    pace(person, asker, () => {
      clock += 10;
      done.push(what);
      return what;
    });
  return { done, ask, pace, later: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

it('F3 bodies of one person are taken apart one after the other, with a rest of three times as long, beside those of others', async () => {
  const { done, ask, later } = desk();
  const first = ask('1 7', 'a');
  const second = ask('1 7', 'b');
  const other = ask('1 8', 'c');
  expect([await first, await other]).toEqual(['a', 'c']);
  await later(29);
  expect(done).toEqual(['a', 'c']);
  await later(2);
  expect(await second).toBe('b');
});

it('F3 what takes no time needs no rest, what fails gives its turn back', async () => {
  const { ask, pace, later } = desk();
  expect(await pace('1 7', reader(), () => 1)).toBe(1);
  await expect(
    pace('1 7', reader(), () => {
      throw new Error('no form');
    }),
  ).rejects.toThrow('no form');
  expect(await ask('1 7', 'a')).toBe('a');
  const next = ask('1 7', 'b');
  await later(31);
  expect(await next).toBe('b');
});

it('F3 more than sixty that wait, one that waits too long and one whose reader has gone are refused with 503, and leave the others their turn', async () => {
  const { ask, later } = desk();
  await ask('1 7', 'first');
  const gone = reader();
  const leaves = ask('1 7', 'gone', gone);
  const waits = Array.from({ length: 59 }, (_, at) => ask('1 7', `${at}`));
  await expect(ask('1 7', 'much')).rejects.toBeInstanceOf(Busy);
  gone.emit('close');
  await expect(leaves).rejects.toBeInstanceOf(Busy);
  const all = Promise.allSettled(waits);
  await later(31 * 60);
  expect((await all).every(({ status }) => status === 'fulfilled')).toBe(true);
});
