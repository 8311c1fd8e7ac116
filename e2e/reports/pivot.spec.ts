import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import readSheet from 'read-excel-file/node';
import { isReachable } from '../support/axe.ts';
import { windowFor } from '../support/people.ts';
import { samples } from '../support/samples.ts';
import { test } from '../support/test.ts';

const shown = samples();

const WORDS = {
  zh_CN: {
    ...{ paid: '单位年度支付', total: '合计', sub: '小计', months: '月', take: '导出 Excel', pivot: '交叉统计', theme: '深色' },
    records: (n: string) => `共 ${n} 条`,
  },
  en_US: {
    ...{
      paid: 'Paid by unit and year',
      total: 'Total',
      sub: 'Subtotal',
      months: 'Months',
      take: 'Export to Excel',
      pivot: 'Lines and columns',
    },
    records: (n: string) => (n === '1' ? '1 record' : `${n} records`),
  },
} as const;
type Words = (typeof WORDS)[keyof typeof WORDS];

const gridOf = (page: Page): Locator => page.getByRole('grid');
/** Its parts are the heads, the lines and the total. */
const part = (grid: Locator, nth: 0 | 1 | 2): Locator => grid.getByRole('rowgroup').nth(nth);
const lines = (grid: Locator): Locator => part(grid, 1).getByRole('row');
const at = (page: Page): Locator => gridOf(page).locator('[data-at]');

/** Units and classes by year: read, pressed, taken away, with months as far as they are in sight. */
async function pays(page: Page, words: Words): Promise<void> {
  await page.goto('/main/report/unit_year');
  const grid = gridOf(page);
  await expect(lines(grid).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: words.paid })).toBeVisible();
  await isReachable(page, 'pivot');
  // a figure leads to just the records that it adds up
  const cell = part(grid, 1)
    .getByRole('gridcell')
    .filter({ hasText: /^\d[\d,]*\.\d\d$/ })
    .first();
  const figure = await cell.textContent();
  await cell.click();
  await expect(page).toHaveURL(/\/main\/list\/fund_exec/);
  await expect(page.getByRole('grid').getByText(figure!, { exact: true }).last()).toBeVisible();
  await page.goBack();
  // what is taken away says the same
  await expect(grid).toBeVisible();
  await grid.focus();
  // columns that one has gone past are not in the page
  await page.keyboard.press('Control+Home');
  const total = part(grid, 2).locator('[aria-colindex="2"]');
  await expect(total).toBeVisible();
  const first = (await total.textContent())!;
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: words.take }).click()]);
  const [sheet] = await readSheet(await file.path());
  const taken = sheet!.data.at(-1)!;
  expect(taken[0]).toBe(words.total);
  expect(Number(taken[2]).toFixed(2)).toBe(first.replaceAll(',', ''));
  // months: as many columns as stand there, and no more in the page than are in sight
  await page.getByRole('radio', { name: words.months, exact: true }).click();
  await expect(page).toHaveURL(/period=MONTH/);
  await expect.poll(async () => Number(await grid.getAttribute('aria-colcount'))).toBeGreaterThan(150);
  expect(await grid.locator('[data-cell]').count()).toBeLessThan(900);
  await isReachable(page, 'pivot of months');
}

/** By the keyboard to a subtotal and to the total of both axes, each to its records; all of it on paper. */
async function walks(page: Page, words: Words): Promise<void> {
  await page.goto('/main/report/sample_pivot');
  const grid = gridOf(page);
  await expect(lines(grid).first()).toBeVisible();
  await isReachable(page, 'pivot of samples');
  await grid.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  const total = (await at(page).textContent())!;
  await expect(grid).toHaveAttribute('aria-activedescendant', (await at(page).getAttribute('id'))!);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/main\/list\/sample_type/);
  await expect(page.getByText(words.records(total), { exact: true }).last()).toBeVisible();
  await page.goBack();
  // the subtotal of a year in a line of a state
  await expect(lines(grid).first()).toBeVisible();
  await grid.focus();
  await page.keyboard.press('Control+Home');
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowRight');
  await expect(grid.getByRole('columnheader', { name: words.sub }).first()).toBeVisible();
  const sub = (await at(page).textContent())!;
  await page.keyboard.press('Enter');
  await expect(page.getByText(words.records(sub), { exact: true }).last()).toBeVisible();
  await page.goBack();
  await expect(lines(grid).first()).toBeVisible();
  const figures = Number(await grid.getAttribute('aria-colcount')) - 1;
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('table')).toHaveCount(Math.ceil(figures / 8));
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: null });
}

async function reads(browser: Browser, locale: keyof typeof WORDS): Promise<void> {
  const page = await windowFor(browser, shown.admin, locale);
  await page.setViewportSize({ width: 1440, height: 900 });
  await pays(page, WORDS[locale]);
  await walks(page, WORDS[locale]);
  // dark, and on a phone
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/main/report/sample_pivot');
  await expect(lines(gridOf(page)).first()).toBeVisible();
  await isReachable(page, 'pivot on a phone');
  await page.context().close();
}

test('PAGES-07 A11Y a pivot is read, walked through, opened, taken away and printed, in both languages', async ({ browser }) => {
  for (let nth = 0; nth < 12; nth += 1) {
    const day = `202${5 + (nth % 2)}-0${1 + (nth % 3)}-1${nth % 9}`;
    await shown.admin.call('/app', 'Add', {
      cloud: 'sample_type',
      key_name: `cross ${nth}`,
      urgent: 0,
      price: String(7 ** (nth % 5)),
      day,
      state: 1,
    });
  }
  await reads(browser, 'zh_CN');
  await reads(browser, 'en_US');
});
