import { expect, type Page } from '@playwright/test';
import { isReachable } from './support/axe.ts';
import { windowOf } from './support/people.ts';
import { test } from './support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

const seek = (page: Page) => page.getByRole('combobox', { name: '查找人员' });
const option = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(name) });
const taken = (page: Page) => page.getByRole('list', { name: '已选' }).getByRole('listitem');

async function openPeople(page: Page): Promise<void> {
  await page.goto('/main/form/initiation/Add?myCode=zb');
  await page.getByRole('button', { name: '选择项目成员' }).click();
  await expect(seek(page)).toBeFocused();
}

test('PAGES-06 FRAME-12 USER people of all departments, the chosen one first, in an order of their own', async ({ browser, baseURL }) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await openPeople(page);
  const office = page.getByRole('treeitem', { name: /集团总部/ });
  await office.click();
  // a line that was pressed takes the keyboard: left closes it, right opens it
  if ((await office.getAttribute('aria-expanded')) === 'true') await page.keyboard.press('ArrowLeft');
  await expect(office).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await expect(office).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('treeitem', { name: /财务部/ }).click();
  await expect(option(page, '周敏')).toBeVisible();
  await seek(page).fill('孙浩然');
  await expect(page.getByRole('group', { name: '其他分组' }).getByRole('option', { name: /孙浩然/ })).toBeVisible();
  await seek(page).fill('');
  await option(page, '周敏').click();
  await seek(page).fill('查无此人');
  await expect(page.getByText('没有找到，可换用名称的一部分')).toBeVisible();
  await seek(page).fill('郑岚');
  await expect(option(page, '郑岚')).toBeVisible();
  await seek(page).press('ArrowDown');
  await seek(page).press('Enter');
  await expect(taken(page)).toHaveText([/周敏/, /郑岚/]);
  await isReachable(page, 'people picker');
  await taken(page).nth(1).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(taken(page)).toHaveText([/郑岚/, /周敏/]);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('.ant-select-selection-item').filter({ hasText: /郑岚|周敏/ })).toHaveText([/郑岚/, /周敏/]);
  // taken out again from the empty box, then closed without a choice
  await page.getByRole('button', { name: '选择项目成员' }).click();
  await expect(page.getByRole('group', { name: '最近选择' }).getByRole('option')).toHaveText([/周敏/, /郑岚/]);
  await seek(page).press('Backspace');
  await expect(taken(page)).toHaveText([/郑岚/]);
  await page.keyboard.press('Escape');
  await expect(page.locator('.ant-select-selection-item').filter({ hasText: /郑岚|周敏/ })).toHaveCount(2);
});

test('PAGES-06 USER one person is chosen by a press; on a phone too', async ({ browser, baseURL }) => {
  const page = await windowOf(browser, baseURL!, 'admin', PASSWORD);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/main/form/department/Add?myCode=SYS');
  await page.getByRole('button', { name: '选择部门负责人' }).click();
  await seek(page).fill('周敏');
  await option(page, '周敏').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('.ant-select').filter({ hasText: '周敏' })).toBeVisible();
});
