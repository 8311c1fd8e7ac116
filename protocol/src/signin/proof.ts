import { concat, fromBase64url, toBase64url, utf8, xor } from './bytes.ts';

/**
 * Protocol P1: a password is proved without being sent, and what the server keeps proves nothing. The client derives two keys by
 * scrypt and sends `CK xor HMAC(H(CK), message)`; the server, which keeps H(CK), recovers CK and compares its hash.
 */
export interface Primitives {
  sha256(bytes: Uint8Array): Uint8Array;
  /** HMAC-SHA256 */
  hmac(key: Uint8Array, bytes: Uint8Array): Uint8Array;
  scrypt(password: Uint8Array, salt: Uint8Array, kdf: Kdf): Promise<Uint8Array>;
}

/** Cost of scrypt; the derived key has 32 bytes. */
export interface Kdf {
  N: number;
  r: number;
  p: number;
}

/** What Domain answers before sign-in as `data.auth`. */
export interface AuthParameters {
  v: 'P1';
  realm: string;
  /** 16 bytes, base64url, one an installation */
  salt: string;
  kdf: Kdf;
  /** epoch milliseconds of the server */
  now: number;
}

/** What the server keeps of a password. */
export interface Verifier {
  storedKey: Uint8Array;
  serverKey: Uint8Array;
}
export interface PasswordKeys extends Verifier {
  clientKey: Uint8Array;
}

/** Whose password it is; both folded (names.ts). */
export interface Identity {
  subname: string;
  username: string;
}

/** What somebody who is signed in proves his password for. */
export type OwnProof = 'ModifyPwd' | 'BeginFactor' | 'EndFactor' | 'RecoveryCodes';

export interface Attempt extends Identity {
  op: 'Login' | OwnProof;
  /** with the year: `2026-11-21-02` */
  time: string;
  random: string;
  locale: string;
  realm: string;
}

export const PROOF_LENGTH = 43;

/** Costs that a client accepts: lower would be a downgrade by whoever sits between, higher a trap. */
export const isSafeKdf = (kdf: Kdf): boolean =>
  kdf.N >= 2 ** 14 && kdf.N <= 2 ** 18 && Number.isInteger(Math.log2(kdf.N)) && kdf.r === 8 && kdf.p === 1;

export const messageOf = (a: Attempt): string => ['P1', a.op, a.subname, a.username, a.time, a.random, a.locale, a.realm].join('\n');

export const identityBytes = (who: Identity): Uint8Array => utf8(`${who.subname}\0${who.username}`);

/** Every identity has a salt, whether it exists or not, so that asking for it tells nothing. */
export const saltOf = (crypto: Primitives, siteSalt: Uint8Array, who: Identity): Uint8Array =>
  crypto.sha256(concat(utf8('P1salt\0'), siteSalt, utf8('\0'), identityBytes(who)));

/** `password` is folded (names.ts). Takes as long as `kdf` says. */
export async function passwordKeys(crypto: Primitives, password: string, salt: Uint8Array, kdf: Kdf): Promise<PasswordKeys> {
  const key = await crypto.scrypt(utf8(password), salt, kdf);
  const clientKey = crypto.hmac(key, utf8('P1 Client Key'));
  return { clientKey, storedKey: crypto.sha256(clientKey), serverKey: crypto.hmac(key, utf8('P1 Server Key')) };
}

/** The `password` of the payload: 43 characters. */
export const proofOf = (crypto: Primitives, keys: PasswordKeys, message: string): string =>
  toBase64url(xor(keys.clientKey, crypto.hmac(keys.storedKey, utf8(message))));

/** The client key that a proof says; it is right when its hash is `storedKey`. Null when it is no proof at all. */
export function saidKey(crypto: Primitives, storedKey: Uint8Array, message: string, proof: string): Uint8Array | null {
  const bytes = proof.length === PROOF_LENGTH ? fromBase64url(proof) : null;
  return bytes && xor(bytes, crypto.hmac(storedKey, utf8(message)));
}

/** What the proof hashes to, to be compared with `storedKey` in constant time; null when it is no proof at all. */
export function proofHash(crypto: Primitives, storedKey: Uint8Array, message: string, proof: string): Uint8Array | null {
  const key = saidKey(crypto, storedKey, message, proof);
  return key && crypto.sha256(key);
}

/** The server's answer to the proof: who can make it knows the verifier. */
export const signatureOf = (crypto: Primitives, serverKey: Uint8Array, message: string): string =>
  toBase64url(crypto.hmac(serverKey, utf8(`server\n${message}`)));
