import { expect } from '@playwright/test';
import { dataFolder, type EmptyPlatform, startEmpty } from './support/empty-platform.ts';
import { test } from './support/test.ts';

const WRONG = 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA';
const data = dataFolder();
let server: EmptyPlatform;
test.beforeAll(async () => {
  server = await startEmpty(data.folder, { gives: true });
});
test.afterAll(async () => {
  await server?.stop();
  data.remove();
});

test('E15 AUTH-06 AUTH-15 FRAME-11 an empty platform gets its first administrator in the browser, once', async ({ page, browser }) => {
  expect(server.code).not.toBeNull();
  await page.goto(server.url);
  await expect(page).toHaveURL(/\/setup$/);
  await expect(page.getByRole('heading', { level: 2, name: '初始化平台' })).toBeVisible();
  const field = (name: string) => page.getByLabel(name, { exact: true });

  await field('账号').fill('林一');
  await field('密码').fill('password1');
  await field('确认密码').fill('x');
  await page.getByRole('button', { name: '完成初始化' }).click();
  for (const fault of [
    '请输入初始化码',
    '请输入企业名称',
    '请输入账户',
    '请输入姓名',
    '账号格式为3-16位数字或字母',
    '两次输入的密码不一致',
  ])
    await expect(page.getByText(fault, { exact: true })).toBeVisible();
  await expect(page.getByText(/^密码过于常见/)).toBeVisible();
  await expect(field('初始化码')).toBeFocused();

  await page.getByLabel('语言').selectOption('en_US');
  await expect(page.getByRole('heading', { level: 2, name: 'Set up the platform' })).toBeVisible();
  await expect(page.getByText('The Two Passwords Do Not Agree')).toBeVisible();
  await page.getByLabel('Language').selectOption('zh_CN');

  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  for (const [name, text] of [
    ['初始化码', WRONG],
    ['企业名称', '安恒投资集团'],
    ['企业账户', 'anheng'],
    ['姓名', '林一'],
    ['账号', 'linyi'],
    ['密码', 'north-7-Crane'],
    ['确认密码', 'north-7-Crane'],
  ] as const)
    await field(name).fill(text);
  await page.getByRole('button', { name: '完成初始化' }).click();
  await expect(page.getByText(/^初始化码不正确/)).toBeVisible();
  await expect(field('企业名称')).toHaveValue('安恒投资集团');
  const late = await browser.newPage();
  await late.goto(`${server.url}/setup`);
  await expect(late.getByRole('heading', { level: 2, name: '初始化平台' })).toBeVisible();
  await field('初始化码').fill(server.code!.toLowerCase());
  // the first answer is lost on its way: the same again is no other person
  await page.route(
    '**/sys?op=SetUp',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: '完成初始化' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '无法访问此网站' })).toBeVisible();
  await page.getByRole('button', { name: '完成初始化' }).click();
  await expect(page.getByRole('heading', { level: 2, name: '平台已建立' })).toBeVisible();

  for (const [name, text] of [
    ['初始化码', server.code!],
    ['企业名称', '安恒投资集团'],
    ['企业账户', 'anheng'],
    ['姓名', '林一'],
    ['账号', 'linyi'],
    ['密码', 'other-8-Crane'],
    ['确认密码', 'other-8-Crane'],
  ] as const)
    await late.getByLabel(name, { exact: true }).fill(text);
  await late.getByRole('button', { name: '完成初始化' }).click();
  await expect(late.getByText(/此初始化码已经用过：平台已建立，企业账户 anheng，账号 linyi/)).toBeVisible();
  await late.close();

  await page.getByRole('button', { name: '去登录' }).click();
  await field('账号').fill('linyi');
  await field('密码').fill('north-7-Crane');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByText('资本性项目', { exact: true }).click();
  await expect(page.getByText('没有待办事项')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('安恒投资集团');
  expect(sent.join('\n')).not.toMatch(/north-7|Crane/);
  expect(sent.join('\n')).not.toContain(server.code!.replaceAll('-', '').toLowerCase());

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${server.url}/setup`);
  await expect(stranger.getByText('页面不存在')).toBeVisible();
  const answer = await stranger.request.post(`${server.url}/sys?op=SetUp`, { form: { subname: 'second' } });
  expect((await answer.json()).code).toBe(403);
});

test('E15 the next start gives no code, and the page stays gone', async ({ page }) => {
  await server.stop();
  server = await startEmpty(data.folder, { gives: false });
  expect(server.code).toBeNull();
  await page.goto(server.url);
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(`${server.url}/setup`);
  await expect(page.getByText('页面不存在')).toBeVisible();
});
