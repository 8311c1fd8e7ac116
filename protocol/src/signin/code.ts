import { utf8 } from './bytes.ts';
import type { PasswordKeys, Primitives } from './proof.ts';

/** Crockford's 32: without I, L, O and U, which are misread. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 25;
const GROUP = 5;

/** A code of 25 letters, 125 bits, or as many as are wanted, in groups of five; of each random byte five bits count. */
export function showCode(random: Uint8Array, length = LENGTH): string {
  const letters = [...random.slice(0, length)].map((byte) => LETTERS[byte & 31]).join('');
  return letters.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-');
}

/** The code as it is hashed, or null when what was typed can be none. Case, width, spaces and hyphens make no difference; O is 0, I and L are 1. */
export function foldCode(typed: string, length = LENGTH): string | null {
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return letters.length === length && [...letters].every((letter) => LETTERS.includes(letter)) ? letters : null;
}

/** A folded code as keys of P1, by what it is a code for. It is random enough (125 bits) to need no scrypt. */
export function codeKeys(crypto: Primitives, what: string, code: string): PasswordKeys {
  const key = crypto.hmac(utf8(`P1 ${what} code`), utf8(code));
  const clientKey = crypto.hmac(key, utf8('P1 Client Key'));
  return { clientKey, storedKey: crypto.sha256(clientKey), serverKey: crypto.hmac(key, utf8('P1 Server Key')) };
}
