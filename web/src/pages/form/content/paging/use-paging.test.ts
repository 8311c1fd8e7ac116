import { expect, it } from 'vitest';
import { pageAt, pageOf } from './use-paging.ts';

it('SUB-01 a page has its rows, and goes back to the last one there is where rows went', () => {
  expect(pageOf(23, { page: 1, size: 10 })).toEqual({ page: 1, last: 3, from: 0, to: 10 });
  expect(pageOf(23, { page: 3, size: 10 })).toEqual({ page: 3, last: 3, from: 20, to: 23 });
  expect(pageOf(20, { page: 3, size: 10 })).toEqual({ page: 2, last: 2, from: 10, to: 20 });
  expect(pageOf(0, { page: 2, size: 10 })).toEqual({ page: 1, last: 1, from: 0, to: 0 });
});

it('SUB-01 a row stands on one page, whatever the size', () => {
  expect([0, 9, 10, 22].map((at) => pageAt(at, 10))).toEqual([1, 1, 2, 3]);
  for (const size of [10, 20, 50, 100])
    for (let at = 0; at < 230; at++) {
      const { from, to } = pageOf(230, { page: pageAt(at, size), size });
      expect(at >= from && at < to).toBe(true);
    }
});
