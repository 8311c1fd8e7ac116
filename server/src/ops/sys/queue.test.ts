import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { House } from '#server/meta/house.ts';
import type { OpCall, OpReply } from '#server/ops/op.ts';
import { queueCall } from './queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('F3 a Queue has half a minute in all: what it has not begun by then is answered 103 $busy, and was not begun', async () => {
  const begun: string[] = [];
  const dispatch = async (_: string, name: string) => {
    begun.push(name);
    await vi.advanceTimersByTimeAsync(9_999);
    return { data: { name } };
  };
  const actions = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ path: '/app', op: name }));
  const { rows } = (await queueCall.run({} as House, { request: { actions }, dispatch } as unknown as OpCall<never>)) as OpReply;
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  expect(rows!.slice(0, 4).map((row) => row.code)).toEqual([200, 200, 200, 200]);
  expect(rows!.slice(4)).toEqual(Array(2).fill({ code: 103, remark: '$busy', data: {} }));
});
