import { type Browser, expect } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { windowFor } from '../support/people.ts';
import { samples } from '../support/samples.ts';
import { test } from '../support/test.ts';

const shown = samples();

const WORDS = {
  zh_CN: {
    ...{ tabs: '统计', bands: '按区间统计', asTable: '统计：以表格显示', asChart: '统计：以图显示', view: /^查看 / },
    ...{ whole: '总额', rates: /竖线为应达/, low: '100 以下' },
  },
  en_US: {
    ...{ tabs: 'Counted', bands: 'By bands', asTable: 'Counted as a table', asChart: 'Counted as a chart', view: /^View / },
    ...{ whole: 'Whole', rates: /the vertical line is Due/, low: 'Below 100' },
  },
} as const;

async function walks(browser: Browser, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const page = await windowFor(browser, shown.apart, locale);
  await page.setViewportSize({ width: 1440, height: 1200 });
  await page.goto('/main/board/sample_board');
  const tabs = page.getByRole('region', { name: words.tabs, exact: true });
  // a chart, and what it draws as a table
  await expect(tabs.locator('svg path').first()).toBeVisible();
  await isReachable(page, `parts ${locale}`);
  await tabs.getByRole('button', { name: words.asTable }).press('Enter');
  await expect(tabs.getByRole('button', { name: words.asChart })).toBeFocused();
  await expect(tabs.locator('tfoot td').first()).toBeVisible();
  // columns, each line with its records
  await tabs.getByRole('tab', { name: words.bands }).click();
  await expect(tabs.locator('thead th')).toHaveCount(6);
  const count = await tabs.locator('tbody tr').first().locator('td').first().textContent();
  await isReachable(page, `columns ${locale}`);
  await tabs.getByRole('button', { name: words.view }).first().press('Enter');
  await expect(page).toHaveURL(/\/main\/list\/sample_type/);
  await expect(page.getByText(locale === 'zh_CN' ? `共 ${count} 条` : new RegExp(`^${count} records?$`), { exact: true })).toBeVisible();
  await page.goBack();
  // a figure above its parts, how many there are, and rates with what they should be
  const whole = page.getByRole('region', { name: words.whole, exact: true });
  await expect(whole.getByText('5,550')).toBeVisible();
  await expect(whole.getByText(words.low)).toBeVisible();
  await expect(whole.locator('header')).toContainText('3');
  await expect(page.getByText(words.rates).first()).toBeVisible();
  await page.context().close();
}

test('CAPEX-02 parts of a board: a chart and its table, columns with their records, a figure above its parts, in both languages', async ({
  browser,
}) => {
  for (const [at, price] of ['50', '500', '5000'].entries())
    await shown.apart.call('/app', 'Add', {
      cloud: 'sample_type',
      key_name: `part ${at}`,
      urgent: 0,
      price,
      state: 1,
      day: `${new Date().getFullYear()}-01-05`,
    });
  await walks(browser, 'zh_CN');
  await walks(browser, 'en_US');
});
