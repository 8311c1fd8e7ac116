import { expect, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { test } from './support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

async function typeIn(page: Page, username: string, password = PASSWORD, subname = 'demo'): Promise<void> {
  await page.getByLabel('企业账户').fill(subname);
  await page.getByLabel('账号', { exact: true }).fill(username);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test('AUTH-01 AUTH-06 the first wrong field has the focus and says what is wrong', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('企业账户')).toBeFocused();
  await page.keyboard.press('Enter');
  for (const message of ['请输入账户', '请输入账号', '请输入密码']) await expect(page.getByText(message)).toBeVisible();
  await typeIn(page, 'zhang-3', 'x', 'de');
  await expect(page.getByText('账户格式为3-16位数字或字母')).toBeVisible();
  await expect(page.getByText('账号格式为3-16位数字或字母')).toBeVisible();
  await expect(page.getByLabel('企业账户')).toBeFocused();
});

test('AUTH-06 AUTH-17 nothing moves when something is said to be wrong', async ({ page }) => {
  await page.goto('/login');
  const places = () =>
    page.locator('form input, form button[type=submit]').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  await expect(page.getByLabel('企业账户')).toBeFocused();
  const before = await places();
  await page.keyboard.press('Enter');
  await expect(page.getByText('请输入密码')).toBeVisible();
  expect(await places()).toEqual(before);
  await typeIn(page, 'viewer', 'wrong-password');
  await expect(page.getByRole('alert').filter({ hasText: '账号或密码错误' })).toBeVisible();
  expect(await places()).toEqual(before);
});

test('AUTH-02 AUTH-03 title and footer of the host, in both languages without a reload', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('资本性项目管理平台');
  await page.getByLabel('账号', { exact: true }).fill('kept');
  await page.getByLabel('语言').selectOption('en_US');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Capital expenditure project management platform');
  await expect(page.getByLabel('User name')).toHaveValue('kept');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByLabel('Language').selectOption('zh_CN');
});

test('AUTH-17 a wrong password and an unknown account read the same, and the password is ready to be typed again', async ({ page }) => {
  await page.goto('/login');
  for (const username of ['viewer', 'nobody7']) {
    await typeIn(page, username, 'wrong-password');
    await expect(page.getByRole('alert').filter({ hasText: '账号或密码错误' })).toBeVisible();
    await expect(page.getByLabel('密码', { exact: true })).toBeFocused();
  }
});

test('AUTH-07 caps lock is said in words; the eye shows the password', async ({ page }) => {
  await page.goto('/login');
  const password = page.getByLabel('密码', { exact: true });
  await password.fill('secret');
  await password.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true });
  await expect(page.getByText('大写锁定已打开')).toBeVisible();
  await page.getByRole('button', { name: '显示密码' }).click();
  await expect(password).toHaveAttribute('type', 'text');
});

test('AUTH-10 AUTH-11 one module opens at once, several open the chooser, a page asked for before comes first', async ({ page }) => {
  await page.goto('/login');
  await typeIn(page, 'applicant');
  await expect(page).toHaveURL(/\/main\/board\/desktop\?myCode=zb$/);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/main\/board\/desktop\?myCode=zb$/);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/main?myCode=SYS');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await typeIn(page, 'admin');
  await expect(page).toHaveURL(/\/main\/todo\?myCode=SYS$/);
});

test('AUTH-10 CAPEX-01 the chooser has a card for each module that works, and the way out', async ({ page, context }) => {
  await page.goto('/login');
  await typeIn(page, ' ADMIN ');
  await expect(page).toHaveURL(/\/Home$/);
  await expect(page.getByRole('navigation', { name: '选择模块' }).getByRole('link')).toHaveText([/资本性项目/, /系统管理/, /领导驾驶舱/]);
  const other = await context.newPage();
  await other.goto('/Home');
  await expect(other.getByRole('heading', { name: '选择模块' })).toBeVisible();
  await page.locator('summary').click();
  await page.getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login/);
  expect(await page.evaluate(() => sessionStorage.getItem('fw.session'))).toBeNull();
  await page.goto('/Home');
  await expect(page).toHaveURL('/login?redirect=%2FHome');
});

test('AUTH-10 a window that hears late of who is signed in beside it goes where it was to go', async ({ page, context }) => {
  await page.addInitScript(() => {
    const send = BroadcastChannel.prototype.postMessage;
    const held: (() => void)[] = [];
    BroadcastChannel.prototype.postMessage = function (message) {
      if ('give' in message) held.push(() => send.call(this, message));
      else send.call(this, message);
    };
    addEventListener('tell', () => {
      for (const give of held.splice(0)) give();
    });
  });
  await page.goto('/login');
  await typeIn(page, 'applicant');
  await expect(page).toHaveURL(/\/main\/board\/desktop/);
  const second = await context.newPage();
  await second.goto('/main/list/initiation?myCode=zb');
  await expect(second.getByLabel('企业账户')).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('tell')));
  await expect(second).toHaveURL(/\/main\/list\/initiation/);
});

test('AUTH-10 who has only the leadership view goes straight there', async ({ page }) => {
  await page.goto('/login');
  await typeIn(page, 'leader');
  await expect(page).toHaveURL(/\/EI$/);
  // in the language that he last chose
  await expect(page.getByRole('heading', { level: 1, name: /^(领导驾驶舱|Leadership view)$/ })).toBeVisible();
});

test('AUTH-12 thirty idle minutes end the session and say so', async ({ page }) => {
  await page.clock.install();
  await page.goto('/login');
  await typeIn(page, 'admin');
  await expect(page).toHaveURL(/\/Home$/);
  // the watch begins with the page, not with its address
  await expect(page.getByRole('navigation', { name: '选择模块' })).toBeVisible();
  await page.clock.fastForward('29:00');
  await page.mouse.move(200, 200);
  await page.clock.fastForward('29:00');
  await expect(page).toHaveURL(/\/Home$/);
  await page.clock.fastForward('02:00');
  await expect(page.getByText('30 分钟没有操作，已自动退出，请重新登录')).toBeVisible();
});

test('AUTH-18 without the server the page says what to look at and keeps what was typed', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('企业账户').waitFor();
  await page.route('**/*op=*', (route) => route.abort());
  await typeIn(page, 'admin');
  await expect(page.getByRole('alert').filter({ hasText: '无法访问此网站' })).toContainText('重新连接 Wi-Fi');
  await expect(page.getByLabel('账号', { exact: true })).toHaveValue('admin');
  await page.unroute('**/*op=*');
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page).toHaveURL(/\/Home$/);
});

test('FRAME-11 the language chosen on the sign-in page wins over the person’s last, whatever the load of the frame still says', async ({
  page,
  baseURL,
}) => {
  const viewer = await Person.signIn(baseURL!, 'viewer', 'demo', PASSWORD);
  await viewer.call('/sys', 'Choose', { name: 'locale', value: 'zh_CN' });
  await page.goto('/login');
  await page.getByLabel('语言').selectOption('en_US');
  // the frame is asked for before the choice is told, and answered after it
  let read = () => {};
  const isRead = new Promise<void>((resolve) => {
    read = resolve;
  });
  const isTold = page.waitForResponse('**/sys?op=Choose');
  await page.route('**/sys?op=Choose', async (route) => {
    await isRead;
    await route.continue();
  });
  await page.route('**/sys?op=LoadNav', async (route) => {
    const response = await route.fetch();
    read();
    await isTold;
    await route.fulfill({ response });
  });
  await page.getByLabel('Company account').fill('demo');
  await page.getByLabel('User name').fill('viewer');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Fold the menu', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const again = await Person.signIn(baseURL!, 'viewer', 'demo', PASSWORD);
  expect((again.user.choices as { locale?: string }).locale).toBe('en_US');
  await again.call('/sys', 'Choose', { name: 'locale', value: '' });
});

test('FRAME-11 Chinese until a person chooses; his choices follow him to another machine, and not to the next person', async ({
  browser,
  baseURL,
}) => {
  const viewer = await Person.signIn(baseURL!, 'viewer', 'demo', PASSWORD);
  for (const choice of ['locale', 'theme', 'side']) await viewer.call('/sys', 'Choose', { name: choice, value: '' });
  const machine = () => browser.newContext({ locale: 'en-GB' }).then((context) => context.newPage());
  const first = await machine();
  await first.goto('/login');
  await expect(first.getByLabel('账号', { exact: true })).toBeVisible();
  await expect(first.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await first.getByLabel('语言').selectOption('en_US');
  await first.getByLabel('Company account').fill('demo');
  await first.getByLabel('User name').fill('viewer');
  await first.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await first.keyboard.press('Enter');
  await first.getByRole('button', { name: 'Fold the menu', exact: true }).click();
  await first.getByRole('button', { name: /Account/ }).click();
  await first.getByRole('menuitem', { name: 'Dark' }).click();
  await expect(first.locator('html')).toHaveAttribute('data-theme', 'dark');

  const second = await machine();
  await second.goto('/login');
  await typeIn(second, 'viewer');
  await expect(second.getByRole('button', { name: 'Unfold the menu' })).toBeVisible();
  await expect(second.locator('html')).toHaveAttribute('data-theme', 'dark');
  await second.getByRole('button', { name: /Account/ }).click();
  await second.getByRole('menuitem', { name: 'Sign out' }).click();
  await second.getByLabel('Company account').fill('demo');
  await second.getByLabel('User name').fill('legal');
  await second.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await second.keyboard.press('Enter');
  await expect(second.getByRole('button', { name: '收起菜单' })).toBeVisible();
  await expect(second.locator('html')).not.toHaveAttribute('data-theme', 'dark');

  await first.getByRole('button', { name: /简体中文/ }).click();
  await expect(first.getByRole('button', { name: '展开菜单' })).toBeVisible();
  for (const page of [first, second]) await page.context().close();
});

test('AUTH-09 who is remembered signs in without typing, and only as himself', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('记住密码')).not.toBeChecked();
  await page.getByLabel('记住密码').check();
  await typeIn(page, 'viewer');
  await page.waitForURL(/\/(main|Home|EI)/);
  const kept = () => page.evaluate(() => localStorage.getItem('fw.remembered') ?? '');
  const first = await kept();
  expect(first).toContain('viewer');
  expect(first).not.toContain(PASSWORD);

  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/login');
  const password = page.getByLabel('密码', { exact: true });
  await expect(page.getByLabel('账号', { exact: true })).toHaveValue('viewer');
  await expect(password).not.toHaveValue('');
  await expect(page.getByLabel('记住密码')).toBeChecked();
  await page.getByLabel('账号', { exact: true }).fill('finance');
  await expect(password).toHaveValue('');
  await page.getByLabel('账号', { exact: true }).fill('viewer');
  await expect(password).not.toHaveValue('');
  await password.press('x');
  await expect(password).toHaveValue('x');

  await page.reload();
  await page.getByRole('button', { name: '登录' }).click();
  await page.waitForURL(/\/(main|Home|EI)/);
  expect(await kept()).not.toBe(first);

  // the value of before was used: who still has it is asked for the password, and nothing is kept any more
  await page.evaluate((value) => {
    sessionStorage.clear();
    localStorage.setItem('fw.remembered', value);
  }, first);
  await page.goto('/login');
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByText('记住的密码已失效，请重新输入')).toBeVisible();
  await expect(password).toHaveValue('');
  expect(await kept()).toBe('');
  await page.getByLabel('记住密码').uncheck();
  await typeIn(page, 'viewer');
  await page.waitForURL(/\/(main|Home|EI)/);
  expect(await kept()).toBe('');
});
