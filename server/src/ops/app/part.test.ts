import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { partOf } from './part.ts';

describe('FILE-02 a part of a file', () => {
  test.each([
    ['bytes=0-0', { from: 0, to: 0 }],
    ['bytes=0-', { from: 0, to: 9 }],
    ['bytes=4-7', { from: 4, to: 7 }],
    ['bytes=4-99', { from: 4, to: 9 }],
    ['bytes=9-', { from: 9, to: 9 }],
    ['bytes=-3', { from: 7, to: 9 }],
    ['bytes=-99', { from: 0, to: 9 }],
  ])('%s of ten bytes', (range, part) => expect(partOf(range, 10)).toEqual(part));
  test.each([
    undefined,
    '',
    'bytes=-',
    'bytes=7-4',
    'bytes=0-1,3-4',
    'bytes= 1-2',
    'chars=1-2',
    'bytes=1.5-2',
    'bytes=--1',
    `bytes=${'9'.repeat(16)}-`,
  ])('C6 %s is no part: the whole file', (range) => expect(partOf(range, 10)).toBeUndefined());
  test.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', `bytes=${'9'.repeat(15)}-`])('C6 %s lies behind the end: 416', (range) =>
    expect(() => partOf(range, 10)).toThrow(expect.objectContaining({ status: 416, code: 317 })),
  );
  test('C6 whatever is asked for, no byte outside of the file is named', () => {
    const number = fc.oneof(fc.constant(''), fc.bigInt({ min: 0n, max: 10n ** 17n }).map(String), fc.nat(20).map(String));
    fc.assert(
      fc.property(number, number, fc.integer({ min: 1, max: 15 }), (first, last, length) => {
        try {
          const part = partOf(`bytes=${first}-${last}`, length);
          if (part) expect(0 <= part.from && part.from <= part.to && part.to < length).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ status: 416 });
        }
      }),
    );
  });
});
