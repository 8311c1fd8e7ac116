import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Primitives } from './proof.ts';
import { rememberedKeys, splitRemembered, veilRemembered } from './remember.ts';

const primitives: Primitives = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  hmac: (key, bytes) => createHmac('sha256', key).update(bytes).digest(),
  scrypt: () => Promise.reject(new Error('a remembered value needs no scrypt')),
};
const VALUE = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYX';

describe('AUTH-09 a remembered value', () => {
  it('has 32 characters: a selector and keys of what is secret', () => {
    const { selector, keys } = rememberedKeys(primitives, VALUE)!;
    expect(selector).toBe('AAECAwQF');
    expect(Buffer.from(keys.storedKey)).toEqual(createHash('sha256').update(keys.clientKey).digest());
    const other = rememberedKeys(primitives, `BBBBBBBB${VALUE.slice(8)}`)!;
    expect(other.keys).toEqual(keys);
    expect(rememberedKeys(primitives, `${VALUE.slice(0, 31)}Y`)!.keys.clientKey).not.toEqual(keys.clientKey);
  });
  it.each(['', 'AAECAwQF', `${VALUE}A`, VALUE.replace('A', '!')])('%j is none', (value) => {
    expect(rememberedKeys(primitives, value)).toBeNull();
    expect(veilRemembered(primitives, Buffer.alloc(32), 'm', value)).toBeNull();
  });
  it('is answered veiled by the key and the message of the sign-in', () => {
    const key = Buffer.alloc(32, 7);
    const veiled = veilRemembered(primitives, key, 'm', VALUE)!;
    expect(veiled).toHaveLength(32);
    expect(veiled).not.toBe(VALUE);
    expect(veilRemembered(primitives, key, 'm', veiled)).toBe(VALUE);
    expect(veilRemembered(primitives, key, 'n', veiled)).not.toBe(VALUE);
    expect(veilRemembered(primitives, Buffer.alloc(32, 8), 'm', veiled)).not.toBe(VALUE);
  });
  it('stands before its proof in 51 characters; a proof alone is of a password', () => {
    expect(splitRemembered(`AAECAwQF${'p'.repeat(43)}`)).toEqual({ selector: 'AAECAwQF', proof: 'p'.repeat(43) });
    for (const length of [0, 43, 50, 52]) expect(splitRemembered('x'.repeat(length))).toBeNull();
  });
});
