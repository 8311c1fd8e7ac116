import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';

/** The key of the authenticator that is set up on the screen. */
export const keyOf = async (page: Page): Promise<string> => (await page.locator('code').first().textContent()) ?? '';

/** The code of the key on the screen, of a step whose code was not used yet. */
export function codes(key: string): (page: Page) => Promise<string> {
  const totp = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(key.replaceAll(' ', '')) });
  let used = 0;
  return async (page) => {
    const step = () => Math.floor(Date.now() / 30_000);
    while (step() <= used) await page.waitForTimeout(500);
    used = step();
    return totp.generate();
  };
}
