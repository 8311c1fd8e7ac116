import { expect, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { hasShown, windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const sheetOf = (page: Page) => page.getByRole('tabpanel', { name: '我的账号' });

test('FRAME-13 one changes one’s own mobile and mail; what an administrator wrote meanwhile is said and kept', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'tech', PASSWORD);
  const admin = await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD);
  const { id } = (await Person.signIn(baseURL!, 'tech', 'demo', PASSWORD)).user;
  await page.goto('/main/profile');
  const sheet = sheetOf(page);
  await expect(sheet.getByText('姓名', { exact: true })).toBeVisible();
  await sheet.getByRole('button', { name: '修改', exact: true }).click();
  await expect(field(page, '手机')).toBeFocused();
  await expect(page.getByLabel('姓名', { exact: true })).toHaveCount(0);
  await field(page, '手机').fill('12345');
  await field(page, '邮箱').fill('nobody');
  await sheet.getByRole('button', { name: '保存', exact: true }).click();
  await expect(sheet.getByRole('alert').filter({ hasText: '手机' })).toBeVisible();
  await expect(sheet.getByRole('alert').filter({ hasText: '邮箱' })).toBeVisible();
  await isReachable(page, 'contact data with faults');

  // as it stands on a card
  await field(page, '手机').fill('+86 138-0000-2699');
  await field(page, '邮箱').fill('tech@in.example.org');
  await sheet.getByRole('button', { name: '保存', exact: true }).click();
  await hasShown(page, '联系方式已保存');
  await expect(sheet.getByText('138 0000 2699')).toBeVisible();
  await expect(sheet.getByText('tech@in.example.org')).toBeVisible();

  await sheet.getByRole('button', { name: '修改', exact: true }).click();
  await field(page, '手机').fill('13800002698');
  const written = await admin.call('/app', 'Modify', { cloud: 'user', id, email: 'by-admin@in.example.org' });
  expect(written.code).toBe(200);
  await sheet.getByRole('button', { name: '保存', exact: true }).click();
  await expect(sheet.getByText('现为 by-admin@in.example.org')).toBeVisible();
  await expect(sheet.getByText('请核对后再次保存')).toBeVisible();
  await expect(field(page, '手机')).toHaveValue('13800002698');
  await sheet.getByRole('button', { name: '保存', exact: true }).click();
  await expect(sheet.getByText('138 0000 2698')).toBeVisible();
  await expect(sheet.getByText('by-admin@in.example.org')).toBeVisible();
  await isReachable(page, 'contact data');
});

test('ADMIN-08 the address book: found by name and number from the user menu, nothing else of anybody', async ({ browser, baseURL }) => {
  const page = await windowOf(browser, baseURL!, 'tech', PASSWORD);
  await page.goto('/main');
  await page.getByRole('button', { name: '账户' }).click();
  await page.getByRole('menuitem', { name: '通讯录' }).click();
  await expect(page).toHaveURL(/\/main\/list\/user%5Bcontact%5D/);
  const sheet = page.getByRole('tabpanel', { name: '通讯录' });
  for (const column of ['姓名', '所属部门', '岗位', '手机'])
    await expect(sheet.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
  for (const column of ['登录账号', '角色', '账号状态', '邮箱', '英文姓名'])
    await expect(sheet.getByRole('columnheader', { name: column })).toHaveCount(0);
  await expect(sheet.getByRole('button', { name: '新建' })).toHaveCount(0);
  await isReachable(page, 'the address book');
  await sheet.getByPlaceholder('姓名、英文姓名').fill('吴越');
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('row')).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(sheet.getByRole('button', { name: /吴越.*技术质量部.*138 0000/ })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  // what went with the phone hands the keyboard to nothing that rests
  await expect(page.locator('[aria-disabled=true]:focus')).toHaveCount(0);
  const row = sheet.getByRole('row').nth(1);
  await row.hover();
  await row.getByRole('button', { name: '查看', exact: true }).click();
  await expect(page.getByRole('region', { name: '表单内容' }).last()).toBeVisible();
  await expect(page.getByText('修改记录')).toHaveCount(0);
});
