import { expect, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { hasShown, listens, windowFor, windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const side = (page: Page, name = '菜单') => page.getByRole('navigation', { name });
const field = (page: Page, name: string) => page.locator(`[data-place="${name}"]:visible`);
const option = (page: Page, name: string) => page.locator('.ant-select-item-option').filter({ hasText: name, visible: true });

test('ADMIN-12 FRAME-01 FRAME-03 an administrator renames and hides entries and adds a directory, a page and a link; a colleague’s open window follows', async ({
  browser,
  baseURL,
}) => {
  const admin = await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD);
  const rows = (await admin.call('/app', 'Tree', { cloud: 'menu', fields: 'key_name,uid' })).rows;
  const idOf = (uid: string) => Number(rows.find((row) => row.uid === uid)!.id);
  const modules = (await admin.call('/app', 'Page', { cloud: 'module', rows: 50 })).rows;
  const zb = Number(modules.find((row) => row.code === 'zb')!.id);

  const colleague = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  const heard = listens(colleague);
  await colleague.goto('/main?myCode=zb');
  await expect(side(colleague).getByText('项目台账', { exact: true })).toBeVisible();
  await heard;

  const page = await windowFor(browser, admin);
  const own: number[] = [];
  const add = async (values: Record<string, string | number>) => {
    const made = await admin.call('/app', 'Add', { cloud: 'menu', module_entity: zb, ...values });
    expect(made).toMatchObject({ code: 200 });
    own.unshift(Number(made.data.id));
    return Number(made.data.id);
  };
  try {
    // by the screen: renamed in both languages
    await page.goto('/main?myCode=SYS');
    await side(page).getByText('菜单', { exact: true }).click();
    await expect(page).toHaveURL(/\/main\/tree\/menu/);
    await expect(page.getByRole('heading', { level: 1, name: '菜单' })).toBeVisible();
    await isReachable(page, 'the tree of menus');
    await page.goto(`/main/form/menu/Modify/${idOf('capex.menu.project')}`);
    await field(page, 'key_name').locator('input').fill('项目总账');
    await field(page, 'name_en').locator('input').fill('All projects');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await hasShown(page, '保存成功');
    await expect(side(colleague).getByText('项目总账', { exact: true })).toBeVisible({ timeout: 30_000 });

    // what an own entry opens is chosen: what is not there is not offered
    await page.goto('/main/form/menu/Add');
    await field(page, 'key_name').locator('input').fill('快速立项');
    await field(page, 'module_entity').getByRole('combobox').click();
    await option(page, '资本性项目').first().click();
    const table = field(page, 'target').getByRole('combobox');
    await table.fill('nowhere');
    await expect(page.locator('.ant-select-item-option').filter({ visible: true })).toHaveCount(0);
    // by its code as by its name
    await table.fill('initiation');
    await expect(option(page, '立项审批').first()).toContainText('initiation');
    await option(page, '立项审批').first().click();
    await expect(page.locator('.ant-select-dropdown').filter({ visible: true })).toHaveCount(0);
    await isReachable(page, 'an entry with what it opens');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await hasShown(page, '保存成功');
    await expect(side(colleague).getByText('快速立项', { exact: true })).toBeVisible({ timeout: 30_000 });
    const made = (await admin.call('/app', 'Tree', { cloud: 'menu', fields: 'key_name,uid' })).rows.find(
      (row) => row.key_name === '快速立项',
    );
    own.unshift(Number(made!.id));

    // a directory with an entry of the suite and a link in it, and one entry hidden
    const directory = await add({ key_name: '常用', name_en: 'Often used', type: 1, ordinal: 1 });
    const link = await add({
      key_name: '集团网站',
      name_en: 'Group site',
      type: 3,
      link: 'https://example.org/',
      home: 1,
      parent_entity: directory,
    });
    for (const [uid, values] of [
      ['capex.menu.stage', { parent_entity: directory }],
      ['capex.menu.subject', { hidden: 1 }],
    ] as const)
      expect(await admin.call('/app', 'Modify', { cloud: 'menu', id: idOf(uid), ...values })).toMatchObject({ code: 200 });
    await expect(side(colleague).getByText('常用', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(side(colleague).getByText('投资主体', { exact: true })).toHaveCount(0);
    const outside = side(colleague).getByRole('link', { name: /集团网站/ });
    await expect(outside).toHaveAttribute('href', 'https://example.org/');
    await expect(outside).toHaveAttribute('target', '_blank');
    await expect(outside).toHaveAttribute('rel', /noopener/);
    await isReachable(colleague, 'a menu with own entries');
    expect(link).toBeGreaterThan(0);

    // in English and on a phone
    const english = await windowOf(browser, baseURL!, 'applicant', PASSWORD, 'en_US');
    await english.goto('/main?myCode=zb');
    await expect(side(english, 'Menu').getByText('All projects', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(side(english, 'Menu').getByText('Often used', { exact: true })).toBeVisible();
    await english.setViewportSize({ width: 390, height: 844 });
    await english.getByRole('button', { name: /^Menu/ }).click();
    await expect(english.getByRole('link', { name: /Group site/ }).filter({ visible: true })).toBeVisible();
  } finally {
    const back: [string, object][] = [
      ['capex.menu.project', { key_name: '项目台账', name_en: 'Project ledger' }],
      ['capex.menu.stage', { parent_entity: idOf('capex.menu.projects') }],
      ['capex.menu.subject', { hidden: 0 }],
    ];
    for (const [uid, values] of back) await admin.call('/app', 'Modify', { cloud: 'menu', id: idOf(uid), ...values });
    const links = own.filter((id, at) => own.indexOf(id) === at);
    for (const id of links) await admin.call('/app', 'Delete', { cloud: 'menu', id });
  }
});

test('ADMIN-12 FRAME-03 the way back cannot be hidden; a page that a person chose stands first when he comes again', async ({
  browser,
  baseURL,
}) => {
  const admin = await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD);
  const menu = (await admin.call('/app', 'Tree', { cloud: 'menu', fields: 'key_name,uid' })).rows.find(
    (row) => row.uid === 'sys.menu.menu',
  );
  expect(await admin.call('/app', 'Modify', { cloud: 'menu', id: Number(menu!.id), hidden: 1 })).toMatchObject({ code: 312 });

  const page = await windowOf(browser, baseURL!, 'viewer', PASSWORD);
  await page.goto('/main?myCode=zb');
  await side(page).getByText('项目台账', { exact: true }).click();
  await expect(page).toHaveURL(/\/main\/list\/project/);
  const kept = page.waitForResponse((answer) => answer.url().includes('op=Choose'));
  await page.getByRole('button', { name: '页面操作' }).click();
  await page.getByRole('menuitem', { name: '登录后先打开此页' }).click();
  await kept;
  // a window in which nothing is open any more
  await page.goto('/main');
  await expect(page).toHaveURL(/\/main\/list\/project/);
  await page.getByRole('button', { name: '页面操作' }).click();
  await page.getByRole('menuitem', { name: '登录后不再先打开此页' }).click();
});
