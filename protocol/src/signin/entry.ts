import { toBase64url, utf8 } from './bytes.ts';
import type { Identity, PasswordKeys, Primitives } from './proof.ts';

/**
 * A one-time link by which a person sets his password: 43 characters of 32 random bytes behind the `#` of an address, which no server
 * sees. What is sent of it is its id, under which it is found, and a proof of its keys (P1).
 */
const LINK = /^[A-Za-z0-9_-]{43}$/;
export const isLink = (text: string): boolean => LINK.test(text);

/** The id of a link: who knows it can ask whose account it is for, and nothing more. */
export const linkId = (crypto: Primitives, link: string): string => toBase64url(crypto.sha256(utf8(`P1 entry link\n${link}`)));

/** The keys of a link. It is random enough (256 bits) to need no scrypt. */
export function linkKeys(crypto: Primitives, link: string): PasswordKeys {
  const key = crypto.hmac(utf8('P1 entry link key'), utf8(link));
  const clientKey = crypto.hmac(key, utf8('P1 Client Key'));
  return { clientKey, storedKey: crypto.sha256(clientKey), serverKey: crypto.hmac(key, utf8('P1 Server Key')) };
}

/** What a link proves: whose account gets a password, under the names that it is hashed with. */
export const entryMessage = (who: Identity, link: string, random: string, realm: string): string =>
  ['P1', 'Enter', who.subname, who.username, link, random, realm].join('\n');
