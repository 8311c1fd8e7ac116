import { expect, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { hasShown, windowFor, windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('LIST-08 what was deleted is found in the recycle bin of its list and comes back; what stands in the way is said at its row', async ({
  browser,
  baseURL,
}) => {
  const admin = await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD);
  const stamp = String(Date.now()).slice(-6);
  const [kept, taken] = [`误删岗位${stamp}`, `重名岗位${stamp}`];
  const code = `twice${stamp}`;
  const add = async (key_name: string, own: string) => {
    const added = await admin.call('/app', 'Add', { cloud: 'post', key_name, code: own });
    expect(added, JSON.stringify(added)).toMatchObject({ code: 200 });
    return Number((added.data as { id: number }).id);
  };
  const first = await add(kept, `kept${stamp}`);
  const second = await add(taken, code);

  // who may not delete finds neither the way nor the page
  const staff = await windowOf(browser, baseURL!, 'tech', PASSWORD);
  await staff.goto('/main/bin/post');
  await expect(staff.getByText('没有权限查看这个列表').filter({ visible: true })).toBeVisible();
  expect((await (await Person.signIn(baseURL!, 'tech', 'demo', PASSWORD)).call('/app', 'Recycle', { cloud: 'post' })).code).toBe(312);

  const page = await windowFor(browser, admin);
  await page.goto(`/main/list/post?_key=${stamp}`);
  await rowOf(page, kept).getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await expect(page.getByRole('dialog').getByText('将移入回收站')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(rowOf(page, kept)).toHaveCount(0);

  await page.getByRole('toolbar', { name: '列表操作' }).getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '回收站' }).click();
  await expect(page).toHaveURL(/\/main\/bin\/post/);
  await expect(page.getByRole('heading', { name: '岗位回收站' })).toBeVisible();
  await expect(rowOf(page, kept)).toContainText('系统管理员');
  await isReachable(page, 'a recycle bin');
  await page.getByRole('textbox', { name: '搜索已删除的岗位' }).fill('没有这样的');
  await expect(page.getByText('没有找到')).toBeVisible();
  await page.getByRole('button', { name: '清除关键词' }).click();
  await page.getByRole('button', { name: `恢复“${kept}”` }).click();
  await hasShown(page, `已恢复“${kept}”`);
  await expect(rowOf(page, kept)).toHaveCount(0);
  expect((await admin.call('/app', 'Get', { cloud: 'post', id: first })).code).toBe(200);

  // another one has its code meanwhile; in English
  expect((await admin.call('/app', 'Delete', { cloud: 'post', id: second })).code).toBe(200);
  const other = await add(`新${taken}`, code);
  const english = await windowOf(browser, baseURL!, 'admin', PASSWORD, 'en_US');
  await english.goto(`/main/bin/post?_key_word=${stamp}`);
  await expect(english.getByRole('heading', { name: 'Recycle bin: Posts' })).toBeVisible();
  await english.getByRole('button', { name: `Restore "${taken}"` }).click();
  await expect(rowOf(english, taken).getByRole('alert')).toContainText(/already/i);
  await expect(rowOf(english, taken)).toBeVisible();
  await isReachable(english, 'a recycle bin with a refusal');
  for (const id of [first, other]) expect((await admin.call('/app', 'Delete', { cloud: 'post', id })).code).toBe(200);
});

test('LIST-08 PAGES-03 a tree leads to its recycle bin too; a keyword is asked for once it has been typed, not at each key', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'admin', PASSWORD);
  await page.goto('/main/tree/department');
  await page.getByRole('toolbar', { name: '树操作' }).getByRole('button', { name: '更多', exact: true }).click();
  await page.getByRole('menuitem', { name: '回收站' }).click();
  await expect(page).toHaveURL(/\/main\/bin\/department/);
  await expect(page.getByRole('tab', { name: '部门回收站' })).toHaveAttribute('aria-selected', 'true');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('op=Recycle')) asked.push(...new URLSearchParams(request.postData() ?? '').getAll('key_word'));
  });
  await page.getByRole('textbox', { name: '搜索已删除的部门' }).pressSequentially('没有这样的');
  await expect(page.getByText('没有找到')).toBeVisible();
  // what others do meanwhile may have the page ask once more, for the same
  expect([...new Set(asked)]).toEqual(['没有这样的']);
  // a reader of the list alone has no way there from its tree
  const staff = await windowOf(browser, baseURL!, 'tech', PASSWORD);
  await staff.goto('/main/tree/department');
  await expect(staff.getByRole('tree').first()).toBeVisible();
  await expect(staff.getByRole('button', { name: '更多', exact: true })).toHaveCount(0);
});
