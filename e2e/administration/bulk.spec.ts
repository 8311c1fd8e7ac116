import { expect, type Locator, type Page } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { signIn } from '../support/beside.ts';
import { hasShown, windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const dialog = (page: Page): Locator => page.getByRole('dialog').first();

/** Three people of one department, by their ids. */
async function three(url: string, stamp: string): Promise<number[]> {
  const admin = await signIn(url, 'admin');
  const ids: number[] = [];
  for (const at of [1, 2, 3]) {
    const form = { cloud: 'user', key_name: `钱${at}${stamp}`, login_name: `q${at}x${stamp}`, ...(at === 1 ? { title: '专员' } : {}) };
    const { code, data } = await admin.call('/app', 'Add', form);
    expect(code).toBe(200);
    ids.push(Number(data.id));
  }
  return ids;
}

test('PAGES-02 WIRE-03 three people get a department and a position with one press; what stands there is said before', async ({
  browser,
  baseURL,
}) => {
  const stamp = String(Date.now()).slice(-6);
  await three(baseURL!, stamp);
  const page = await windowOf(browser, baseURL!, 'admin', PASSWORD);
  await page.goto(`/main/list/user?_key=${stamp}`);
  for (const at of [1, 2, 3])
    await page
      .getByRole('row')
      .filter({ hasText: `钱${at}${stamp}` })
      .getByRole('checkbox')
      .check();
  await page.getByRole('region', { name: '已选记录' }).getByRole('button', { name: '批量修改' }).click();
  await expect(dialog(page)).toContainText('用户 · 3 项');
  const save = dialog(page).getByRole('button', { name: /^修改 \d 项$/ });
  await expect(save).toBeDisabled();
  await expect(dialog(page)).toContainText('请勾选要修改的字段');
  await isReachable(page, 'nothing chosen yet');

  const title = dialog(page).locator('tr[data-place="title"]');
  await expect(title).toContainText('未填（2 项）');
  await expect(title).toContainText('专员（1 项）');
  await title.getByRole('checkbox', { name: '修改“职务”' }).check();
  await expect(dialog(page)).toContainText('“职务”留空：所选记录的这一项会被清空。');
  await title.getByRole('textbox', { name: '职务' }).fill('主管');
  await expect(dialog(page)).toContainText('已填的值会被覆盖 1 处');
  await dialog(page).locator('tr[data-place="department_entity"]').getByRole('button', { name: '不改' }).click();
  const department = dialog(page).getByRole('combobox', { name: '所属部门' });
  await department.fill('没有这个部门');
  await save.click();
  await expect(dialog(page).locator('tr[data-place="department_entity"]')).toContainText('没有这个部门');
  await department.fill('法务风控部');
  await page.locator('.ant-select-item-option').filter({ hasText: '法务风控部', visible: true }).first().click();
  await isReachable(page, 'filled');
  await dialog(page)
    .getByRole('button', { name: `不修改“钱3${stamp}”` })
    .click();
  await expect(dialog(page)).toContainText('2 项，2 个字段');
  await dialog(page).getByRole('button', { name: '修改 2 项' }).click();
  await hasShown(page, '已修改 2 项');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: `钱1${stamp}` })).toContainText('法务风控部');
  await expect(page.getByRole('row').filter({ hasText: `钱2${stamp}` })).toContainText('法务风控部');
  await expect(page.getByRole('row').filter({ hasText: `钱3${stamp}` })).not.toContainText('法务风控部');
  await expect(page.getByRole('region', { name: '已选记录' })).toHaveCount(0);
  await page.context().close();
});

test('PAGES-02 FRAME-10 the page of its own, in English: who is changed meanwhile is not overwritten, and is tried again', async ({
  browser,
  baseURL,
}) => {
  const stamp = String(Date.now()).slice(-6);
  const ids = await three(baseURL!, stamp);
  const page = await windowOf(browser, baseURL!, 'admin', PASSWORD, 'en_US');
  await page.goto(`/main/batch?cloud=user&ids=${ids.join(',')},999999999`);
  await expect(page.getByRole('heading', { name: 'Edit several: Users' })).toBeVisible();
  await expect(page.getByText('Gone, or not yours to see: 1')).toBeVisible();
  await page.locator('tr[data-place="title"]').getByRole('checkbox').check();
  await page.getByRole('textbox', { name: 'Position' }).fill('Lead');
  const admin = await signIn(baseURL!, 'admin');
  await admin.call('/app', 'Modify', { cloud: 'user', id: ids[1]!, mobile: '13800009999' });
  await page.getByRole('button', { name: 'Change 3', exact: true }).click();
  await expect(page.getByRole('alert').filter({ visible: true })).toContainText('2 changed, 1 not');
  await expect(page.getByRole('alert').filter({ visible: true })).toContainText(`钱2${stamp}`);
  await isReachable(page, 'one was refused');
  await page.getByRole('button', { name: 'Try 1 again' }).click();
  await hasShown(page, 'Records changed: 3');
  const { rows } = await admin.call('/app', 'List', {
    cloud: 'user',
    fields: 'title,mobile',
    filters: JSON.stringify({ fields: { id: { op: 'in', value: ids } } }),
  });
  expect(rows?.map((row) => (row as Record<string, unknown>).title)).toEqual(['Lead', 'Lead', 'Lead']);
  expect(JSON.stringify(rows)).toContain('13800009999');
  await page.context().close();
});

test('PAGES-02 whoever may not change people is offered nothing, and an address with no records says so', async ({ browser, baseURL }) => {
  const page = await windowOf(browser, baseURL!, 'admin', PASSWORD);
  await page.goto('/main/batch?cloud=user');
  await expect(page.getByText('没有要修改的记录')).toBeVisible();
  await page.goto('/main/batch?cloud=department&ids=1');
  await expect(page.getByText('不支持批量修改')).toBeVisible();
  await page.context().close();
  const other = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await other.goto('/main/batch?cloud=role&ids=1');
  await expect(other.getByText('没有权限查看这个列表').first()).toBeVisible();
  await other.context().close();
});
