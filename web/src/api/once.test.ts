import { expect, it } from 'vitest';
import { ApiError, networkError } from './error.ts';
import { createOnce } from './once.ts';

it('R5 what was not answered is sent again as it was, under its id; an answer, also a refusal, ends it', async () => {
  const once = createOnce();
  const sent: { version: number; _rid: string }[] = [];
  const press = (version: number, end: () => unknown, what = 'a') =>
    once({ what }, { version }, async (request) => {
      sent.push(request);
      return end();
    });
  const fail = (error: Error) => () => {
    throw error;
  };
  await expect(press(1, fail(networkError()))).rejects.toThrow();
  await expect(press(2, fail(new ApiError(103, '忙')))).rejects.toThrow();
  await press(3, () => 1, 'b');
  expect(await press(4, () => 'done')).toBe('done');
  await expect(press(5, fail(new ApiError(311, '旧')))).rejects.toThrow();
  await press(6, () => 1);
  expect(sent.map(({ version }) => version)).toEqual([1, 1, 3, 1, 5, 6]);
  expect(new Set(sent.map(({ _rid }) => _rid)).size).toBe(4);
});
