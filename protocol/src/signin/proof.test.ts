import { createHash, createHmac, scrypt } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { fromBase64url, toBase64url, utf8 } from './bytes.ts';
import { isRandom, resolveTime, timeKey } from './freshness.ts';
import { foldName, nameFault } from './names.ts';
import {
  type Attempt,
  isSafeKdf,
  messageOf,
  type PasswordKeys,
  type Primitives,
  passwordKeys,
  proofHash,
  proofOf,
  saltOf,
  signatureOf,
} from './proof.ts';

const node: Primitives = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  hmac: (key, bytes) => createHmac('sha256', key).update(bytes).digest(),
  scrypt: (password, salt, { N, r, p }) =>
    new Promise((resolve, reject) => {
      scrypt(password, salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) => (error ? reject(error) : resolve(key)));
    }),
};
const hex = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('hex');
const siteSalt = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
const attempt: Attempt = {
  op: 'Login',
  subname: 'demo',
  username: 'zhang3',
  time: '2026-11-21-02',
  random: '4294967311',
  locale: 'zh_CN',
  realm: 'erp.local',
};
const STORED = '99a4c55fac7b766ed1a12c7f346ec94a6280497890f7da34f2e8d10e142b3321';
const PROOF = 'Xg8qb3wp2faHj4r3aMBs-zUGY3YTC-82WwQk8Aqb_bs';

describe('P1, the vectors', () => {
  let keys: PasswordKeys;
  beforeAll(async () => {
    keys = await passwordKeys(node, 'Passw0rd-1', saltOf(node, siteSalt, attempt), { N: 2 ** 15, r: 8, p: 1 });
  });

  it('AUTH-08 the message carries the year', () => {
    expect(messageOf(attempt)).toBe('P1\nLogin\ndemo\nzhang3\n2026-11-21-02\n4294967311\nzh_CN\nerp.local');
  });
  it('AUTH-08 salt, stored key and server key', () => {
    expect(hex(saltOf(node, siteSalt, attempt))).toBe('d0837e767d289f2f71aa4b888dfd027a4c2ea8d492d7d53917980b00d66426df');
    expect(hex(keys.storedKey)).toBe(STORED);
    expect(hex(keys.serverKey)).toBe('838e9d72c845e6b3d5ee81c94bfee5f342e6cc27efe842ae3789062e4364b1de');
  });
  it('AUTH-08 proof and signature', () => {
    expect(proofOf(node, keys, messageOf(attempt))).toBe(PROOF);
    expect(signatureOf(node, keys.serverKey, messageOf(attempt))).toBe('7WASGvU0OY9s4PXXX96DIN42z67bunusYtCTv1n9cCo');
  });
  it('AUTH-08 the proof hashes to the stored key', () => {
    expect(hex(proofHash(node, keys.storedKey, messageOf(attempt), PROOF))).toBe(STORED);
  });
  it.each([
    ['another random', { random: '4294967312' }],
    ['another hour', { time: '2026-11-21-03' }],
    ['another year', { time: '2027-11-21-02' }],
    ['another user', { username: 'zhang4' }],
    ['another locale', { locale: 'en_US' }],
    ['another realm', { realm: 'erp.locaL' }],
  ])('E5 a proof is worth nothing with %s', (_, changed) => {
    expect(hex(proofHash(node, keys.storedKey, messageOf({ ...attempt, ...changed }), PROOF))).not.toBe(STORED);
  });
  it.each(['', STORED, `${PROOF}A`, PROOF.slice(1), PROOF.replace('-', '+'), `${PROOF.slice(0, 42)}t`])('E7 no proof: %j', (proof) => {
    expect(proofHash(node, keys.storedKey, messageOf(attempt), proof)).toBeNull();
  });
});

describe('E6 time and random', () => {
  const now = new Date('2026-11-21T02:59:59Z');
  it.each([
    ['11-21-02', '2026-11-21-02'],
    ['11-21-01', '2026-11-21-01'],
    ['11-21-03', '2026-11-21-03'],
    ['11-21-00', null],
    ['11-21-04', null],
    ['11-20-02', null],
    ['2026-11-21-02', null],
    ['11-21-2', null],
    ['', null],
    [' 11-21-02', null],
  ])('%j is %j', (key, resolved) => expect(resolveTime(key, now)).toBe(resolved));
  it('the turn of the year belongs to both years', () => {
    expect(resolveTime('12-31-23', new Date('2027-01-01T00:10:00Z'))).toBe('2026-12-31-23');
    expect(resolveTime('01-01-00', new Date('2026-12-31T23:50:00Z'))).toBe('2027-01-01-00');
  });
  it('every instant resolves its own key', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2099-12-31'), noInvalidDate: true }), (at) => {
        expect(resolveTime(timeKey(at), at)).toBe(at.toISOString().slice(0, 13).replace('T', '-'));
      }),
    );
  });
  it.each([
    ['1000000000', true],
    ['9999999999', true],
    ['999999999', false],
    ['10000000000', false],
    ['0123456789', false],
    ['1e9', false],
    ['-100000000', false],
    ['1000000000.5', false],
    ['', false],
  ])('random %j: %j', (random, ok) => expect(isRandom(random)).toBe(ok));
});

describe('names and costs', () => {
  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['ab', 'format'],
    ['abc', null],
    ['a234567890123456', null],
    ['a2345678901234567', 'format'],
    ['zhang-3', 'format'],
    ['张三李四', 'format'],
    [' Zhang3 ', null],
  ])('AUTH-06 %j: %j', (typed, fault) => expect(nameFault(typed)).toBe(fault));
  it('E4 case, space and full width fold to one name', () => {
    expect(['zhang3', ' ZHANG3', 'ｚｈａｎｇ３', 'Zhang3\t'].map(foldName)).toEqual(Array(4).fill('zhang3'));
  });
  it.each([
    [2 ** 14, 8, 1, true],
    [2 ** 15, 8, 1, true],
    [2 ** 18, 8, 1, true],
    [2 ** 13, 8, 1, false],
    [2 ** 19, 8, 1, false],
    [2 ** 15 + 1, 8, 1, false],
    [2 ** 15, 1, 1, false],
    [2 ** 15, 8, 64, false],
  ])('AUTH-08 N=%d r=%d p=%d accepted by a client: %j', (N, r, p, ok) => expect(isSafeKdf({ N, r, p })).toBe(ok));
});

describe('bytes', () => {
  it('base64url and UTF-8 are those of Node, both ways', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        expect(toBase64url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
        expect(hex(fromBase64url(toBase64url(bytes)))).toBe(hex(bytes));
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(hex(utf8(text))).toBe(Buffer.from(text, 'utf8').toString('hex'));
      }),
    );
  });
});
