import { createHash, createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeKeys, foldCode, showCode } from './code.ts';
import { newPasswordFault, rulesOf } from './password.ts';
import type { Primitives } from './proof.ts';
import { openVerifier, sealVerifier } from './sealed.ts';

const node: Primitives = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  hmac: (key, bytes) => createHmac('sha256', key).update(bytes).digest(),
  scrypt: () => Promise.reject(new Error('a code needs none')),
};
const verifier = { storedKey: randomBytes(32), serverKey: randomBytes(32) };
const key = randomBytes(32);

describe('the one-time code', () => {
  it('E15 has 25 letters in groups, and folds to itself however it is typed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 25, maxLength: 25 }), (random) => {
        const code = showCode(random);
        expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/);
        const folded = code.replaceAll('-', '');
        for (const typed of [
          code,
          ` ${code.toLowerCase()} `,
          folded,
          code.replaceAll('-', ' – '),
          code.replaceAll('0', 'o').replaceAll('1', 'L'),
        ])
          expect(foldCode(typed)).toBe(folded);
      }),
    );
  });
  it('full-width letters are letters', () => expect(foldCode('ＡＢＣＤＥ'.repeat(5))).toBe('ABCDE'.repeat(5)));
  it.each(['', 'ABCDE-ABCDE-ABCDE-ABCDE', 'ABCDE-ABCDE-ABCDE-ABCDE-ABCDU', 'ABCDE-ABCDE-ABCDE-ABCDE-ABCDE-A', '码'.repeat(25)])(
    '%j is none',
    (typed) => expect(foldCode(typed)).toBeNull(),
  );
  it('every letter counts', () => {
    const of = (code: string) => Buffer.from(codeKeys(node, 'set-up', code).storedKey).toString('hex');
    expect(of('A'.repeat(25))).not.toBe(of(`${'A'.repeat(24)}B`));
  });
  it('a code for one thing is none for another', () => {
    const of = (what: string) => Buffer.from(codeKeys(node, what, 'A'.repeat(25)).storedKey).toString('hex');
    expect(of('set-up')).not.toBe(of('invitation'));
  });
});

describe('a verifier under way', () => {
  const sealed = sealVerifier(node, key, 'message', verifier);
  it('E11 is 107 characters that hold nothing of it, and comes out whole', () => {
    expect(sealed).toMatch(/^[A-Za-z0-9_-]{107}$/);
    const bytes = Buffer.from(sealed, 'base64url').toString('hex');
    for (const part of Object.values(verifier)) expect(bytes).not.toContain(part.toString('hex').slice(0, 16));
    const opened = openVerifier(node, key, 'message', sealed)!;
    expect(Object.values(opened).map((part) => Buffer.from(part).toString('hex'))).toEqual(
      Object.values(verifier).map((part) => part.toString('hex')),
    );
  });
  it('E5 opens for no other message, no other key, and with no bit changed', () => {
    expect(openVerifier(node, key, 'messagf', sealed)).toBeNull();
    expect(openVerifier(node, randomBytes(32), 'message', sealed)).toBeNull();
    for (const text of ['', sealed.slice(1), `${sealed}A`, `${sealed.slice(0, 106)}*`])
      expect(openVerifier(node, key, 'message', text)).toBeNull();
    const bytes = Buffer.from(sealed, 'base64url');
    for (let at = 0; at < 80; at += 1) {
      const bent = Buffer.from(bytes);
      bent[at]! ^= 1;
      expect(openVerifier(node, key, 'message', bent.toString('base64url'))).toBeNull();
    }
  });
});

describe('a new password', () => {
  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['Ab3_-xy', 'length'],
    ['Ab3_-xyz', null],
    ['a1_-'.repeat(8), 'common'],
    ['Ab3_-'.repeat(6), null],
    [`${'Ab3_-'.repeat(6)}abc`, 'length'],
    ['有中文的密码abc', 'format'],
    ['with space 1', 'format'],
    ['p@ssw0rd-x', 'format'],
    ['aaaaaaaa', 'common'],
    ['12345678', 'common'],
    ['Password', 'common'],
    ['password2026', 'common'],
    ['Admin-2026', 'common'],
    ['Chief_123', 'common'],
    ['acme2026', 'common'],
    ['Passw0rd-1', 'common'],
    ['north-7-Crane', null],
  ])('AUTH-15 E14 %j: %j', (typed, fault) => expect(newPasswordFault(typed, ['acme', 'Chief'])).toBe(fault));
  it.each([
    ['', { letters: 'open', length: 'open', uncommon: 'open' }],
    ['Ab3', { letters: 'met', length: 'open', uncommon: 'open' }],
    ['Ab3 ', { letters: 'met', length: 'open', uncommon: 'open' }],
    ['Ab 3', { letters: 'broken', length: 'open', uncommon: 'open' }],
    ['password', { letters: 'met', length: 'met', uncommon: 'broken' }],
    ['Ab3_-xyz', { letters: 'met', length: 'met', uncommon: 'met' }],
    ['Ab3_-'.repeat(7), { letters: 'met', length: 'broken', uncommon: 'met' }],
  ])('AUTH-15 how the rules stand while %j is typed', (typed, rules) => expect(rulesOf(typed, ['acme'])).toEqual(rules));
});
