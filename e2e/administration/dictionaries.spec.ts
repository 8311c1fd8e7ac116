import { expect, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { hasShown, listens, windowFor, windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const CHOICES = 'dict_item.dict_entity';
const option = (page: Page, name: string) =>
  // the role stands on a copy for readers of the screen; a pointer meets this one
  page.locator('.ant-select-item-option').filter({ hasText: name, visible: true });
const field = (page: Page, name: string) => page.locator(`[data-place="${name}"]:visible`);
/** The name of a choice in the form of its dictionary, counted from 0. */
const nameOf = (page: Page, row: number) => page.locator('tbody tr:visible').nth(row).locator('[data-place$="/key_name"] input');

test('ADMIN-12 FIELD-04 an administrator calls a choice otherwise and adds one; a colleague who fills in a form has both without leaving it', async ({
  browser,
  baseURL,
}) => {
  const admin = await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD);
  const [dict] = (await admin.call('/app', 'Page', { cloud: 'dict', rows: 1, filters: { key_word: 'benefit_type' } })).rows;
  const id = Number(dict!.id);
  const rows = async () =>
    ((await admin.call('/app', 'Show', { cloud: 'dict', id })).data._subtables as Record<string, { id: number; number: number }[]>)[
      CHOICES
    ]!;
  const first = (await rows())[0]!;

  // the colleague stands in a form, with something typed
  const writer = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  const heard = listens(writer);
  await writer.goto('/main/form/initiation/Add?myCode=zb');
  const name = field(writer, 'key_name').locator('input');
  await name.fill('字典旅程');
  const benefit = writer.getByRole('combobox', { name: /^效益类型/ });
  await benefit.click();
  await expect(option(writer, '新增效益')).toBeVisible();
  await writer.keyboard.press('Escape');
  await heard;

  const page = await windowFor(browser, admin);
  try {
    await page.goto('/main?myCode=SYS');
    await page.getByRole('navigation', { name: '菜单' }).getByText('数据字典', { exact: true }).click();
    await expect(page).toHaveURL(/\/main\/list\/dict/);
    await page.goto('/main/list/dict?_key=benefit_type');
    await page.getByRole('row').filter({ hasText: 'benefit_type' }).getByRole('button', { name: /更多/ }).click();
    await page.getByRole('menuitem', { name: '修改' }).click();
    const choices = page.getByRole('region', { name: '选项' });
    await expect(choices.getByRole('row')).toHaveCount(6);
    await isReachable(page, 'a dictionary with its choices');
    await nameOf(page, 0).fill('增收');
    await page.getByRole('button', { name: '添加选项' }).click();
    // without a name it is none
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(
      page
        .getByText(/第 6 行：选项－名称不能为空/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    await nameOf(page, 5).fill('低碳效益');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await hasShown(page, '保存成功');

    // without signing in again, and what was typed stands
    await benefit.click();
    await expect(option(writer, '低碳效益')).toBeVisible({ timeout: 30_000 });
    await expect(option(writer, '增收')).toBeVisible();
    await expect(option(writer, '新增效益')).toHaveCount(0);
    await option(writer, '低碳效益').click();
    await expect(name).toHaveValue('字典旅程');
    await expect(field(writer, 'benefit_type')).toContainText('低碳效益');

    // in English the new choice is called as it is, and who administers reads the rest in English
    const english = await windowOf(browser, baseURL!, 'admin', PASSWORD, 'en_US');
    await english.goto(`/main/form/dict/Show/${id}`);
    await expect(english.getByRole('region', { name: 'Choices' }).getByText('低碳效益')).toBeVisible({ timeout: 30_000 });
    await expect(english.getByText('In use').first()).toBeVisible();
  } finally {
    const own = (await rows()).filter(({ number }) => number >= 10_000).map((row) => ({ op: 'Delete', id: row.id }));
    const back = { op: 'Modify', id: first.id, key_name: '新增效益' };
    expect(await admin.call('/app', 'Modify', { cloud: 'dict', id, _subtables: { [CHOICES]: [back, ...own] } })).toMatchObject({
      code: 200,
    });
  }
});

test('ADMIN-12 a choice that rules go by is not hidden, and the screen says where it is named; who administers nothing sees no dictionaries', async ({
  browser,
  baseURL,
}) => {
  const admin = await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD);
  const [dict] = (await admin.call('/app', 'Page', { cloud: 'dict', rows: 1, filters: { key_word: 'fund_ready' } })).rows;
  const page = await windowFor(browser, admin);
  await page.goto(`/main/form/dict/Modify/${dict!.id}`);
  const rows = page.getByRole('region', { name: '选项' }).getByRole('row');
  await rows.nth(3).getByRole('combobox').last().click();
  await option(page, '已隐藏').first().click();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: '不能隐藏或删除', visible: true }).first()).toBeVisible({ timeout: 30_000 });
  const staff = await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD);
  expect((await staff.call('/app', 'Page', { cloud: 'dict' })).code).toBe(312);
});
