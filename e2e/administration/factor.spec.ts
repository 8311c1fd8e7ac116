import { expect, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { codes, keyOf } from '../support/codes.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const USER = '/cloud/app/sys/user/api/UserApi';
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function typeIn(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await field(page, '企业账户').fill('demo');
  await field(page, '账号').fill(username);
  await field(page, '密码').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

test('AUTH-01 one sets up a second factor, signs in by its codes and by a recovery code, and takes it off', async ({
  browser,
  baseURL,
}) => {
  const page = await windowFor(browser, await Person.signIn(baseURL!, 'legal', 'demo', PASSWORD));
  await page.goto('/main/profile?tab=security');
  await page.getByRole('button', { name: '开启' }).click();
  await field(page, '密码').fill('wrong-word-1');
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '密码不正确' })).toBeVisible();
  await field(page, '密码').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: '验证器二维码' })).toBeVisible();
  await isReachable(page, 'the authenticator');
  const next = codes(await keyOf(page));
  await field(page, '验证码').fill('12');
  await page.keyboard.press('Enter');
  await expect(page.getByText('验证码是 6 位数字')).toBeVisible();
  await field(page, '验证码').fill(await next(page));
  await page.keyboard.press('Enter');
  const codesHere = page.getByRole('list', { name: '备用验证码' }).getByRole('listitem');
  await expect(codesHere).toHaveCount(10);
  const kept = await codesHere.allInnerTexts();
  await page.getByRole('button', { name: '我已保存' }).click();
  await expect(page.getByText('还剩 10 / 10 个')).toBeVisible();
  await isReachable(page, 'the second factor');

  const fresh = await (await browser.newContext({ baseURL: baseURL!, locale: 'zh-CN' })).newPage();
  await typeIn(fresh, 'legal');
  await expect(field(fresh, '验证码')).toBeFocused();
  await isReachable(fresh, 'the question');
  await field(fresh, '验证码').fill('000000');
  await fresh.keyboard.press('Enter');
  await expect(fresh.getByRole('alert').filter({ hasText: '验证码不正确' })).toBeVisible();
  await field(fresh, '验证码').fill(await next(fresh));
  await fresh.keyboard.press('Enter');
  await expect(fresh).not.toHaveURL(/\/login/);

  const other = await (await browser.newContext({ baseURL: baseURL!, locale: 'zh-CN' })).newPage();
  await typeIn(other, 'legal');
  await other.getByRole('button', { name: '手机不在身边？用备用验证码' }).click();
  await field(other, '备用验证码').fill(kept[0]!.toLowerCase());
  await other.keyboard.press('Enter');
  await expect(other).not.toHaveURL(/\/login/);

  await page.reload();
  await expect(page.getByText('还剩 9 / 10 个')).toBeVisible();
  await expect(page.getByRole('cell', { name: '用备用验证码登录' }).first()).toBeVisible();
  await page.getByRole('button', { name: '停用', exact: true }).click();
  await field(page, '密码').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('请输入验证码', { exact: true })).toBeVisible();
  await field(page, '验证码或备用验证码').fill(kept[0]!);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: '验证码不正确' })).toBeVisible();
  await isReachable(page, 'what takes it off');
  await field(page, '验证码或备用验证码').fill(kept[1]!);
  await page.keyboard.press('Enter');
  await expect(page.getByText('未开启')).toBeVisible();
  await Person.signIn(baseURL!, 'legal', 'demo', PASSWORD);
});

test('AUTH-01 ADMIN-12 a role demands it: its people set it up at sign-in, and an administrator takes it off for who lost it', async ({
  browser,
  baseURL,
}) => {
  const admin = await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD);
  const find = async (cloud: string, key_word: string) => {
    const { rows } = await admin.call('/app', 'Page', { cloud, filters: { key_word } });
    return rows[0] as { id: number; version: number; login_name?: string };
  };
  const demand = async (factor: number) => {
    const { id } = await find('role', 'safety');
    const { version } = (await admin.call('/app', 'Get', { cloud: 'role', id })).data;
    expect((await admin.call('/app', 'Modify', { cloud: 'role', id, version, factor })).code).toBe(200);
  };
  const { id } = await find('user', 'safety');
  await demand(1);
  try {
    const page = await (await browser.newContext({ baseURL: baseURL!, locale: 'zh-CN' })).newPage();
    await typeIn(page, 'safety');
    await expect(page.getByRole('heading', { name: '设置二次验证' })).toBeVisible();
    await isReachable(page, 'the set-up at sign-in');
    const next = codes(await keyOf(page));
    await field(page, '验证码').fill(await next(page));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: '备用验证码' }).getByRole('listitem')).toHaveCount(10);
    expect(await page.evaluate(() => sessionStorage.getItem('fw.session'))).toBeNull();
    await page.getByRole('button', { name: '我已保存，继续' }).click();
    await expect(page).not.toHaveURL(/\/login/);
    await page.goto('/main/profile?tab=security');
    await expect(page.getByText('您的角色要求二次验证，不能停用')).toBeVisible();
    await expect(page.getByRole('button', { name: '停用', exact: true })).toHaveCount(0);

    const desk = await windowFor(browser, await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD));
    await desk.goto('/main/list/user?_key=safety');
    await desk.getByRole('row').filter({ hasText: 'safety' }).getByRole('button', { name: /更多/ }).click();
    await desk.getByRole('menuitem', { name: '账号管理' }).click();
    await desk.getByRole('button', { name: '停用二次验证' }).click();
    await desk.getByRole('dialog').getByRole('button', { name: '停用二次验证' }).click();
    await expect(desk.getByText('未开启')).toBeVisible();
    await page.reload();
    await expect(page).toHaveURL(/\/login/);
  } finally {
    await demand(0);
    await admin.call(USER, 'ResetFactor', { id });
  }
  await Person.signIn(baseURL!, 'safety', 'demo', PASSWORD);
});
