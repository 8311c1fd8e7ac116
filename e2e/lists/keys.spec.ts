import { expect, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

const press = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).first().focus();
  await page.keyboard.press('Enter');
};

test('LIST-06 by keyboard alone: what goes with its press hands the keyboard to what stands there, and what opens over a list takes it and gives it back', async ({
  browser,
  baseURL,
}) => {
  const page = await windowFor(browser, await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD));
  await page.goto('/main/list/project?myCode=zb');
  const keyword = page.getByRole('textbox', { name: /^搜索/ });
  await page.getByRole('grid').focus();
  await page.keyboard.press('/');
  await page.keyboard.type('没有这样的');
  await press(page, '清除');
  await expect(keyword).toBeFocused();
  await page.keyboard.type('没有这样的');
  await press(page, '清除筛选');
  await expect(page.getByRole('grid')).toBeFocused();
  await press(page, '分组');
  const by = page.getByRole('combobox', { name: '先按', exact: true });
  await expect(by).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(by).toHaveCount(0);
  await expect(page.getByRole('button', { name: '分组', exact: true })).toBeFocused();
  const account = page.getByRole('button', { name: /账户/ });
  await account.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(account).toBeFocused();
  await page.context().close();
});

test('FRAME-12 a dialog in which one chooses begins at what is looked for, and / leads there', async ({ browser, baseURL }) => {
  const page = await windowFor(browser, await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD));
  await page.goto('/main/form/initiation/Add?myCode=zb');
  await press(page, '选择所在省份');
  const dialog = page.getByRole('dialog');
  const keyword = dialog.getByRole('textbox', { name: /^搜索/ });
  await expect(keyword).toBeFocused();
  await dialog.getByRole('button', { name: '刷新' }).focus();
  await page.keyboard.press('/');
  await expect(keyword).toBeFocused();
  await page.context().close();
});

test('LIST-04 what stays in place stands above its column where all columns have room, and the word before the sums stays where they have none', async ({
  browser,
  baseURL,
}) => {
  const page = await windowFor(browser, await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD));
  await page.goto('/main/list/project?myCode=zb');
  const edge = (of: ReturnType<Page['locator']>) => of.evaluate((one) => Math.round(one.getBoundingClientRect().left));
  const head = page.getByRole('columnheader', { name: '项目名称' });
  const cell = page.getByRole('row').nth(1).getByRole('gridcell').filter({ hasText: /\S/ }).nth(1);
  const sum = page.getByRole('rowheader', { name: /^合计/ });
  await page.setViewportSize({ width: 2560, height: 900 });
  await expect.poll(async () => (await edge(head)) - (await edge(cell))).toBe(0);
  await page.setViewportSize({ width: 900, height: 900 });
  const grid = page.getByRole('grid');
  await grid.evaluate((one) => one.scrollTo({ left: 400 }));
  await expect.poll(() => grid.evaluate((one) => one.scrollLeft)).toBeGreaterThan(100);
  await expect.poll(async () => (await edge(sum)) - (await edge(grid))).toBe(0);
  await page.context().close();
});
