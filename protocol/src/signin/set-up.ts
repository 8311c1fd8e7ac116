import { concat, fromBase64url, toBase64url, utf8, xor } from './bytes.ts';
import type { PasswordKeys, Primitives, Verifier } from './proof.ts';

/** How an empty platform gets its first administrator: with a one-time code that only who reads the server's log knows. */
export interface SetUp {
  /** both folded (names.ts) */
  subname: string;
  username: string;
  company: string;
  person: string;
  random: string;
  realm: string;
}

/** Crockford's 32: without I, L, O and U, which are misread. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 25;
const GROUP = 5;

/** A code of 25 letters, 125 bits, in groups of five; of each of the 25 random bytes five bits count. */
export function showCode(random: Uint8Array): string {
  const letters = [...random.slice(0, LENGTH)].map((byte) => LETTERS[byte & 31]).join('');
  return letters.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-');
}

/** The code as it is hashed, or null when what was typed can be none. Case, width, spaces and hyphens make no difference; O is 0, I and L are 1. */
export function foldCode(typed: string): string | null {
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return letters.length === LENGTH && [...letters].every((letter) => LETTERS.includes(letter)) ? letters : null;
}

/** A folded code as keys of P1. It is random enough (125 bits) to need no scrypt. */
export function codeKeys(crypto: Primitives, code: string): PasswordKeys {
  const key = crypto.hmac(utf8('P1 set-up code'), utf8(code));
  const clientKey = crypto.hmac(key, utf8('P1 Client Key'));
  return { clientKey, storedKey: crypto.sha256(clientKey), serverKey: crypto.hmac(key, utf8('P1 Server Key')) };
}

/** All that is set up is part of what the code proves: nobody between may change a name. None of them holds a line feed. */
export const setUpMessage = (of: SetUp): string =>
  ['P1', 'SetUp', of.subname, of.username, of.company, of.person, of.random, of.realm].join('\n');

/**
 * A new verifier under a key that both ends know without having sent it: the client key of the code, which the server recovers from
 * the proof. 107 characters; whoever records them on plain http learns nothing of the verifier.
 */
export function sealVerifier(crypto: Primitives, clientKey: Uint8Array, message: string, verifier: Verifier): string {
  const sealed = xor(concat(verifier.storedKey, verifier.serverKey), stream(crypto, clientKey, message));
  return toBase64url(concat(sealed, tagOf(crypto, clientKey, message, sealed)));
}

/** The verifier, or null when it was sealed for another message or with another key. */
export function openVerifier(crypto: Primitives, clientKey: Uint8Array, message: string, text: string): Verifier | null {
  const bytes = fromBase64url(text);
  if (bytes?.length !== 80) return null;
  const sealed = bytes.slice(0, 64);
  const tag = tagOf(crypto, clientKey, message, sealed);
  if (xor(tag, bytes.slice(64)).some((bit) => bit !== 0)) return null;
  const plain = xor(sealed, stream(crypto, clientKey, message));
  return { storedKey: plain.slice(0, 32), serverKey: plain.slice(32) };
}

const stream = (crypto: Primitives, key: Uint8Array, message: string): Uint8Array =>
  concat(crypto.hmac(key, utf8(`chg1\n${message}`)), crypto.hmac(key, utf8(`chg2\n${message}`)));

const tagOf = (crypto: Primitives, key: Uint8Array, message: string, sealed: Uint8Array): Uint8Array =>
  crypto.hmac(key, concat(utf8(`chgtag\n${message}\n`), sealed)).slice(0, 16);
