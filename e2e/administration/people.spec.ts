import { expect, type Page } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Fills the form of a new user. */
async function addPerson(page: Page, name: string, login: string): Promise<void> {
  await page.getByRole('button', { name: '新建' }).first().click();
  await field(page, '姓名').fill(name);
  await field(page, '登录账号').fill(login);
  // where the administrator works stands there already
  await expect(page.locator('[data-place="domain_entities"]:visible')).toContainText('远山集团');
  await choose(page, '角色', '员工');
  await choose(page, '角色', '部门查阅');
}
async function choose(page: Page, of: string, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: of, exact: true });
  await box.fill(name);
  // the role stands on a copy for readers of the screen; a pointer meets this one
  await page.locator('.ant-select-item-option').filter({ hasText: name, visible: true }).first().click();
}
const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true }).click();

test('ADMIN-12 an administrator adds people, hands out links, one comes in and is disabled', async ({ browser, baseURL }) => {
  const page = await windowOf(browser, baseURL!, 'admin', process.env.JOURNEYS_PASSWORD ?? '');
  await page.goto('/main/list/user');
  const stamp = String(Date.now()).slice(-6);

  await addPerson(page, `钱一${stamp}`, 'admin');
  await save(page);
  await expect(page.getByRole('region', { name: '表单内容' }).getByText('登录账号已存在，不能重复')).toBeVisible();
  await field(page, '登录账号').fill('a b');
  await field(page, '登录账号').blur();
  await save(page);
  await expect(
    page
      .getByText(/登录账号/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await field(page, '登录账号').fill(`qian${stamp}`);
  await save(page);
  // who is added needs a link: his account comes next, and is one press away from his record later
  await expect(page).toHaveURL(/form\/user\/Account\/\d+/);
  await expect(page.getByText('待进入').first()).toBeVisible();
  await page.getByRole('button', { name: '生成登录链接' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '生成登录链接' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue(/enter#/);
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click();
  await page.goto(page.url().replace('/Account/', '/Show/'));
  await page.getByRole('button', { name: '账号管理' }).click();
  await expect(page).toHaveURL(/form\/user\/Account\/\d+/);

  await page.goto(`/main/list/user?_key=qian${stamp}`);
  const row = page.getByRole('row').filter({ hasText: `qian${stamp}` });
  await row.getByRole('checkbox').click();
  await page.getByRole('region', { name: '已选记录' }).getByRole('button', { name: '生成登录链接' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '生成登录链接' }).click();
  const link = await page.getByRole('dialog').getByRole('textbox').inputValue();
  expect(link).toMatch(/\/enter#[A-Za-z0-9_-]{43}$/);
  await isReachable(page, 'the links');
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click();

  const fresh = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  const sent: string[] = [];
  fresh.on('request', (request) => sent.push(request.url(), request.postData() ?? ''));
  await fresh.goto(link);
  await expect(fresh.getByRole('heading', { level: 2, name: '设置登录密码' })).toBeVisible();
  await expect(fresh.getByText(`qian${stamp}`)).toBeVisible();
  await isReachable(fresh, 'the page of a link');
  await fresh.getByLabel('密码', { exact: true }).fill('north-7-Crane');
  await fresh.getByLabel('确认密码', { exact: true }).fill('north-7-crane');
  await fresh.getByRole('button', { name: '设置密码' }).click();
  await expect(fresh.getByText('两次输入的密码不一致')).toBeVisible();
  await fresh.getByLabel('确认密码', { exact: true }).fill('north-7-Crane');
  await fresh.getByRole('button', { name: '设置密码' }).click();
  await expect(fresh.getByRole('heading', { level: 2, name: '密码已设置' })).toBeVisible();
  for (const secret of ['north-7-Crane', link.split('#')[1]!]) expect(sent.filter((one) => one.includes(secret))).toEqual([]);
  await fresh.getByRole('button', { name: '去登录' }).click();
  await expect(fresh.getByLabel('账号', { exact: true })).toHaveValue(`qian${stamp}`);
  await fresh.getByLabel('密码', { exact: true }).fill('north-7-Crane');
  await fresh.getByRole('button', { name: '登录', exact: true }).click();
  await expect(fresh).not.toHaveURL(/login/);

  const again = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  await again.goto(link);
  await expect(again.getByRole('heading', { level: 2, name: '链接已失效' })).toBeVisible();

  await page.goto(`/main/list/user?_key=qian${stamp}`);
  await row.getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '账号管理' }).click();
  await expect(page.getByText('1 个在线')).toBeVisible();
  await isReachable(page, 'an account');
  await page.getByRole('button', { name: '停用账号' }).click();
  await expect(page.getByRole('dialog').getByText(/1 个会话将立即结束/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: '停用账号' }).click();
  await expect(page.getByRole('button', { name: '启用账号' })).toBeVisible();
  await fresh.reload();
  await expect(fresh).toHaveURL(/login/);
});
