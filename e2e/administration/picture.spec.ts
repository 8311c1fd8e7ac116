import { expect, type Locator, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { jpeg, png } from '#protocol/testing-pictures.ts';
import { isReachable } from '../support/axe.ts';
import { hasShown, windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const BLUE = { name: '蓝.png', mimeType: 'image/png', buffer: png(240, 180) };
const RED = { name: '红.png', mimeType: 'image/png', buffer: png(180, 240, { colour: [200, 60, 40] }) };
const BOMB = { name: '大.jpg', mimeType: 'image/jpeg', buffer: jpeg(65_500, 65_500) };

const sheetOf = (page: Page) => page.getByRole('tabpanel', { name: '我的账号' });
const chooser = (page: Page) => sheetOf(page).locator('input[type=file]');
/** Drawn, not only there. */
const isDrawn = (picture: Locator) =>
  expect.poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth), { timeout: 60_000 }).toBeGreaterThan(0);

test('FRAME-13 FRAME-01 one gives oneself a picture, sees it in the header at once, looks at it and takes it away', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'legal', PASSWORD);
  await page.goto('/main/profile');
  const sheet = sheetOf(page);
  const header = page.getByRole('button', { name: '账户' });
  await expect(sheet.getByRole('button', { name: '添加头像' })).toBeVisible();
  await expect(header.locator('img')).toHaveCount(0);

  // what would fill the memory of who looks at it is refused beside the picture, and leaves nothing
  await chooser(page).setInputFiles(BOMB);
  await expect(sheet.getByRole('alert').filter({ hasText: '图片上传失败' })).toContainText('过大');
  await expect(sheet.getByRole('button', { name: '添加头像' })).toBeVisible();

  await chooser(page).setInputFiles(BLUE);
  await hasShown(page, '头像已更新');
  await expect(header.locator('img')).toHaveCount(1);
  await isDrawn(header.locator('img'));
  const first = await header.locator('img').getAttribute('src');
  await isReachable(page, 'the account with a picture');

  await chooser(page).setInputFiles(RED);
  await expect(sheet.getByRole('button', { name: '查看图片 红.png' })).toBeVisible();
  await expect(sheet.getByRole('button', { name: '查看图片 蓝.png' })).toHaveCount(0);
  await expect(header.locator('img')).not.toHaveAttribute('src', first!);

  // in full, by the keyboard
  await sheet.getByRole('button', { name: '查看图片 红.png' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '红.png' });
  await isDrawn(dialog.locator('img'));
  await expect(dialog.getByRole('link', { name: '下载' })).toHaveAttribute('href', /op=Download/);
  await isReachable(page, 'a picture in full');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.reload();
  await isDrawn(header.locator('img'));
  await sheet.getByRole('button', { name: '移除 红.png' }).click();
  await expect(sheet.getByRole('button', { name: '添加头像' })).toBeVisible();
  await expect(header.locator('img')).toHaveCount(0);
});

test('FIELD-08 an administrator gives a person a picture in the form; a colleague has it by the call, the address book shows it', async ({
  browser,
  baseURL,
}) => {
  const admin = await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD);
  const finance = await Person.signIn(baseURL!, 'finance', 'demo', PASSWORD);
  const { id } = finance.user;
  const page = await windowOf(browser, baseURL!, 'admin', PASSWORD, 'en_US');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/main/form/user/Modify/${id}`);
  const field = page.locator('[data-place=avatar]');
  await field.locator('input[type=file]').setInputFiles(BLUE);
  await expect(field.getByRole('button', { name: 'View picture 蓝.png' })).toBeVisible();
  await isDrawn(page.locator('[data-place=avatar] img'));
  await isReachable(page, 'a form with a picture on a phone');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(async () => (await admin.call('/app', 'Get', { cloud: 'user', id })).data?.avatar, { timeout: 20_000 })
    .toMatchObject([{ file_name: '蓝.png' }]);
  await page.goto(`/main/form/user%5Bcontact%5D/Show/${id}`);
  await isDrawn(page.locator('[data-place=avatar] img'));
  expect((await admin.call('/app', 'Modify', { cloud: 'user', id, avatar: '' })).code).toBe(200);
});
