import { expect } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { windowFor } from './support/people.ts';
import { test } from './support/test.ts';
const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
test('pics', async ({ browser, baseURL }) => {
  for (const locale of ['zh_CN', 'en_US'] as const)
    for (const [w, h] of [[1440, 900], [390, 844], [1366, 768]] as const) for (const theme of ['light', 'dark'] as const) {
      if (process.env.FEW && (w !== 1440 || theme === 'dark' || locale === 'en_US') && !(w === 390 && theme === 'light' && locale === 'zh_CN')) continue;
      const leader = await Person.signIn(baseURL!, 'leader', 'demo', PASSWORD);
      const page = await windowFor(browser, leader, locale);
      page.on('console', (m) => m.type() === 'error' && console.log('console', m.text().slice(0, 200)));
      page.on('pageerror', (e) => console.log('pageerror', e.message.slice(0, 300)));
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width: w, height: h });
      await page.goto('/EI');
      await page.waitForTimeout(3500);
      await page.screenshot({ path: `/tmp/ei-${locale}-${w}-${theme}.png`, fullPage: w === 390 });
      if (w === 1440 && theme === 'light' && locale === 'zh_CN') {
        await page.setViewportSize({ width: 1920, height: 1080 });
        await page.goto('/EI?wall=1');
        await page.waitForTimeout(2500);
        await page.screenshot({ path: '/tmp/ei-wall.png' });
      }
      await page.context().close();
    }
});
