import { type Browser, expect, type Page } from '@playwright/test';
import { isReachable } from './support/axe.ts';
import { windowOf } from './support/people.ts';
import { test } from './support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

const line = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name} ?\\d`) });
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
const rows = (page: Page) => page.locator('[role=row][id]');

async function users(browser: Browser, baseURL: string, locale = 'zh_CN', login = 'admin'): Promise<Page> {
  const page = await windowOf(browser, baseURL, login, PASSWORD, locale);
  await page.goto('/main/group/user?myCode=SYS');
  return page;
}

test('PAGES-04 FRAME-09 users by department: a branch, its own people only, the address, Back', async ({ browser, baseURL }) => {
  const page = await users(browser, baseURL!);
  await heading(page, '用户');
  await expect(line(page, '全部')).toHaveAttribute('aria-selected', 'true');
  await line(page, '远山集团').click();
  await heading(page, '远山集团');
  await expect(page.getByRole('radio', { name: /含下级/ })).toHaveAttribute('aria-checked', 'true');
  const branch = await rows(page).count();
  await page.getByRole('radio', { name: /仅本级/ }).click();
  await expect(page).toHaveURL(/_only=1/);
  await expect(
    page
      .getByText(/“远山集团”下还没有用户|共 \d+ 条/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await expect.poll(() => rows(page).count()).toBeLessThan(branch);
  await page.goBack();
  await expect(page.getByRole('radio', { name: /含下级/ })).toHaveAttribute('aria-checked', 'true');
  await expect(rows(page)).toHaveCount(branch);

  await page
    .getByRole('searchbox', { name: '搜索所属部门' })
    .or(page.getByRole('textbox', { name: '搜索所属部门' }))
    .fill('财务');
  await line(page, '财务部').click();
  await heading(page, '财务部');
  await expect(rows(page).first()).toContainText('财务部');
  const told = page.url();
  const other = await page.context().newPage();
  await other.goto(told);
  await heading(other, '财务部');
  await expect(line(other, '财务部')).toHaveAttribute('aria-selected', 'true');
  await other.close();

  await page.getByRole('textbox', { name: /^搜索姓名/ }).fill('周敏');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/_in=\d+/);
  await isReachable(page, 'users by department');
  // what was typed has a place of its own behind it, or is one with the choice
  await page.goBack();
  await expect(page).not.toHaveURL(/_key=/);
  if (page.url() === told) await page.goBack();
  await heading(page, '远山集团');
});

test('PAGES-04 by another field: roles overlap, and are said to; the keyboard goes through the groups', async ({ browser, baseURL }) => {
  const page = await users(browser, baseURL!);
  await heading(page, '用户');
  await page.getByRole('radio', { name: '按角色' }).click();
  await expect(page).toHaveURL(/_by=role_entities/);
  await expect(page.getByText('一条记录可属多个角色，各项之和大于全部')).toBeVisible();
  const groups = page.getByRole('tree', { name: '分组' });
  await groups.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/_in=\d+/);
  const name = await groups.getByRole('treeitem', { selected: true }).locator('[title]').getAttribute('title');
  await heading(page, name!);
  const num = Number(await groups.getByRole('treeitem', { selected: true }).locator('span').last().textContent());
  await expect(page.getByText(`共 ${num} 条`).filter({ visible: true })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('tree', { name: '分组' })).toBeVisible();
});

test('PAGES-04 what is added or pasted in a group begins with it, to be seen and changed', async ({ browser, baseURL }) => {
  const page = await users(browser, baseURL!);
  await line(page, '远山集团').click();
  await heading(page, '远山集团');
  await page.getByRole('button', { name: '粘贴多行' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '粘贴内容' }).fill('姓名\t登录账号\n粘组员\tgrouped1');
  await dialog.getByRole('button', { name: '核对 1 行' }).click();
  await expect(dialog.locator('tr[data-row="p1"]')).toContainText('远山集团');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '放弃' }).last().click();
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: '新建' }).click();
  await expect(page).toHaveURL(/department_entity=\d+/);
  const form = page.getByRole('region', { name: '表单内容' }).last();
  await expect(form.getByText('远山集团', { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await isReachable(page, 'a new person of a department');
  const department = form.getByRole('combobox', { name: /所属部门/ });
  await department.fill('财务部');
  await page.locator('.ant-select-item-option').filter({ hasText: '财务部', visible: true }).first().click();
  await expect(form.getByText('财务部', { exact: true }).filter({ visible: true }).first()).toBeVisible();
  // an address says nothing but what could be chosen
  const other = await page.context().newPage();
  await other.goto('/main/form/user/Add?department_entity=999999&status=1&key_name=7');
  const blank = other.getByRole('region', { name: '表单内容' }).last();
  await expect(blank.getByRole('combobox', { name: /所属部门/ })).toBeVisible();
  await expect(blank.getByRole('textbox', { name: /^姓名/ })).toHaveValue('');
  await other.close();
});

test('PAGES-04 in English; a group that there is not', async ({ browser, baseURL }) => {
  const page = await users(browser, baseURL!, 'en_US');
  await heading(page, 'Users');
  await line(page, 'Yuanshan Group').click();
  await expect(page.getByRole('radio', { name: /With those below/ })).toHaveAttribute('aria-checked', 'true');
  await page.goto('/main/group/user?myCode=SYS&_in=999999');
  await heading(page, 'No such group');
  await expect(page.getByText('No such group: nothing in Users yet')).toBeVisible();
});

test('PAGES-04 on a phone: groups first, then the records of one', async ({ browser, baseURL }) => {
  const page = await windowOf(browser, baseURL!, 'admin', PASSWORD);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/main/group/user?myCode=SYS');
  await expect(line(page, '远山集团')).toBeVisible();
  await expect(page.getByText('正在加载')).toHaveCount(0);
  await line(page, '远山集团').click();
  await heading(page, '远山集团');
  await isReachable(page, 'users of a department on a phone');
  await page.getByRole('button', { name: '返回分组' }).click();
  await expect(line(page, '远山集团')).toBeVisible();
});
