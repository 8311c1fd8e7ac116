import { Secret, TOTP } from 'otpauth/bare';
import { FACTOR, recoveryCodes, SECRET_BYTES, SEED_BYTES, unveil } from '#protocol/signin/factor.ts';
import { ApiError } from '#web/api/error.ts';
import { say } from '#web/i18n/use-text.ts';
import { primitives } from './crypto.ts';
import type { Owner } from './own.ts';

/** What somebody sets an authenticator up with, and what he keeps for when he has lost it. */
export interface SetUp {
  /** what its picture says: `otpauth://totp/…` */
  address: string;
  /** the same to be typed, in groups of four */
  key: string;
  codes: readonly string[];
}

/** Which proof something was veiled with. */
export interface VeiledBy {
  serverKey: Uint8Array;
  message: string;
}

const opened = ({ serverKey, message }: VeiledBy, veiled: unknown, length: number): Uint8Array => {
  const bytes = unveil(primitives, serverKey, message, String(veiled ?? ''), length);
  if (!bytes) throw new ApiError(300, say('signin.forged'));
  return bytes;
};

/** What the server drew, shown; `issuer` is what the app files it under. */
export function setUpOf(by: VeiledBy, veiled: unknown, { subname, username }: Owner, issuer: string): SetUp {
  const bytes = opened(by, veiled, SECRET_BYTES + SEED_BYTES);
  const secret = new Secret({ buffer: bytes.slice(0, SECRET_BYTES).buffer as ArrayBuffer });
  const totp = new TOTP({ ...FACTOR, issuer, label: `${username}@${subname}`, secret });
  return {
    address: totp.toString(),
    key: secret.base32.match(/.{1,4}/g)!.join(' '),
    codes: recoveryCodes(primitives, bytes.slice(SECRET_BYTES)),
  };
}

export const codesOf = (by: VeiledBy, veiled: unknown): readonly string[] => recoveryCodes(primitives, opened(by, veiled, SEED_BYTES));
