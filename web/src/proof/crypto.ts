import { hmac } from '@noble/hashes/hmac.js';
import { scryptAsync } from '@noble/hashes/scrypt.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Primitives } from '#protocol/signin/proof.ts';

/** P1's primitives in plain JavaScript: on plain http the browser's own (crypto.subtle) are not there. */
export const primitives: Primitives = {
  sha256,
  hmac: (key, bytes) => hmac(sha256, key, bytes),
  scrypt: (password, salt, kdf) => scryptAsync(password, salt, { ...kdf, dkLen: 32, asyncTick: 20, maxmem: 256 * kdf.N * kdf.r }),
};

/** A number of [1e9, 1e10), each as likely as any other. */
export function randomNumber(): string {
  const span = 9_000_000_000;
  const most = Math.floor(2 ** 53 / span) * span;
  const words = new Uint32Array(2);
  for (;;) {
    crypto.getRandomValues(words);
    const drawn = (words[0]! & 0x1fffff) * 2 ** 32 + words[1]!;
    if (drawn < most) return String(1_000_000_000 + (drawn % span));
  }
}
