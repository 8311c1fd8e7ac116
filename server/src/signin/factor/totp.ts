import { Secret, TOTP } from 'otpauth';
import { FACTOR } from '#protocol/signin/factor.ts';

/** Steps of 30 seconds before and after the present one whose codes are taken: clocks differ, and people type slowly. */
const WINDOW = 1;

/** The step (of 30 seconds, since 1970) that six digits are the code of, null where they are the code of none about now. */
export function stepOf(secret: Uint8Array, digits: string, now: Date): number | null {
  const totp = new TOTP({ ...FACTOR, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: digits, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / FACTOR.period) + delta;
}
