import { expect } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

test('LIST-01 FRAME-10 a record stands beside its list; arrows and buttons go on, Enter goes into it, Escape back', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'admin', PASSWORD);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/main/list/user');
  const grid = page.getByRole('grid', { name: '用户' });
  const beside = page.getByRole('complementary', { name: '用户：所选记录' });
  const called = beside.getByRole('heading', { level: 1 });
  const row = (name: string) =>
    grid
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('gridcell')
      .nth(1);
  const [first, second, third] = ['系统管理员', '孙浩然', '郑岚'];

  await row(first).click();
  await expect(called).toHaveText(first);
  await expect(page).toHaveURL(/\/main\/list\/user\?.*_record=\d+/);
  await isReachable(page, 'a record beside its list');
  await page.keyboard.press('ArrowDown');
  await expect(called).toHaveText(second);
  await beside.getByRole('button', { name: '下一条' }).click();
  await expect(called).toHaveText(third);
  await page.keyboard.press('Enter');
  await expect(called).not.toHaveText(third);
  await beside.getByRole('button', { name: '上一条' }).click();
  await expect(called).toHaveText(third);

  await page.keyboard.press('Escape');
  await expect(beside).toHaveCount(0);
  await expect(grid).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(called).toHaveText(third);
  await page.keyboard.press('Enter');
  await expect(beside).toBeFocused();
  await page.reload();
  await expect(called).toHaveText(third);
  await page.goBack();
  await expect(beside).toHaveCount(0);

  await row(first).click();
  await beside.getByRole('button', { name: '修改' }).click();
  await expect(page).toHaveURL(/\/main\/form\/user\/\d+.*op=Modify|\/main\/form\/user/);
  await page.getByRole('tab', { name: '用户', exact: true }).click();
  await expect(called).toHaveText(first);
  await beside.getByRole('button', { name: '在页签中打开' }).click();
  await expect(page.getByRole('tab', { name: first })).toHaveAttribute('aria-selected', 'true');
});

test('LIST-01 on a phone the record is a page', async ({ browser, baseURL }) => {
  const page = await windowOf(browser, baseURL!, 'admin', PASSWORD, 'en_US');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/main/list/user?_key=safety');
  await page.getByRole('listitem').filter({ hasText: 'safety' }).first().click();
  await expect(page).toHaveURL(/\/main\/form\/user/);
  await expect(page.getByRole('complementary', { name: /the chosen record/ })).toHaveCount(0);
});
