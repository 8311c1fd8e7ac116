import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { windowFor } from '../support/people.ts';
import { samples } from '../support/samples.ts';
import { test } from '../support/test.ts';

const shown = samples();

const WORDS = {
  zh_CN: {
    ...{ name: '备件库存统计', total: '合计', code: '编号', voltage: '电压等级', of: (month: string) => `合计为 ${month}` },
    ...{ link: '月末数量：前往设备', made: '由以下指标算得', worth: '库存金额明细', qty: '月末数量明细', setBy: '设备' },
  },
  en_US: {
    ...{ name: 'Parts in store', total: 'Total', code: 'Code', voltage: 'Voltage', of: (month: string) => `total of ${month}` },
    ...{ link: 'In store: go to Devices', made: 'Made of', worth: 'Records of Worth', qty: 'Records of In store', setBy: 'Devices' },
  },
} as const;
type Words = (typeof WORDS)[keyof typeof WORDS];

const add = async (cloud: string, fields: Record<string, unknown>): Promise<number> =>
  Number((await shown.apart.call('/app', 'Add', { cloud, ...fields })).data?.id);
const month = () => new Date().toISOString().slice(0, 7);

/** Two sites, of each what it has in store this month and had in the first one. */
async function stores(code: string): Promise<void> {
  for (const [nth, qty] of [4, 6].entries()) {
    const site = await add('sample_site', { key_name: `${code} site ${nth}`, code: `${code}-${nth}`, voltage: 2 });
    await add('sample_device', { key_name: `${code} device ${nth}`, serial: `${code}-D${nth}`, site_entity: site });
    for (const at of new Set([`${month().slice(0, 4)}-01`, month()]))
      await add('sample_stock', { key_name: `${code} part`, site_entity: site, month: `${at}-01`, qty, price: '2.5' });
  }
}

const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name }).first();
const figures = async (row: Locator): Promise<string[]> => (await row.locator('td').allTextContents()).map((one) => one.trim());

async function reads(browser: Browser, locale: keyof typeof WORDS): Promise<void> {
  const words: Words = WORDS[locale];
  const code = `ST${locale.slice(0, 2)}`;
  await stores(code);
  const page = await windowFor(browser, shown.apart, locale);
  await page.setViewportSize({ width: 1440, height: 900 });
  const filters = encodeURIComponent(JSON.stringify({ part: code }));
  await page.goto(`/main/report/sample_stores?_filters=${filters}`);
  const table = page.getByRole('table').last();
  const total = page.locator('tfoot tr').filter({ hasText: words.total });
  await expect(total).toBeVisible();
  // both sites together, and of the year this month alone
  expect((await figures(total)).slice(3, 5)).toEqual(['10', '25.00']);
  await expect(table.getByText(words.of(month()), { exact: true })).toHaveCount(2);
  for (const name of [words.code, words.voltage]) await expect(table.getByRole('columnheader', { name, exact: true })).toBeVisible();
  const first = rowOf(page, `${code} site 0`);
  expect((await figures(first)).slice(0, 4)).toEqual([`${code}-0`, '110 kV', '', '4']);
  await isReachable(page, 'balances of a report');

  // what is reckoned offers what it is made of
  await total.getByRole('button').last().focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  await expect(menu.getByText(words.made)).toBeVisible();
  await expect(menu.getByRole('menuitem')).toHaveText([words.worth, words.qty]);
  await isReachable(page, 'a menu of what a figure is made of');
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(total.getByRole('button').last()).toBeFocused();
  await page.keyboard.press('Enter');
  await menu.getByRole('menuitem', { name: words.qty }).click();
  await expect(page).toHaveURL(/list\/sample_stock/);
  await expect(page.getByRole('grid').getByText(`${code} part`)).toHaveCount(2);

  // the head leads to the devices of all sites, a line to those of its own
  await page.goBack();
  await expect(total).toBeVisible();
  await first.getByRole('button').first().click();
  await page.getByRole('menuitem', { name: words.setBy }).click();
  await expect(page).toHaveURL(/list\/sample_device/);
  await expect(page.getByRole('grid').getByText(`${code} device 0`)).toBeVisible();
  await expect(page.getByRole('grid').getByText(`${code} device 1`)).toHaveCount(0);
  await page.goBack();
  await page.getByRole('button', { name: words.link }).click();
  await expect(page).toHaveURL(/list\/sample_device/);
  await page.context().close();
}

test('PAGES-07 A11Y what is in store is a balance, and says whose it is and what it is made of', async ({ browser }) => {
  await reads(browser, 'zh_CN');
});
test('PAGES-07 A11Y the same in English', async ({ browser }) => {
  await reads(browser, 'en_US');
});
