import { expect, type Locator, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { pasteInto } from '../support/paste.ts';
import { windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const dialog = (page: Page): Locator => page.getByRole('dialog').first();
const foot = (page: Page, name: string | RegExp): Locator => dialog(page).getByRole('button', { name });
const rowOf = (page: Page, key: string): Locator => dialog(page).locator(`tr[data-row="${key}"]`);

async function openPaste(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: '粘贴多行' }).click();
  const box = dialog(page).getByRole('textbox', { name: '粘贴内容' });
  await expect(box).toBeVisible();
  return box;
}

test('ADMIN-12 LIST-02 FIELD-05 twelve colleagues are pasted: wrong cells are told, mended and saved, what the server refuses stays', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'admin', PASSWORD);
  const stamp = String(Date.now()).slice(-6);
  await page.goto('/main/list/user');
  const box = await openPaste(page);
  const good = Array.from({ length: 9 }, (_, at) => [
    `赵${at}${stamp}`,
    '投资发展部',
    `p${at}x${stamp}`,
    '员工、部门查阅',
    `138 0000 26${at}0`,
    '无',
  ]);
  await pasteInto(box, [
    ['姓 名 *', '部门', '登录账号', '角色', '手机', '备注2'],
    ...good,
    [`孙甲${stamp}`, '没有这个部门', `s1x${stamp}`, '员工', '13900002617', ''],
    [`孙乙${stamp}`, '０１０１０２', 'a b', '员工', '12345', ''],
    [`孙丙${stamp}`, '投资发展部', 'admin', '员工，没有的角色', '', ''],
  ]);
  await expect(dialog(page).getByText('共 12 行。 2 列没有对应的栏目，不会粘贴。')).toBeVisible();
  await isReachable(page, 'the box for rows');
  const second = dialog(page).getByRole('combobox', { name: 'B 列对应的栏目' });
  await second.fill('所属部门');
  await second.press('Enter');
  await expect(dialog(page).getByText('共 12 行。 1 列没有对应的栏目，不会粘贴。')).toBeVisible();
  await foot(page, '核对 12 行').click();

  await expect(dialog(page).getByText('12 行，3 行有错')).toBeVisible();
  await expect(rowOf(page, 'p10')).toContainText('找不到“没有这个部门”');
  await expect(rowOf(page, 'p11')).toContainText(/登录账号/);
  await expect(rowOf(page, 'p11')).toContainText(/手机/);
  await expect(rowOf(page, 'p11')).toContainText('投资发展部');
  await expect(rowOf(page, 'p12')).toContainText('找不到“没有的角色”');
  await isReachable(page, 'the rows');

  await foot(page, '下一处错误').click();
  const department = rowOf(page, 'p10').getByRole('combobox', { name: '所属部门 10' });
  await expect(department).toBeFocused();
  await department.fill('法务风控部');
  await page.locator('.ant-select-item-option').filter({ hasText: '法务风控部', visible: true }).first().click();
  await expect(rowOf(page, 'p10')).not.toContainText('找不到');
  await foot(page, '不要第 11 行').click();
  await expect(dialog(page).getByText('11 行，1 行有错')).toBeVisible();
  const roles = rowOf(page, 'p12').getByRole('combobox', { name: '角色 12' });
  await roles.focus();
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByText('11 行，没有发现错误')).toBeVisible();

  await foot(page, '保存 11 行').click();
  await expect(dialog(page).getByText('已保存 10 行，还有 1 行，1 行有错')).toBeVisible();
  await expect(rowOf(page, 'p12')).toContainText('登录账号已存在，不能重复');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: '放弃粘贴的内容？' })).toBeVisible();
  await page.getByRole('button', { name: '继续核对' }).click();
  await rowOf(page, 'p12').getByRole('textbox', { name: '登录账号 12' }).fill(`s3x${stamp}`);
  await foot(page, '保存 1 行').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto(`/main/list/user?_key=s3x${stamp}`);
  await page
    .getByRole('row')
    .filter({ hasText: `孙丙${stamp}` })
    .getByRole('checkbox')
    .click();
  await page.getByRole('region', { name: '已选记录' }).getByRole('button', { name: '生成登录链接' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '生成登录链接' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue(/\/enter#/);
});

test('ADMIN-12 PAGES-03 departments are pasted in their tree, a child beside its parent; more than 200 rows are told', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'admin', PASSWORD);
  await page.goto('/main/tree/department');
  const box = await openPaste(page);
  await pasteInto(
    box,
    Array.from({ length: 201 }, (_, at) => [`9${at}`, `部${at}`]),
  );
  await expect(dialog(page).getByText('一次最多粘贴 200 行，这里有 201 行，请分几次粘贴。')).toBeVisible();
  await expect(foot(page, '核对 201 行')).toHaveAttribute('aria-disabled', 'true');
  await box.fill('');
  await pasteInto(box, [
    ['988', '粘贴总部', 'Pasted', '集团总部'],
    ['98801', '粘贴一部', '', '粘贴总部'],
  ]);
  await foot(page, '核对 2 行').click();
  await expect(rowOf(page, 'p2')).toContainText('找不到“粘贴总部”');
  await foot(page, '保存没有错误的 1 行').click();
  await expect(dialog(page).getByText('已保存 1 行，还有 1 行，没有发现错误')).toBeVisible();
  await foot(page, '保存 1 行').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const person = await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD);
  const { rows } = await person.call('/app', 'List', { cloud: 'department', fields: 'code', filters: { key_word: '粘贴' } });
  const ids = rows.sort((one, other) => String(other.code).length - String(one.code).length).map(({ id }) => id);
  expect(ids).toHaveLength(2);
  for (const id of ids) expect((await person.call('/app', 'Delete', { cloud: 'department', id: `,${id},` })).code).toBe(200);
});

test('SUB-01 SUB-03 rows pasted into a cell of the funding fill it to the right and below, and add rows', async ({ browser, baseURL }) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await page.goto('/main?myCode=zb');
  await page.getByRole('navigation', { name: '菜单' }).getByText('立项审批').click();
  await page.getByRole('button', { name: '新建立项' }).first().click();
  const funds = page.getByRole('region', { name: '资金来源', exact: true });
  await expect(funds).toBeVisible();
  const rows = funds.locator('tbody tr');
  const before = await rows.locator('[data-place$="/price"]').count();
  if (before === 0) await page.getByRole('button', { name: '添加资金来源' }).click();
  await pasteInto(rows.first().locator('[data-place$="/note"] input'), [
    ['自筹', '１,２００.50'],
    ['贷款', '三百'],
    ['补贴', '300'],
  ]);
  await expect(rows.locator('[data-place$="/price"]')).toHaveCount(3);
  await expect(rows.nth(0).locator('[data-place$="/price"] input')).toHaveValue('1,200.50');
  await expect(rows.nth(1).locator('[data-place$="/price"] input')).toHaveValue('三百');
  await expect(page.getByText('已粘贴 3 行。')).toBeVisible();
  await expect(page.getByRole('button', { name: /第 2 行：?.*资金来源/ })).toBeVisible();
  await expect(rows.nth(2).locator('[data-place$="/note"] input')).toHaveValue('补贴');
  await isReachable(page, 'pasted rows of a form');

  // one step: taken back by the key or the button, and offered no more once something else is typed
  await rows.first().locator('[data-place$="/note"] input').press('Control+z');
  await expect(rows.locator('[data-place$="/price"]')).toHaveCount(Math.max(1, before));
  await expect(page.getByText('已撤销粘贴。')).toBeVisible();
  await expect(page.getByRole('button', { name: /第 2 行：?.*资金来源/ })).toHaveCount(0);
  await pasteInto(rows.first().locator('[data-place$="/note"] input'), [
    ['自筹', '1'],
    ['贷款', '2'],
  ]);
  const undo = page.getByRole('button', { name: '撤销粘贴' });
  await undo.click();
  await expect(rows.locator('[data-place$="/price"]')).toHaveCount(Math.max(1, before));
  await pasteInto(rows.first().locator('[data-place$="/note"] input'), [
    ['自筹', '1'],
    ['贷款', '2'],
  ]);
  await expect(undo).toBeVisible();
  await rows.nth(1).locator('[data-place$="/note"] input').fill('另记');
  await expect(undo).toHaveCount(0);
  await expect(rows.nth(1).locator('[data-place$="/note"] input')).toHaveValue('另记');
});
