import { expect } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

test('FRAME-03 FRAME-13 the menu at the side, as icons or from the top, by pointer and keyboard; rows of all lists as high as one wants', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'tech', PASSWORD);
  const side = page.getByRole('navigation', { name: '菜单' });
  const button = page.getByRole('button', { name: /^菜单/ });
  const sheet = page.getByRole('tabpanel', { name: '我的账号' });
  const height = async () => Math.round((await page.getByRole('row').filter({ visible: true }).nth(2).boundingBox())?.height ?? 0);
  await page.goto('/main/profile?tab=look');
  await sheet.getByLabel('收起为图标').check();
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(64);
  await sheet.getByLabel('隐藏，从顶部打开').check();
  await expect(side).toHaveCount(0);
  await sheet.getByLabel('宽松').check();

  await button.focus();
  await page.keyboard.press('Enter');
  await expect(side.getByRole('link').first()).toBeFocused();
  await isReachable(page, 'the menu from the top');
  await page.keyboard.press('Escape');
  await expect(side).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.click();
  await side.getByRole('link', { name: '项目台账' }).click();
  await expect(page).toHaveURL(/\/main\/list\/project/);
  await expect(side).toHaveCount(0);
  await expect.poll(height).toBe(44);
  await page.reload();
  await expect(button).toBeVisible();
  await expect.poll(height).toBe(44);

  await page.getByRole('button', { name: '行高' }).click();
  await page.getByRole('menuitem', { name: '紧凑' }).click();
  await expect.poll(height).toBe(32);
  await button.click();
  await page.getByRole('button', { name: '固定在左侧' }).click();
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(200);
  await expect(button).toHaveCount(0);
});
