import { type Browser, expect } from '@playwright/test';
import type { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { signIn } from '../support/beside.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const WORDS = {
  zh_CN: {
    pie: '饼',
    none: '不显示图',
    picture: '存为图片',
    title: '各类项目分阶段',
    enter: '按回车查看明细',
    records: (n: number) => `共 ${n} 条`,
  },
  en_US: {
    ...{ pie: 'Pie', none: 'No chart', picture: 'Save as picture', title: 'Classes by stage', enter: 'press Enter for the records' },
    records: (n: number) => `${n} records`,
  },
} as const;

async function draws(browser: Browser, person: Person, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const { rows } = await person.call('/report', 'Chart', { cloud: 'project_by_class', targets: 'level' });
  const [first] = rows as unknown as { num: number }[];
  const page = await windowFor(browser, person, locale);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/main/report/project_by_class');
  const chart = page.getByRole('application');
  await expect(chart.locator('svg')).toBeVisible();
  await isReachable(page, `chart ${locale}`);
  // switched, and the address says so
  await page.getByRole('radio', { name: words.pie, exact: true }).click();
  await expect(page).toHaveURL(/chart=pie/);
  await expect(chart.locator('svg')).toContainText('%');
  await expect(chart).toHaveAttribute('aria-busy', 'false');
  // on paper it stands above its table
  await page.emulateMedia({ media: 'print' });
  await expect.poll(async () => (await chart.boundingBox())!.height).toBeGreaterThan(100);
  await page.emulateMedia({ media: null });
  // its picture has a name and is one
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: words.picture }).click();
  const picture = await saved;
  expect(picture.suggestedFilename()).toBe(`${words.title}.png`);
  const bytes: Buffer[] = [];
  for await (const part of await picture.createReadStream()) bytes.push(part as Buffer);
  const whole = Buffer.concat(bytes);
  expect([whole.subarray(1, 4).toString(), whole.length > 5_000]).toEqual(['PNG', true]);
  // by the keyboard to a figure, which is read out, and to its records
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  const said = page.getByRole('status').filter({ hasText: words.enter });
  await expect(said).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(said).toBeHidden();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/main\/list\/project/);
  await expect(page.getByText(words.records(first!.num), { exact: true })).toBeVisible();
  await page.goBack();
  // without it the table is there alone
  await page.getByRole('radio', { name: words.none, exact: true }).click();
  await expect(chart).toHaveCount(0);
  await expect(page.getByRole('table')).toBeVisible();
}

test('PAGES-07 A11Y a chart is switched, walked through by the keyboard, opened and saved as a picture, in both languages', async ({
  browser,
  baseURL,
}) => {
  const person = await signIn(baseURL!, 'investmgr');
  await draws(browser, person, 'zh_CN');
  await draws(browser, person, 'en_US');
});
