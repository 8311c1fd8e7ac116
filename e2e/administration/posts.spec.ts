import { expect, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { hasShown, windowFor, windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const option = (page: Page, name: string) =>
  // the role stands on a copy for readers of the screen; a pointer meets this one
  page.locator('.ant-select-item-option').filter({ hasText: name, visible: true });
const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true }).click();
/** Opens the form of the row that an address with a keyword finds. */
async function edit(page: Page, cloud: string, word: string): Promise<void> {
  await page.goto(`/main/list/${cloud}?_key=${word}`);
  await page.getByRole('row').filter({ hasText: word }).getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '修改' }).click();
}

test('ADMIN-12 an administrator adds a post and gives it to two people; the address book names it; hidden, nobody else gets it', async ({
  browser,
  baseURL,
}) => {
  const admin = await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD);
  const page = await windowFor(browser, admin);
  const stamp = String(Date.now()).slice(-6);
  const [code, name] = [`guard${stamp}`, `安全值守${stamp}`];
  const one = async (cloud: string, key_word: string) =>
    (await admin.call('/app', 'Page', { cloud, rows: 1, filters: { key_word } })).rows[0]!;

  await page.goto('/main?myCode=SYS');
  await page.getByRole('navigation', { name: '菜单' }).getByText('岗位', { exact: true }).click();
  await expect(page).toHaveURL(/\/main\/list\/post/);
  await page.getByRole('button', { name: '新建' }).first().click();
  await field(page, '岗位编码').fill('9-x');
  await field(page, '岗位名称').fill(name);
  await save(page);
  await expect(page.getByRole('alert').filter({ hasText: '岗位编码' }).filter({ visible: true }).first()).toBeVisible();
  await isReachable(page, 'a new post');
  await field(page, '岗位编码').fill(code);
  await save(page);
  await hasShown(page, '保存成功');

  // among the ten people that the first page of the book shows
  const given = ['vicepres', 'member1'];
  try {
    for (const login of given) {
      await edit(page, 'user', login);
      await page.getByRole('combobox', { name: '岗位', exact: true }).fill(name);
      await option(page, name).first().click();
      await save(page);
      await expect.poll(async () => JSON.stringify((await one('user', login)).post_entities), { timeout: 90_000 }).toContain(name);
    }
    const reader = await windowOf(browser, baseURL!, 'tech', PASSWORD);
    await reader.goto('/main/list/user%5Bcontact%5D');
    const book = reader.getByRole('tabpanel', { name: '通讯录' });
    await expect(book.getByRole('row').filter({ hasText: name })).toHaveCount(2, { timeout: 90_000 });
    await isReachable(reader, 'the address book with posts');

    await edit(page, 'post', code);
    await page.getByRole('radio', { name: '已隐藏' }).check();
    await save(page);
    await expect.poll(async () => (await one('post', code)).status, { timeout: 90_000 }).toMatchObject({ id: 2 });
    await edit(page, 'user', 'legal');
    await page.getByRole('combobox', { name: '岗位', exact: true }).fill(name);
    await expect(page.getByText('没有找到').filter({ visible: true }).first()).toBeVisible();
    await expect(option(page, name)).toHaveCount(0);
    const { id } = await one('post', code);
    expect(await admin.call('/app', 'Delete', { cloud: 'post', id })).toMatchObject({ code: 311, remark: '$referenced' });
  } finally {
    for (const login of given)
      await admin.call('/app', 'Modify', { cloud: 'user', id: Number((await one('user', login)).id), post_entities: '' });
    const { id } = await one('post', code);
    expect(await admin.call('/app', 'Delete', { cloud: 'post', id })).toMatchObject({ code: 200 });
  }
});

test('ADMIN-12 the leader of a department is set in the tree; one who cannot sign in is told of beside him', async ({
  browser,
  baseURL,
}) => {
  const admin = await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD);
  const page = await windowFor(browser, admin);
  const stamp = String(Date.now()).slice(-6);
  const [domain] = (await admin.call('/app', 'List', { cloud: 'domain' })).rows;
  const form = { cloud: 'user', key_name: `未到岗${stamp}`, login_name: `later${stamp}`, domain_entities: `,${domain!.id},` };
  expect((await admin.call('/app', 'Add', form)).code).toBe(200);
  const added = await admin.call('/app', 'Add', { cloud: 'department', key_name: `新设部${stamp}`, code: `99${stamp}` });
  const id = Number(added.data.id);
  try {
    await page.goto(`/main/tree/department?_at=${id}`);
    const content = page.getByRole('region', { name: /：内容$/ });
    await expect(content.getByRole('heading', { level: 1, name: `新设部${stamp}` })).toBeVisible();
    await content.getByRole('button', { name: '修改', exact: true }).click();
    await content.getByRole('combobox', { name: '部门负责人' }).fill(`未到岗${stamp}`);
    await option(page, `未到岗${stamp}`).first().click();
    await content.getByRole('button', { name: '保存', exact: true }).click();
    await expect(content.getByText(`部门负责人“未到岗${stamp}”的账号未启用`)).toBeVisible({ timeout: 90_000 });
    await isReachable(page, 'a department whose leader cannot sign in');
  } finally {
    await admin.call('/app', 'Modify', { cloud: 'department', id, manager_entity: '' });
    await admin.call('/app', 'Delete', { cloud: 'department', id });
  }
});
