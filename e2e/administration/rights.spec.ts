import { expect, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { listens, windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const ROLES = '/cloud/app/sys/user/api/RoleApi';

/** The id of a role by its code, as the page's own list says it. */
async function roleOf(url: string, code: string): Promise<number> {
  const admin = await Person.signIn(url, 'admin', 'demo', PASSWORD);
  const { rows } = await admin.call(ROLES, 'List', {});
  return (rows as { id: number; code: string }[]).find((role) => role.code === code)!.id;
}

const versionOf = ({ data }: { data?: unknown }): string => (data as { version: string }).version;

/** What the role may do with initiations, whatever a try before this one left: a second try begins as the first did. Answers its version. */
async function stands(person: Person, id: number, items: string): Promise<string> {
  const load = async () => versionOf(await person.call(ROLES, 'Load', { id: String(id) }));
  const rows = JSON.stringify([{ code: 'initiation', items, range: 1, hide: ',npv,irr,payback,' }]);
  expect((await person.call(ROLES, 'Save', { id: String(id), version: await load(), rows })).code).toBe(200);
  return load();
}

const ROLE_TABLE = '角色';
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });

test('ADMIN-01 ADMIN-02 an administrator reads what would change, saves, and the next call obeys; the keyboard paints', async ({
  browser,
  baseURL,
}) => {
  const id = await roleOf(baseURL!, 'viewer');
  const viewer = await Person.signIn(baseURL!, 'viewer', 'demo', PASSWORD);
  const delivers = async () => (await viewer.call('/app', 'Page', { cloud: 'role' })).code;
  expect(await delivers()).toBe(312);

  const page = await windowOf(browser, baseURL!, 'admin', PASSWORD);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/main/list/role?_key=${encodeURIComponent('部门查阅')}`);
  await page
    .getByRole('row', { name: /部门查阅/ })
    .getByRole('button', { name: /更多/ })
    .click();
  await page.getByRole('menuitem', { name: '授权' }).click();
  await expect(page).toHaveURL(new RegExp(`/main/auth\\?id=${id}`));
  await expect(page.getByRole('heading', { level: 1, name: '部门查阅' })).toBeVisible();
  const effect = page.getByRole('region', { name: '保存后会怎样' });
  await expect(effect).toContainText('还没有更改');

  await box(page, '立项审批：查看').focus();
  await page.keyboard.press('ArrowRight');
  await expect(box(page, '立项审批：新建')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(box(page, '立项审批：新建')).toBeChecked();
  await expect(box(page, '立项审批：修改')).toBeChecked();
  await page.getByRole('combobox', { name: '立项审批的数据范围' }).selectOption('全部');
  await expect(page.getByRole('button', { name: '保存 3 处更改' })).toBeVisible();
  await expect(effect).toContainText(/(\d+) 人使用此角色.*新建　立项审批，\1 人/s);

  await isReachable(page, 'rights of a role');
  await page.getByRole('button', { name: '放弃' }).click();
  await expect(box(page, '立项审批：新建')).not.toBeChecked();
  await expect(effect).toContainText('还没有更改');

  const sees = box(page, `${ROLE_TABLE}：查看`);
  await sees.check();
  await page.getByRole('button', { name: '保存 1 处更改' }).click();
  await expect(page.getByText('已保存，下次请求即生效')).toBeVisible();
  expect(await delivers()).toBe(200);
  await sees.uncheck();
  await expect(effect).toContainText('将不能');
  await page.getByRole('button', { name: '保存 1 处更改' }).click();
  await expect.poll(delivers, { timeout: 20_000 }).toBe(312);
});

test('ADMIN-01 an item on fewer rows than the table: beside its box, counted before, obeyed at the next call', async ({
  browser,
  baseURL,
}) => {
  const id = await roleOf(baseURL!, 'investmgr');
  const page = await windowOf(browser, baseURL!, 'admin', PASSWORD);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/main/auth?id=${id}`);
  const own = page.getByRole('combobox', { name: '投资主体：修改的范围' });
  await box(page, '投资主体：修改').focus();
  await page.keyboard.press('Tab');
  await expect(own).toBeFocused();
  await own.selectOption('本人');
  const effect = page.getByRole('region', { name: '保存后会怎样' });
  await expect(effect).toContainText('修改　投资主体的其他记录');
  await isReachable(page, 'an item with rows of its own');

  const manager = await Person.signIn(baseURL!, 'investmgr', 'demo', PASSWORD);
  const changes = async () => {
    const { rows } = await manager.call('/app', 'Page', { cloud: 'invest_subject', rows: '50' });
    return (rows as { _actions: { op: string }[] }[]).filter(({ _actions }) => _actions.some(({ op }) => op === 'Modify')).length;
  };
  const before = await changes();
  expect(before).toBeGreaterThan(0);
  await page.getByRole('button', { name: '保存 1 处更改' }).click();
  await expect.poll(changes, { timeout: 20_000 }).toBeLessThan(before);
  await expect(page.getByRole('button', { name: '保存', exact: true })).toBeDisabled();
  await own.selectOption('同数据范围（全部）');
  await page.getByRole('button', { name: '保存 1 处更改' }).click();
  await expect.poll(changes, { timeout: 20_000 }).toBe(before);
});

test('ADMIN-01 two administrators: who comes second is told by whom, keeps his changes and may take the other’s', async ({
  browser,
  baseURL,
}) => {
  const id = await roleOf(baseURL!, 'viewer');
  const other = await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD);
  const before = await stands(other, id, ',List,');
  const page = await windowOf(browser, baseURL!, 'admin', PASSWORD);
  await page.setViewportSize({ width: 1440, height: 900 });
  const isOpen = listens(page);
  await page.goto(`/main/auth?id=${id}`);
  await box(page, '立项审批：新建').check();
  await isOpen;

  // the page hears of it before he saves, and what he began stands upon what was there then all the same
  const heard = page.waitForResponse(
    async (answer) => /RoleApi\?op=Load$/.test(answer.url()) && versionOf((await answer.json()) as { data?: unknown }) !== before,
  );
  await stands(other, id, ',List,Delete,');
  await heard;

  await page.getByRole('button', { name: /^保存/ }).click();
  await expect(page.getByText(/修改了此角色的权限/)).toBeVisible();
  await expect(page.getByText(/对方改过：立项审批/)).toBeVisible();
  await expect(box(page, '立项审批：新建')).toBeChecked();
  await page.getByRole('button', { name: '采用对方的' }).click();
  await expect(box(page, '立项审批：新建')).not.toBeChecked();
  await expect(box(page, '立项审批：删除')).toBeChecked();

  await box(page, '立项审批：删除').uncheck();
  await page.getByRole('button', { name: '保存 1 处更改' }).click();
  await expect(page.getByText('已保存，下次请求即生效')).toBeVisible();
  await page.getByRole('tab', { name: '变更历史' }).click();
  await expect(page.getByText(/立项审批　取消 删除/).first()).toBeVisible();
});

test('ADMIN-01 ADMIN-02 members, field rules and why, in English; an administrator’s role has no settings; others are refused', async ({
  browser,
  baseURL,
}) => {
  const id = await roleOf(baseURL!, 'viewer');
  const page = await windowOf(browser, baseURL!, 'admin', PASSWORD, 'en_US');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/main/auth?id=${id}`);
  await page.getByRole('button', { name: /^Set the field rules of Project initiation/ }).click();
  await expect(page.getByRole('dialog')).toContainText('A hidden field');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('tab', { name: /^Members/ }).click();
  await page.getByRole('button', { name: 'Why' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('Choose a table and a record');
  await page.keyboard.press('Escape');

  await page.goto(`/main/auth?id=${await roleOf(baseURL!, 'root')}`);
  await expect(page.getByText(/may do everything in the company/)).toBeVisible();

  const stranger = await windowOf(browser, baseURL!, 'viewer', PASSWORD);
  await stranger.goto(`/main/auth?id=${id}`);
  await expect(stranger.getByText('没有操作权限')).toBeVisible();
});

test('AUTH-02 ADMIN-01 a copy of a role demands the second factor that the role demands; a taken code is said until it is another', async ({
  browser,
  baseURL,
}) => {
  const admin = await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD);
  const tag = `copied${Date.now() % 1_000_000}`;
  const made: number[] = [];
  const add = async (code: string, factor: 0 | 1) => {
    const { data } = await admin.call('/app', 'Add', { cloud: 'role', code, key_name: code, factor });
    made.push(Number(data.id));
    return Number(data.id);
  };
  const page = await windowOf(browser, baseURL!, 'admin', PASSWORD);
  try {
    for (const factor of [1, 0] as const) {
      const [from, code] = [await add(`${tag}_${factor}`, factor), `${tag}_to${factor}`];
      await page.goto(`/main/auth?id=${from}`);
      await page.getByRole('button', { name: '复制为新角色' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').nth(0).fill(code);
      await dialog.getByRole('textbox').nth(2).fill(`${tag}_${factor}`);
      await dialog.getByRole('button', { name: '新建角色' }).click();
      await expect(dialog.getByRole('alert')).toBeVisible();
      await dialog.getByRole('textbox').nth(2).fill(code);
      await expect(dialog.getByRole('alert')).toHaveCount(0);
      await dialog.getByRole('button', { name: '新建角色' }).click();
      await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible();
      const id = await roleOf(baseURL!, code);
      made.push(id);
      const { data } = await admin.call('/app', 'Show', { cloud: 'role', id });
      expect((data.factor as { id: number }).id, 'demanded as by the role').toBe(factor);
    }
  } finally {
    for (const id of made) await admin.call('/app', 'Delete', { cloud: 'role', id });
    await page.context().close();
  }
});

test('ADMIN-01 on a phone each table is a card, and what would change comes from below', async ({ browser, baseURL }) => {
  const id = await roleOf(baseURL!, 'viewer');
  await stands(await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD), id, ',List,');
  const page = await windowOf(browser, baseURL!, 'admin', PASSWORD);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/main/auth?id=${id}`);
  await box(page, '立项审批：新建').check();
  await page.getByRole('button', { name: '保存后会怎样' }).click();
  await expect(page.getByRole('dialog').getByText(/新建　立项审批/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
