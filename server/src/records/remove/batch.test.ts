import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import type { Tx } from '#server/db/db.ts';
import { inBatch } from './batch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const said: string[] = [];
const tx = { query: async (statement: string) => void said.push(statement) } as unknown as Tx;

it('F3 a batch has five seconds in all: what it has not begun by then is answered 103 $busy, and was not begun', async () => {
  const begun: number[] = [];
  const part = async (id: number) => {
    begun.push(id);
    await vi.advanceTimersByTimeAsync(2_000);
    if (id === 2) throw new Refusal(300);
  };
  const { code, rows } = await inBatch(tx, [5, 4, 3, 2, 1], part);
  expect(begun).toEqual([1, 2, 3]);
  expect(code).toBe(343);
  expect(rows!.map((row) => [row.id, row.code, row.remark])).toEqual([
    [1, 200, ''],
    [2, 300, ''],
    [3, 200, ''],
    [4, 103, '$busy'],
    [5, 103, '$busy'],
  ]);
});
