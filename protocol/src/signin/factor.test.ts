import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { foldFactor, RECOVERY_CODES, recoveryCodes, unveil, veil } from './factor.ts';
import type { Primitives } from './proof.ts';

const primitives: Primitives = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  hmac: (key, bytes) => createHmac('sha256', key).update(bytes).digest(),
  scrypt: () => Promise.reject(new Error('not here')),
};
const SEED = Buffer.alloc(32, 9);

describe('a second factor on its way', () => {
  it('is answered veiled by the key and the message of the proof, and opened by both alone', () => {
    const key = Buffer.alloc(32, 7);
    const bytes = Buffer.from(Array.from({ length: 52 }, (_, at) => at));
    const veiled = veil(primitives, key, 'm', bytes);
    expect(Buffer.from(veiled, 'base64url').equals(bytes)).toBe(false);
    expect(Buffer.from(unveil(primitives, key, 'm', veiled, 52)!)).toEqual(bytes);
    expect(Buffer.from(unveil(primitives, key, 'n', veiled, 52)!)).not.toEqual(bytes);
    expect(Buffer.from(unveil(primitives, Buffer.alloc(32, 8), 'm', veiled, 52)!)).not.toEqual(bytes);
    for (const other of ['', '!', veiled.slice(4)]) expect(unveil(primitives, key, 'm', other, 52)).toBeNull();
  });
  it('ten recovery codes come of a seed, each another, and each is taken as it is shown', () => {
    const codes = recoveryCodes(primitives, SEED);
    expect(new Set(codes).size).toBe(RECOVERY_CODES);
    for (const code of codes) {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
      expect(foldFactor(code.toLowerCase())).toEqual({ recovery: code.replace('-', '') });
    }
    expect(recoveryCodes(primitives, Buffer.alloc(32, 8))).not.toEqual(codes);
  });
});

describe('what is typed as a second factor', () => {
  it.each([
    ['123456', { digits: '123456' }],
    [' 123 456 ', { digits: '123456' }],
    ['１２３４５６', { digits: '123456' }],
    ['abcde-12345', { recovery: 'ABCDE12345' }],
    ['OIL00 00000', { recovery: '0110000000' }],
    ['1234567890', { recovery: '1234567890' }],
  ])('%j is %j', (typed, folded) => expect(foldFactor(typed)).toEqual(folded));
  it.each(['', '12345', '1234567', '12345a', 'ABCDE-1234', 'ABCDE-123456', 'ABCDU-12345', '１２３４５六'])('%j is none', (typed) =>
    expect(foldFactor(typed)).toBeNull(),
  );
});
