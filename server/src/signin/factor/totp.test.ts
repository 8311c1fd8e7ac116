import { expect, it } from 'vitest';
import { stepOf } from './totp.ts';

/** RFC 6238, appendix B, SHA-1: the last six of its eight digits. */
const SECRET = Buffer.from('12345678901234567890');
it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %i seconds %s is the code of the step', (seconds, digits) => {
  expect(stepOf(SECRET, digits, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
});

it('the step before and the step after are taken, none farther away', () => {
  const step = 41152263; // of 1234567890
  const at = (steps: number) => stepOf(SECRET, '005924', new Date((step + steps) * 30_000));
  expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, step, step, step, null]);
});

it('a slice of a larger buffer is its own secret', () => {
  const within = Buffer.concat([Buffer.alloc(7, 1), SECRET, Buffer.alloc(7, 1)]).subarray(7, 27);
  expect(stepOf(within, '005924', new Date(1234567890_000))).toBe(41152263);
});
