import { createServer } from 'node:net';
import { type Browser, expect, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { dataFolder, type EmptyPlatform, startOwn } from '../support/empty-platform.ts';
import { linkIn, type MailSink, openMailSink } from '../support/mail-sink.ts';
import { windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const BEFORE = process.env.JOURNEYS_PASSWORD ?? '';
const AFTER = 'heron-8-Meadow';
const data = dataFolder();
let sink: MailSink;
let server: EmptyPlatform;
test.beforeAll(async () => {
  sink = await openMailSink();
  const port = await freePort();
  const settings = {
    ...{ DEMO: '1', DEMO_PASSWORD: BEFORE, PORT: String(port), SMTP_URL: sink.url },
    ...{ MAIL_FROM: 'Projects <platform@example.org>', PUBLIC_URL: `http://127.0.0.1:${port}` },
  };
  server = await startOwn(data.folder, settings);
});
test.afterAll(async () => {
  await server?.stop();
  await sink?.close();
  data.remove();
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const taken = createServer().listen(0, '127.0.0.1', () => {
      const { port } = taken.address() as { port: number };
      taken.close(() => resolve(port));
    });
  });
}

/** Gives somebody an address, by his sign-in name. */
async function giveAddress(admin: Person, login: string, email: string): Promise<number> {
  const found = await admin.call('/app', 'Page', {
    cloud: 'user',
    filters: JSON.stringify({ fields: { login_name: { op: '=', value: login } } }),
  });
  const { id, version } = found.rows[0]!;
  const told = await admin.call('/app', 'Modify', { cloud: 'user', id, version, email });
  expect(told.code, JSON.stringify(told)).toBe(200);
  return Number(id);
}

const stranger = async (browser: Browser, more: Parameters<Browser['newContext']>[0] = {}): Promise<Page> =>
  (await browser.newContext({ baseURL: server.url, locale: 'zh-CN', ...more })).newPage();
const signIn = async (page: Page, login: string, password: string, words = ['账号', '密码', '登录']) => {
  await page.goto(`/login?subname=demo&username=${login}`);
  await page.getByLabel(words[1]!, { exact: true }).fill(password);
  await page.getByRole('button', { name: words[2]!, exact: true }).click();
};

test('E1 ADMIN-12 who forgot his password gets a link by mail; it works once, and the old password is over', async ({ browser }) => {
  const admin = await Person.signIn(server.url, 'admin', 'demo', BEFORE);
  await giveAddress(admin, 'applicant', 'applicant@example.org');
  const page = await stranger(browser);
  await page.goto('/login');
  await page.getByLabel('企业账户', { exact: true }).fill('demo');
  await page.getByLabel('账号', { exact: true }).fill('applicant');
  await page.getByRole('button', { name: '忘记密码' }).click();
  await expect(page.getByRole('heading', { level: 2, name: '忘记密码' })).toBeVisible();
  await expect(page.getByLabel('账号', { exact: true })).toHaveValue('applicant');
  await isReachable(page, 'the page for a forgotten password');

  await page.getByLabel('账号', { exact: true }).fill('a b');
  await page.getByRole('button', { name: '发送链接' }).click();
  await expect(page.getByText('账号格式为3-16位数字或字母')).toBeVisible();
  for (const name of ['nobody99', 'applicant']) {
    await page.getByLabel('账号', { exact: true }).fill(name);
    await page.getByRole('button', { name: '发送链接' }).click();
    await expect(page.getByRole('heading', { level: 2, name: '请查收邮件' })).toBeVisible();
    await isReachable(page, 'what is said after it');
    if (name === 'nobody99') await page.getByRole('button', { name: '再试一次' }).click();
  }
  await expect.poll(() => sink.taken.length, { timeout: 60_000 }).toBe(1);
  expect(sink.taken[0]!.to).toEqual(['applicant@example.org']);
  const link = linkIn(sink.taken[0]!.raw);
  expect(link).toMatch(new RegExp(`^${server.url}/enter#`));

  await signIn(await stranger(browser), 'applicant', BEFORE);
  const fresh = await stranger(browser);
  await fresh.goto(link);
  await expect(fresh.getByRole('heading', { level: 2, name: '重新设置密码' })).toBeVisible();
  await fresh.getByLabel('密码', { exact: true }).fill(AFTER);
  await fresh.getByLabel('确认密码', { exact: true }).fill(AFTER);
  await fresh.getByRole('button', { name: '设置密码' }).click();
  await expect(fresh.getByRole('heading', { level: 2, name: '密码已设置' })).toBeVisible();

  const again = await stranger(browser);
  await again.goto(link);
  await expect(again.getByRole('heading', { level: 2, name: '链接已失效' })).toBeVisible();
  await signIn(fresh, 'applicant', BEFORE);
  await expect(
    fresh
      .getByText('密码不正确')
      .or(fresh.getByText(/用户名或密码|账号或密码/))
      .first(),
  ).toBeVisible();
  await signIn(fresh, 'applicant', AFTER);
  await expect(fresh).not.toHaveURL(/login/);
});

test('ADMIN-12 the same in English on a phone', async ({ browser }) => {
  const admin = await Person.signIn(server.url, 'admin', 'demo', BEFORE);
  await giveAddress(admin, 'depthead', 'depthead@example.org');
  const page = await stranger(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
  const before = sink.taken.length;
  await page.goto('/login?subname=demo&username=depthead');
  await page.getByLabel('语言').selectOption('en_US');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Forgotten password' })).toBeVisible();
  await isReachable(page, 'the page in English on a phone');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Check your mail' })).toBeVisible();
  await expect.poll(() => sink.taken.length, { timeout: 60_000 }).toBe(before + 1);
  const { raw } = sink.taken.at(-1)!;
  expect(raw).toContain('Somebody, most likely you');
  await page.goto(linkIn(raw));
  await expect(page.getByRole('heading', { level: 2, name: 'Set a new password' })).toBeVisible();
  await page.getByRole('button', { name: 'Set password' }).scrollIntoViewIfNeeded();
  await isReachable(page, 'the page of the link');
});

test('ADMIN-12 without a mail server a mail waits, says so, and an administrator takes its link out', async ({ browser, baseURL }) => {
  const admin = await Person.signIn(baseURL!, 'admin', 'demo', BEFORE);
  const stamp = String(Date.now()).slice(-6);
  const made = await admin.call('/app', 'Add', {
    ...{ cloud: 'user', key_name: `孙二${stamp}`, name_en: `Sun ${stamp}`, login_name: `sun${stamp}`, email: `sun${stamp}@example.org` },
  });
  expect(made.code, JSON.stringify(made)).toBe(200);
  const open = await (await browser.newContext({ baseURL: baseURL!, locale: 'zh-CN' })).newPage();
  await open.goto('/login');
  await expect(open.getByRole('button', { name: '登录', exact: true })).toBeVisible();
  // who forgot his password reads whom to ask
  await open.getByRole('button', { name: '忘记密码' }).click();
  await expect(open.getByText('请联系本单位的管理员。')).toBeVisible();
  await expect(open.getByRole('button', { name: '发送链接' })).toHaveCount(0);
  await isReachable(open, 'a forgotten password where no mail is sent');
  await open.getByRole('button', { name: '返回登录' }).click();
  await expect(open.getByText('仅限办公网络使用')).toBeVisible();

  const page = await windowOf(browser, baseURL!, 'admin', BEFORE);
  await page.goto(`/main/list/user?_key=sun${stamp}`);
  const person = page.getByRole('row').filter({ hasText: `sun${stamp}` });
  await person.getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '账号管理' }).click();
  await page.getByRole('button', { name: '生成登录链接' }).click();
  const asked = page.getByRole('dialog');
  await expect(asked.getByText(/尚未配置邮件服务器/)).toBeVisible();
  await asked.getByLabel('同时发送到本人邮箱').check();
  await isReachable(page, 'the question about a link');
  await asked.getByRole('button', { name: '生成登录链接' }).click();
  const shown = page.getByRole('dialog');
  await expect(shown.getByText('邮件已放入发件箱')).toBeVisible();
  const link = await shown.getByRole('textbox').inputValue();
  await shown.getByRole('button', { name: '关闭' }).last().click();

  await page.goto(`/main/list/mail?_key=sun${stamp}`);
  const row = page.getByRole('row').filter({ hasText: `sun${stamp}@example.org` });
  await expect(row.getByText('未配置邮件服务器')).toBeVisible();
  expect(await page.content()).not.toContain(link.split('#')[1]!);
  await isReachable(page, 'the outgoing mail');
  await row.getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '取出链接，不再发送' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '取出链接，不再发送' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue(link);
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click();
  await expect(row.getByText('已取出链接')).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 2, name: '设置登录密码' })).toBeVisible();
});
