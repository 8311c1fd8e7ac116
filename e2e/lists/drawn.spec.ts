import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { windowFor } from '../support/people.ts';
import { samples } from '../support/samples.ts';
import { test } from '../support/test.ts';

const shown = samples();

const WORDS = {
  zh_CN: {
    ...{
      fall: '1000 以下较全部：−5,000.00',
      over: '90% 及以上',
      far: '1000 以上（万元）：5,000.00，占 90.1%，按回车查看明细',
      now: /截至 20\d\d-\d\d/,
    },
    ...{
      picture: '存为图片',
      steps: '逐级对比',
      asTable: '完成情况：以表格显示',
      dial: '完成情况',
      change: '完成投资：增减',
      year: '去年同期',
    },
    records: '共 3 条',
  },
  en_US: {
    ...{
      fall: 'Below 1000 over All: −5,000.00',
      over: 'at 90% or more',
      far: '1000 and more (CNY 10,000): 5,000.00, 90.1% of all, press Enter',
      now: /as of 20\d\d-\d\d/,
    },
    ...{
      picture: 'Save as picture',
      steps: 'Step by step',
      asTable: 'How far as a table',
      dial: 'How far',
      change: 'Work done: Change',
      year: 'Year before',
    },
    records: '3 records',
  },
} as const;
type Words = (typeof WORDS)[keyof typeof WORDS];

const chartOf = (page: Page): Locator => page.getByRole('application');

/** Wholes with what differs between them: by the keyboard to a fall, to the records of a whole, and its picture. */
async function falls(page: Page, words: Words): Promise<void> {
  await page.goto('/main/report/sample_steps');
  const chart = chartOf(page);
  await expect(chart.locator('svg rect').first()).toBeVisible();
  await isReachable(page, 'waterfall');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: words.picture }).click();
  expect((await saved).suggestedFilename()).toBe(`${words.steps}.png`);
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('status').filter({ hasText: words.fall })).toBeAttached();
  // a difference counts no records
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/report\/sample_steps/);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/main\/list\/sample_type/);
  await expect(page.getByText(words.records, { exact: true }).last()).toBeVisible();
}

/** A part of a whole, how far it is in words, on paper and on a board with its table. */
async function tells(page: Page, words: Words): Promise<void> {
  await page.goto('/main/report/sample_dial');
  const chart = chartOf(page);
  await expect(chart.locator('svg')).toContainText('90.1%');
  await expect(chart.locator('svg')).toContainText(words.over);
  await isReachable(page, 'gauge');
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('status').filter({ hasText: words.far })).toBeAttached();
  await page.keyboard.press('Escape');
  await page.emulateMedia({ media: 'print' });
  await expect.poll(async () => (await chart.boundingBox())!.height).toBeGreaterThan(100);
  await page.emulateMedia({ media: null });
  await page.goto('/main/board/sample_board');
  const part = page.getByRole('region', { name: words.dial, exact: true });
  await expect(part.locator('svg')).toContainText('90.1%');
  await part.getByRole('button', { name: words.asTable }).press('Enter');
  await expect(part.locator('tfoot td').first()).toHaveText('5,000.00');
}

/** Running totals up to this month, and lines sorted by what changed. */
async function runs(page: Page, words: Words): Promise<void> {
  await page.goto('/main/report/year_execution');
  await expect(chartOf(page).locator('svg')).toContainText(words.now);
  await isReachable(page, 'curve');
  // what came up to a month is all rows up to its end
  await chartOf(page).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/main\/list\/plan_month/);
  await page.goBack();
  await page.getByRole('radio', { name: words.year, exact: true }).click();
  await page.getByRole('button', { name: words.change, exact: true }).click();
  await expect(page).toHaveURL(/sort=-done_d/);
  await expect(page.getByRole('columnheader', { name: words.change, exact: true })).toHaveAttribute('aria-sort', 'descending');
}

async function walks(browser: Browser, locale: keyof typeof WORDS): Promise<void> {
  const apart = await windowFor(browser, shown.apart, locale);
  await apart.setViewportSize({ width: 1440, height: 900 });
  await falls(apart, WORDS[locale]);
  await tells(apart, WORDS[locale]);
  const page = await windowFor(browser, shown.admin, locale);
  await page.setViewportSize({ width: 1440, height: 900 });
  await runs(page, WORDS[locale]);
  for (const each of [apart, page]) await each.context().close();
}

test('PAGES-07 A11Y a waterfall, a gauge and a curve are read, walked through, opened and saved, in both languages', async ({
  browser,
}) => {
  for (const [at, price] of ['50', '500', '5000'].entries())
    await shown.apart.call('/app', 'Add', { cloud: 'sample_type', key_name: `part ${at}`, urgent: 0, price, state: 1 });
  await walks(browser, 'zh_CN');
  await walks(browser, 'en_US');
});
