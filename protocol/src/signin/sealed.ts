import { concat, fromBase64url, toBase64url, utf8, xor } from './bytes.ts';
import type { Primitives, Verifier } from './proof.ts';

/**
 * A new verifier under a key that both ends know without having sent it: the client key of the code or the password that is proved with
 * it, which the server recovers from the proof. 107 characters; whoever records them on plain http learns nothing of the verifier.
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
