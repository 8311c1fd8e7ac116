import { expect, type Page } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { dataFolder, type EmptyPlatform, startOwn } from '../support/empty-platform.ts';
import { test } from '../support/test.ts';

const PASSWORD = 'north-7-Crane';
const APPS = { APP_IOS: 'https://apps.example.com/ios', APP_ANDROID: 'https://apps.example.com/android?channel=site' };
const data = dataFolder();
let server: EmptyPlatform;
test.beforeAll(async () => {
  const demo = { DEMO: '1', DEMO_PASSWORD: process.env.JOURNEYS_PASSWORD! };
  server = await startOwn(data.folder, { ...demo, ...APPS, REGISTRATION: 'on', MAX_USERS: '1' });
});
test.afterAll(async () => {
  await server?.stop();
  data.remove();
});

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(values)) await field(page, name).fill(text);
}
const digitsOf = (page: Page) => page.locator('output').textContent();
const press = (page: Page) => page.getByRole('button', { name: '注册', exact: true }).click();

test('AUTH-16 B1 where registration is off there is no button, the page says so and the op is none', async ({ page }) => {
  await page.goto('/login');
  await expect(field(page, '企业账户')).toBeVisible();
  await expect(page.getByRole('button', { name: '注册企业' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '手机扫码' })).toHaveCount(0);
  await page.goto('/register');
  await expect(page.getByRole('heading', { level: 2, name: '未开放注册' })).toBeVisible();
  const answer = await page.request.post('/cloud/hrsj/api/login/LoginApi?op=Register', { form: { login_name: 'second' } });
  expect((await answer.json()).code).toBe(403);
  await page.getByRole('button', { name: '返回登录' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('AUTH-02 the sign-in page shows codes of 120 by 120 for the apps, and no register button where the company is known', async ({
  page,
}) => {
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: '手机扫码' }).click();
  const codes = page.getByRole('region', { name: '手机扫码' }).locator('svg');
  await expect(codes).toHaveCount(2);
  for (const code of await codes.all()) expect(await code.boundingBox()).toMatchObject({ width: 120, height: 120 });
  await expect(page.getByRole('link', { name: 'iPhone' })).toHaveAttribute('href', APPS.APP_IOS);
  await expect(page.getByRole('link', { name: 'Android' })).toHaveAttribute('href', APPS.APP_ANDROID);
  await expect(page.getByText('© 2015-2019')).toBeVisible();
  await isReachable(page, 'the sign-in page with codes');
  await page.goto(`${server.url}/login?subname=demo`);
  await expect(page.getByRole('button', { name: '手机扫码' })).toBeVisible();
  await expect(page.getByRole('button', { name: '注册企业' })).toHaveCount(0);
});

test('AUTH-16 E17 B20 a company registers past each mistake, signs in and finds a platform of its own', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: '注册企业' }).click();
  await expect(page.getByRole('heading', { level: 2, name: '注册企业' })).toBeVisible();
  await expect(field(page, '企业账户')).toBeFocused();
  await expect(page.getByText('企业的时区取自本机：Asia/Shanghai')).toBeVisible();

  await press(page);
  for (const fault of ['请输入账户', '请输入企业名称', '请输入姓名', '请输入账号', '请输入验证码'])
    await expect(page.getByText(fault, { exact: true })).toBeVisible();
  await expect(field(page, '企业账户')).toBeFocused();
  await isReachable(page, 'the registration with all that is missing');
  await page.getByLabel('语言').selectOption('en_US');
  await expect(page.getByText('Enter the company name')).toBeVisible();
  await page.getByLabel('Language').selectOption('zh_CN');

  await fill(page, { 企业账户: '灯塔', 企业名称: '灯塔集团', 姓名: '海一', 账号: 'k', 密码: 'password1', 确认密码: 'x', 验证码: '0' });
  const digits = await digitsOf(page);
  await press(page);
  for (const fault of ['账户格式为3-16位数字或字母', '账号格式为3-16位数字或字母', '两次输入的密码不一致', '请输入正确的验证码'])
    await expect(page.getByText(fault, { exact: true })).toBeVisible();
  await expect(page.getByText(/^密码过于常见/)).toBeVisible();
  expect(await digitsOf(page)).not.toBe(digits);

  // a name that somebody has, and how it is said
  await fill(page, { 企业账户: 'demo', 账号: 'keeper', 密码: PASSWORD, 确认密码: PASSWORD, 验证码: (await digitsOf(page))! });
  await press(page);
  await expect(page.getByText('该企业账户已被使用，请换一个')).toBeVisible();
  await expect(field(page, '企业账户')).toBeFocused();
  await expect(field(page, '企业名称')).toHaveValue('灯塔集团');
  await fill(page, { 企业账户: 'beacon' });
  await expect(page.getByText('该企业账户已被使用，请换一个')).toBeHidden();

  // the first answer is lost on its way: the same again makes no second company
  await page.route(
    '**/LoginApi?op=Register',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await press(page);
  await expect(page.getByRole('alert').filter({ hasText: '无法访问此网站' })).toBeVisible();
  await press(page);
  await expect(page.getByText('企业已注册，请登录')).toBeVisible();
  await expect(field(page, '账号')).toHaveValue('keeper');
  await field(page, '密码').fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(/\/(Home|main)/);
  expect(sent.join('\n')).not.toMatch(/north-7|Crane/);

  await page.goto(`${server.url}/main/tree/department?myCode=SYS`);
  await expect(page.getByRole('banner')).toContainText('灯塔集团');
  await expect(page.getByRole('treeitem')).toHaveCount(1);
  await page.getByRole('treeitem', { name: /^灯塔集团/ }).click();
  const content = page.getByRole('region', { name: /：内容$/ });
  await content.getByRole('button', { name: '新建下级' }).click();
  await content.getByLabel('部门编码').fill('0101');
  await content.getByLabel('部门名称').fill('守塔组');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('treeitem', { name: /^守塔组/ })).toHaveAttribute('aria-level', '2');

  // of each installed suite its tables, and of the demonstration's companies nothing
  for (const table of ['project', 'initiation']) {
    await page.goto(`${server.url}/main/list/${table}`);
    await expect(page.getByText(/^还没有/).first()).toBeVisible();
  }
  await page.goto(`${server.url}/main/list/user`);
  await expect(page.getByRole('row').filter({ hasText: '海一' })).toHaveCount(1);
  await expect(page.getByText(/远山|张三/)).toHaveCount(0);
});
