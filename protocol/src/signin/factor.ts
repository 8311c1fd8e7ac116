import { concat, fromBase64url, toBase64url, utf8, xor } from './bytes.ts';
import { foldCode, showCode } from './code.ts';
import type { Primitives } from './proof.ts';

/**
 * A second factor: codes of an authenticator (RFC 6238: SHA-1, 6 digits, 30 seconds), and ten recovery codes for who has lost it. The server
 * draws the authenticator's secret and, beside it, the seed of the recovery codes; both travel veiled, because on plain http an answer is read.
 */
export const FACTOR = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
export const SECRET_BYTES = 20;
export const SEED_BYTES = 32;
export const RECOVERY_CODES = 10;
/** Letters of a recovery code: 50 bits, and no chance to be taken for six digits. */
const RECOVERY_LENGTH = 10;

/** Bytes as they are answered, by the server key and the message of a proof: nobody has them but its two ends. At most 64 bytes. */
export const veil = (crypto: Primitives, serverKey: Uint8Array, message: string, bytes: Uint8Array): string =>
  toBase64url(xor(bytes, stream(crypto, serverKey, message)));

/** What was veiled, null where it is not of that length. */
export function unveil(crypto: Primitives, serverKey: Uint8Array, message: string, text: string, length: number): Uint8Array | null {
  const bytes = fromBase64url(text);
  return bytes?.length === length ? xor(bytes, stream(crypto, serverKey, message)) : null;
}

const stream = (crypto: Primitives, key: Uint8Array, message: string): Uint8Array =>
  concat(crypto.hmac(key, utf8(`factor1\n${message}`)), crypto.hmac(key, utf8(`factor2\n${message}`)));

/** The ten codes of a seed, as they are shown: `ABCDE-12345`. */
export const recoveryCodes = (crypto: Primitives, seed: Uint8Array): string[] =>
  Array.from({ length: RECOVERY_CODES }, (_, at) => showCode(crypto.hmac(seed, utf8(`P1 recovery ${at}`)), RECOVERY_LENGTH));

/** What somebody typed as his second factor; null where it can be none. Spaces, hyphens, case and width make no difference. */
export function foldFactor(typed: string): { digits: string } | { recovery: string } | null {
  const digits = typed.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '');
  if (/^\d{6}$/.test(digits)) return { digits };
  const recovery = foldCode(typed, RECOVERY_LENGTH);
  return recovery === null ? null : { recovery };
}
