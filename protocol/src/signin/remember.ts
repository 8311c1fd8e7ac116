import { fromBase64url, toBase64url, utf8, xor } from './bytes.ts';
import { type PasswordKeys, PROOF_LENGTH, type Primitives } from './proof.ts';

/**
 * Remember me (AUTH-09): after a proof the server makes a value that stands for the password once, for 4320 minutes at most from when the
 * password was typed. It is sealed with a key that both ends have from the proof, so that whoever records the answer learns nothing; the
 * next sign-in proves it as it would prove the password, and is given the value that follows.
 */
export const REMEMBERED_MINUTES = 4320;

/** 6 bytes by which the server finds it and 18 that are secret: 32 characters. */
const SELECTOR = 6;
export const REMEMBERED_BYTES = 24;
const SELECTOR_LENGTH = 8;

/** The selector and the keys of a remembered value; it is random enough (144 bits) to need no scrypt. Null when it can be none. */
export function rememberedKeys(crypto: Primitives, value: string): { selector: string; keys: PasswordKeys } | null {
  const bytes = fromBase64url(value);
  if (bytes?.length !== REMEMBERED_BYTES) return null;
  const key = crypto.hmac(utf8('P1 remembered'), bytes.slice(SELECTOR));
  const clientKey = crypto.hmac(key, utf8('P1 Client Key'));
  const keys = { clientKey, storedKey: crypto.sha256(clientKey), serverKey: crypto.hmac(key, utf8('P1 Server Key')) };
  return { selector: toBase64url(bytes.slice(0, SELECTOR)), keys };
}

/** The selector and the proof of what stands in `password` where a remembered value was proved (51 characters); null for any other length. */
export const splitRemembered = (password: string): { selector: string; proof: string } | null =>
  password.length === SELECTOR_LENGTH + PROOF_LENGTH
    ? { selector: password.slice(0, SELECTOR_LENGTH), proof: password.slice(SELECTOR_LENGTH) }
    : null;

/** The value as it is answered, and what was answered as the value: the same both ways. Null when it can be none. */
export function veilRemembered(crypto: Primitives, serverKey: Uint8Array, message: string, value: string): string | null {
  const bytes = fromBase64url(value);
  return bytes?.length === REMEMBERED_BYTES ? toBase64url(xor(bytes, crypto.hmac(serverKey, utf8(`remember\n${message}`)))) : null;
}
