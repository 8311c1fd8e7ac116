import { type BrowserContext, expect, type Page } from '@playwright/test';
import { deskOf } from './support/people.ts';
import { test } from './support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const DRAFT = '智慧冷链配送中心';

let context: BrowserContext;
let page: Page;
test.beforeEach(async ({ browser, baseURL }) => {
  context = await browser.newContext({ baseURL: baseURL! });
  page = await deskOf(context, baseURL!, 'applicant', PASSWORD);
  await page.goto('/main?myCode=zb');
});
test.afterEach(() => context?.close());

const menu = (name: string) => page.getByRole('navigation', { name: '菜单' }).getByText(name);
const tabs = () => page.getByRole('tablist', { name: '打开的页面' }).getByRole('tab');
const onTab = (name: string | RegExp) => expect(tabs().and(page.getByRole('tab', { selected: true }))).toHaveAccessibleName(name);
const module = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });

test('FRAME-07 FRAME-10 Back and Forward move between the pages of a tab and between tabs, and the module stays with its page', async () => {
  await expect(page).toHaveURL('/main/todo?myCode=zb');
  await menu('项目台账').click();
  await expect(page).toHaveURL('/main/list/project?myCode=zb');
  await expect(page).toHaveTitle(/^项目台账 · /);
  await page.getByRole('button', { name: '第 2 页' }).click();
  await expect(page).toHaveURL(/_page=2/);
  await expect(page.getByRole('button', { name: '第 2 页' })).toHaveAttribute('aria-current', 'page');
  await menu('立项审批').click();
  await page.getByText(DRAFT, { exact: true }).first().click();
  await expect(page).toHaveURL(/\/main\/form\/initiation\/Show\/\d+\?myCode=zb$/);
  await page.getByRole('button', { name: '修改', exact: true }).click();
  await expect(page).toHaveURL(/\/main\/form\/initiation\/Modify\/\d+\?myCode=zb$/);
  await expect(tabs()).toHaveCount(4);

  await page.goBack();
  await expect(page).toHaveURL(/\/Show\/\d+/);
  await expect(page.getByRole('button', { name: '修改', exact: true })).toBeVisible();
  await page.goBack();
  await onTab('立项审批');
  await page.goBack();
  await onTab('项目台账');
  await expect(page.getByRole('button', { name: '第 2 页' })).toHaveAttribute('aria-current', 'page');
  await page.goBack();
  await expect(page.getByRole('button', { name: '第 1 页' })).toHaveAttribute('aria-current', 'page');
  for (let step = 0; step < 4; step += 1) await page.goForward();
  await expect(page).toHaveURL(/\/Modify\/\d+/);
  await expect(page.getByRole('button', { name: '保存', exact: true })).toBeVisible();
  await expect(module('资本性项目')).toHaveAttribute('aria-current', 'page');
});

test('FRAME-07 what gave way is not what Back leads to: a form left by Cancel, a tab that was closed', async ({ browser, baseURL }) => {
  const other = await browser.newContext({ baseURL: baseURL! });
  page = await deskOf(other, baseURL!, 'admin', PASSWORD);
  await page.goto('/main?myCode=SYS');
  await page.goto('/main/list/department?myCode=SYS');
  await page.locator('[role=row][id]').first().click();
  await expect(page).toHaveURL(/\/main\/form\/department\/Show\/\d+/);
  const name = await page.getByRole('tab', { selected: true }).first().getAttribute('aria-label');
  await page.getByRole('button', { name: '修改', exact: true }).click();
  await page.getByRole('button', { name: '取消', exact: true }).click();
  await expect(page.getByRole('button', { name: '修改', exact: true })).toBeVisible();
  await page.goBack();
  await onTab('部门');
  await page.goForward();
  await onTab(name!);
  await page.getByRole('tab', { selected: true }).first().press('Delete');
  await onTab('部门');
  await expect(page.getByRole('tab', { name: '部门' })).toBeFocused();
  await page.goBack();
  await onTab('待办');
  await other.close();
});

test('FRAME-10 a reload gives the same tabs, the list with keyword, filter, sort and page; an address opens just that page elsewhere', async ({
  browser,
  baseURL,
}) => {
  await page.goto('/main/list/invest_subject?myCode=zb');
  await page.getByRole('textbox', { name: /^搜索/ }).fill('远山');
  await expect(page).toHaveURL(/_key=/);
  await page.getByRole('columnheader').getByRole('button').first().click();
  await expect(page).toHaveURL(/_sort=/);
  await menu('立项审批').click();
  await page.getByText(DRAFT, { exact: true }).first().click();
  await onTab(DRAFT);
  await page.reload();
  await onTab(DRAFT);
  await expect(tabs()).toHaveCount(4);
  await tabs().nth(1).click();
  await expect(page.getByRole('textbox', { name: /^搜索/ })).toHaveValue('远山');
  await expect(page.locator('[role=row][id]')).not.toHaveCount(0);
  const at = page.url();
  const rows = await page.locator('[role=row][id]').allTextContents();
  expect(at).toMatch(/_key=.*_sort=/);

  const other = await deskOf(await browser.newContext({ baseURL: baseURL! }), baseURL!, 'applicant', PASSWORD);
  await other.goto(at);
  await expect(other.getByRole('textbox', { name: /^搜索/ })).toHaveValue('远山');
  await expect(other.locator('[role=row][id]')).toHaveText(rows);
  await expect(other.getByRole('tablist', { name: '打开的页面' }).getByRole('tab')).toHaveCount(2);
  await other.context().close();
});

test('AUTH-11 an address that was pasted opens just that page after sign-in', async ({ browser, baseURL }) => {
  const other = await browser.newContext({ baseURL: baseURL! });
  const stranger = await other.newPage();
  await stranger.goto('/main/list/invest_subject?_sort=-key_name&myCode=zb');
  await stranger.getByLabel('企业账户').fill('demo');
  await stranger.getByLabel('账号', { exact: true }).fill('applicant');
  await stranger.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await stranger.keyboard.press('Enter');
  await expect(stranger).toHaveURL('/main/list/invest_subject?_sort=-key_name&myCode=zb');
  await expect(stranger.getByRole('heading', { level: 1, name: '投资主体' })).toBeVisible();
  await expect(stranger.getByRole('tab', { selected: true }).first()).toHaveAccessibleName('投资主体');
  await other.close();
});

test('FRAME-09 FRAME-10 the specified addresses open what is there, any other says that there is no such page', async () => {
  await page.goto('/main/table?cloud=initiation&_sort=key_name');
  await expect(page.getByRole('heading', { level: 1, name: '立项审批' })).toBeVisible();
  await expect(page).toHaveURL(/\/main\/list\/initiation\?_sort=key_name/);
  await page.goto('/main/web?url=/todo&params=tab%3Dmine');
  await expect(page.getByRole('tab', { name: '我的申请' })).toHaveAttribute('aria-selected', 'true');
  await page.goto('/main/TODO');
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible();
  await page.goto('/main/tree?cloud=invest_subject');
  await expect(page.getByRole('tree', { name: '投资主体' })).toBeVisible();
  await expect(page).toHaveURL(/\/main\/tree\/invest_subject(\?|$)/);
  await page.goto('/main/tree?cloud=initiation');
  await expect(page.getByRole('heading', { name: '立项审批不是树' })).toBeVisible();
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible();
  await page.goto('/main/list/nothing?myCode=zb');
  await expect(page.getByRole('heading', { name: '没有权限查看这个列表' })).toBeVisible();
  await expect(tabs().filter({ hasText: '未能打开' })).toHaveCount(1);
  // so is a record that is not there, or not his: the tab does not go on loading, and there is a way out
  await page.goto('/main/form/project/Show/999999999?myCode=zb');
  await expect(page.getByText('可能已被删除，或者您没有查看权限')).toBeVisible();
  await expect(tabs().filter({ hasText: '未能打开' })).toHaveCount(2);
  await expect(tabs().filter({ hasText: '正在加载' })).toHaveCount(0);
  await page.getByRole('button', { name: '关闭当前页' }).click();
  await expect(tabs().filter({ hasText: '未能打开' })).toHaveCount(1);
  await page.goto('/nowhere');
  await page.getByRole('button', { name: '返回首页' }).click();
  await expect(page).toHaveURL(/\/(main|Home)\b/);
});

test('FRAME-06 after a page is opened, closed or come back to the keyboard stands on it', async () => {
  const where = () => page.evaluate(() => document.activeElement?.closest('[role=tabpanel]')?.getAttribute('aria-label') ?? null);
  await menu('立项审批').click();
  await expect.poll(where).toBe('立项审批');
  await page.getByRole('grid').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/main\/form\/initiation\/Show\//);
  const name = (await page.getByRole('heading', { level: 1 }).textContent())!;
  await expect.poll(where).toBe(name);
  await page.getByTitle(`关闭 ${name}`).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid');
  await page.keyboard.press('Enter');
  await expect.poll(where).toBe(name);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid');
});

test('FRAME-10 FRAME-05 a page that its address opened says in its tab what it is', async ({ browser, baseURL }) => {
  const other = await browser.newContext({ baseURL: baseURL! });
  page = await deskOf(other, baseURL!, 'admin', PASSWORD);
  await page.goto('/main/todo');
  await onTab(/^待办/);
  await page.goto('/main/auth');
  await onTab(/^角色授权/);
  await other.close();
});
