import { expect, type Page } from '@playwright/test';
import { asForm, byAddress, Person, parametersOf, proveChange } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { hasShown, windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const NEXT = 'north-7-Crane';
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function typeChange(page: Page, old: string, next: string, again = next): Promise<void> {
  for (const [name, text] of [
    ['原密码', old],
    ['新密码', next],
    ['确认密码', again],
  ] as const)
    await field(page, name).fill(text);
}

/** By the wire, so that the next journey finds the person as this one did. */
async function changeBack(url: string, username: string): Promise<void> {
  const server = byAddress(url);
  const person = await Person.signIn(url, username, 'demo', NEXT);
  const { form } = await proveChange(await parametersOf(server), username, 'demo', NEXT, PASSWORD);
  await server.send(asForm('/cloud/app/sys/user/api/UserApi?op=ModifyPwd', { _os: 'web', ...form }, person.token));
}

test('AUTH-15 /password asks who is not signed in to sign in first', async ({ page }) => {
  await page.goto('/password');
  await expect(page).toHaveURL(/\/login\?redirect=%2Fpassword$/);
});

test('AUTH-15 AUTH-07 FRAME-11 what is wrong is said at its field, the rules while one types; Back returns to the frame', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'safety', PASSWORD);
  await page.goto('/main');
  await page.getByRole('button', { name: '账户' }).click();
  await page.getByRole('menuitem', { name: '修改密码' }).click();
  await expect(page).toHaveURL(/\/password$/);
  await expect(field(page, '原密码')).toBeFocused();
  await page.getByRole('button', { name: '修改密码' }).click();
  for (const fault of ['请输入原密码', '请输入新密码', '请再次输入密码'])
    await expect(page.getByText(fault, { exact: true })).toBeVisible();
  await field(page, '新密码').fill('north 7');
  await expect(page.getByRole('listitem').filter({ hasText: '只用字母、数字、_ 和 -' })).toContainText('不满足');
  await field(page, '新密码').fill(NEXT);
  await expect(page.getByRole('listitem').filter({ hasText: '8 至 32 位' })).toContainText('已满足');
  await field(page, '确认密码').fill('south');
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible();
  await typeChange(page, PASSWORD, PASSWORD);
  await page.getByRole('button', { name: '修改密码' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '新密码不能与原密码相同' })).toBeVisible();
  await typeChange(page, 'wrong-word-1', NEXT);
  await page.getByRole('button', { name: '修改密码' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '原密码不正确' })).toBeVisible();
  await expect(field(page, '原密码')).toBeFocused();
  await isReachable(page, 'the password page');
  await page.getByRole('button', { name: '返回' }).click();
  await expect(page).toHaveURL(/\/main/);
});

test('AUTH-15 E9 a changed password signs out every window, and only the new one lets in again', async ({ browser, baseURL }) => {
  const [page, other] = [await windowOf(browser, baseURL!, 'safety', PASSWORD), await windowOf(browser, baseURL!, 'safety', PASSWORD)];
  await other.goto('/main');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/password');
  try {
    await typeChange(page, PASSWORD, NEXT);
    await page.getByRole('button', { name: '修改密码' }).click();
    await expect(page.getByText('密码修改成功，请重新登录')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    // it hears of it with its next call
    await other.reload();
    await expect(other).toHaveURL(/\/login/);
    await page.getByLabel('企业账户').fill('demo');
    await field(page, '账号').fill('safety');
    await field(page, '密码').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: '账号或密码错误' })).toBeVisible();
    await field(page, '密码').fill(NEXT);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/(main|Home)/);
  } finally {
    await changeBack(baseURL!, 'safety');
  }
});

test('FRAME-13 E9 my account: who I am, where I am signed in, ending another device; language and theme at once', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'tech', PASSWORD);
  const away = await Person.signIn(baseURL!, 'tech', 'demo', PASSWORD);
  await page.goto('/main');
  await page.getByRole('button', { name: '账户' }).click();
  await page.getByRole('menuitem', { name: '我的账号' }).click();
  const sheet = page.getByRole('tabpanel', { name: '我的账号' });
  await expect(sheet.getByText('tech', { exact: true })).toBeVisible();
  await isReachable(page, 'personal information');
  await sheet.getByRole('button', { name: '账号与安全' }).click();
  await expect(page).toHaveURL(/\/main\/profile\?.*tab=security/);
  await expect(sheet.getByText('本机')).toBeVisible();
  const others = sheet.getByRole('button', { name: /^退出其他 \d+ 处$/ });
  await expect(others).toBeVisible();
  await isReachable(page, 'account and security');
  await others.click();
  await page.getByRole('dialog').getByRole('button', { name: '退出' }).click();
  await hasShown(page, '已退出');
  await expect(others).toBeHidden();
  expect((await away.call('/sys', 'Counts', { _bg: '1' })).code).toBe(401);
  await sheet.getByRole('button', { name: '修改密码' }).click();
  await expect(field(page, '原密码')).toBeVisible();

  await sheet.getByRole('button', { name: '界面与语言' }).click();
  await sheet.getByLabel('深色').check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await sheet.getByLabel('English').check();
  await expect(page.getByRole('heading', { level: 2, name: 'Display and language' })).toBeVisible();
  await isReachable(page, 'display and language');
});
