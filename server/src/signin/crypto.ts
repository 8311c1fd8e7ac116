import { createCipheriv, createDecipheriv, createHash, createHmac, hash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { Primitives } from '#protocol/signin/proof.ts';

/** P1's primitives of Node. */
export const primitives: Primitives = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  hmac: (key, bytes) => createHmac('sha256', key).update(bytes).digest(),
  scrypt: (password, salt, { N, r, p }) =>
    new Promise((resolve, reject) => {
      scrypt(password, salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) => (error ? reject(error) : resolve(key)));
    }),
};

const IV = 12;
const TAG = 16;

/** AES-256-GCM as iv, ciphertext, tag; `bound` must be the same to open it. */
export function seal(key: Uint8Array, plain: Uint8Array, bound: string): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(bound));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Throws when the key, the binding or a bit is another one. */
export function unseal(key: Uint8Array, sealed: Uint8Array, bound: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV)).setAAD(Buffer.from(bound));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  return Buffer.concat([decipher.update(sealed.subarray(IV, sealed.length - TAG)), decipher.final()]);
}

const TOKEN_RANDOM = 24;
const TOKEN_MARK = 8;
const TOKEN_LENGTH = 43;
const markOf = (pepper: Uint8Array, random: Uint8Array): Buffer =>
  createHmac('sha256', pepper).update('session token\n').update(random).digest().subarray(0, TOKEN_MARK);

/** A session token: 24 random bytes and 8 that only a holder of the key can make of them, 43 characters. Only its hash is stored. */
export const newToken = (pepper: Uint8Array): string => tokenOf(pepper, randomBytes(TOKEN_RANDOM));

/** The token that follows this one for that purpose, always the same: nobody can tell it who has not both the token and the key. */
export const tokenAfter = (pepper: Uint8Array, token: string, what: string): string =>
  tokenOf(pepper, createHmac('sha256', pepper).update(`session after\n${token}\n${what}`).digest().subarray(0, TOKEN_RANDOM));

const tokenOf = (pepper: Uint8Array, random: Uint8Array): string => Buffer.concat([random, markOf(pepper, random)]).toString('base64url');

/** Whether this server, or another with its keys, once gave this token: one that somebody made up costs no look into the database. */
export function isToken(pepper: Uint8Array, token: string): boolean {
  if (token.length !== TOKEN_LENGTH) return false;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== TOKEN_RANDOM + TOKEN_MARK) return false;
  return timingSafeEqual(markOf(pepper, bytes.subarray(0, TOKEN_RANDOM)), bytes.subarray(TOKEN_RANDOM));
}
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');

/** A key of the limits' tables: what was counted cannot be read from a dump. */
export const bucketKey = (pepper: Uint8Array, kind: string, of: string): string =>
  createHmac('sha256', pepper).update(`${kind}\n${of}`).digest('base64url');
