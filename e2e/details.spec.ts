import { expect, type Locator, type Page } from '@playwright/test';
import axe from 'axe-core';
import { Person } from '#protocol/testing-person.ts';
import { applyFor } from './support/initiation.ts';
import { openLarge } from './support/large.ts';
import { openListed } from './support/lists.ts';
import { windowFor, windowOf } from './support/people.ts';
import { test } from './support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

const place = (page: Page, name: string): Locator => page.locator(`[data-place="${name}"]:visible`);
const box = (page: Page, name: string): Locator => place(page, name).locator('input, textarea').first();

async function openNew(page: Page): Promise<void> {
  await page.goto('/main/form/initiation/Add');
  await expect(box(page, 'key_name')).toBeVisible();
}

/** Rules that axe finds broken, with the first place of each. */
async function broken(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run(document));
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target}`);
}

test('FORM-06 FIELD-03 what a condition asks for is asked for in everybody’s hearing; an instant is typed as its example says, and kept', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await openLarge(page, 'form');
  await expect(box(page, 'f74')).toHaveAttribute('aria-required', 'false');
  await box(page, 'f1').fill('6');
  await expect(box(page, 'f74')).toHaveAttribute('aria-required', 'true');
  await expect(place(page, 'f74').locator('label')).toContainText('*');

  const moment = box(page, 'f62');
  await expect(moment).toHaveAttribute('placeholder', /2027-01-15 09:30/);
  await moment.fill('2027/1/15 9:30');
  await page.keyboard.press('Tab');
  await expect(moment).toHaveValue('2027-01-15 09:30');
  await moment.fill('明天上午');
  await page.keyboard.press('Tab');
  await expect(moment).toHaveValue('明天上午');
  await expect(place(page, 'f62')).toContainText('2027-01-15 09:30');
});

test('SUB-04 FORM-03 Ctrl and Down add a row and go there; many choices take the whole row; what is typed in has the corners of a button', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await openNew(page);
  const rows = page.getByRole('region', { name: '资金来源', exact: true }).locator('tbody tr');
  const price = (row: number) => rows.nth(row).locator('[data-place$="/price"] input');
  await expect(rows).toHaveCount(1);
  await price(0).focus();
  await page.keyboard.press('Control+ArrowDown');
  await expect(rows).toHaveCount(2);
  await expect(price(1)).toBeFocused();
  await page.keyboard.type('12');
  await expect(price(1)).toHaveValue('12');

  const lines = await place(page, 'content_kinds')
    .getByRole('checkbox')
    .evaluateAll((all) => new Set(all.map((each) => Math.round(each.getBoundingClientRect().top))).size);
  expect(lines).toBe(1);
  const corner = (of: Locator) => of.evaluate((each) => getComputedStyle(each).borderTopLeftRadius);
  expect(await corner(box(page, 'key_name'))).toBe(await corner(page.getByRole('button', { name: '提交', exact: true })));
});

test('FORM-11 a draft of which nothing was typed is not kept, and nothing is promised of it', async ({ browser, baseURL }) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await openNew(page);
  await expect(page.getByRole('tab', { name: '新建立项审批' })).toBeVisible();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const said = page.locator('[data-bar]').getByRole('alert').filter({ visible: true });
  await expect(said).toContainText('还没有填写');
  await expect(said).not.toContainText('都还在');
  await expect(page.getByRole('heading', { level: 1, name: '新建立项审批' })).toBeVisible();
});

test('R6 FORM-01 the foot of a record names nobody whom its reader may not see, and promises no name', async ({ browser, baseURL }) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  let seen: Record<string, unknown> = {};
  await page.route('**/app?op=Show', async (route) => {
    const answer = await (await route.fetch()).json();
    const { modify_entity: _, create_entity: __, ...data } = answer.data;
    await route.fulfill({ json: { ...answer, data: { ...data, modify_time: '2026-11-20 09:30:00', ...seen } } });
  });
  const open = async () => {
    await page.goto('/main?myCode=zb');
    await page.getByRole('navigation', { name: '菜单' }).getByText('立项审批').click();
    await openListed(page, '智慧冷链配送中心');
  };
  await open();
  await expect(page.getByText('修改：2026-11-20 09:30', { exact: true })).toBeVisible();
  seen = { modify_entity: { id: 0, unauthorized: 1 }, create_entity: null };
  await open();
  await expect(page.getByText('修改：无权查看数据 2026-11-20 09:30', { exact: true })).toBeVisible();
  await expect(page.getByText(/^创建：系统 /)).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});

test('quality: axe finds nothing on a form with all its errors, nor beside a record’s history', async ({ browser, baseURL }) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await openNew(page);
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await expect(place(page, 'key_name')).toContainText('不能为空');
  expect(await broken(page)).toEqual([]);
  await page.goto('/main?myCode=zb');
  await page.getByRole('navigation', { name: '菜单' }).getByText('立项审批').click();
  await openListed(page, '智慧冷链配送中心');
  await page.getByRole('tab', { name: '修改记录', exact: true }).click();
  await expect(page.getByRole('complementary').getByRole('article').first()).toBeVisible();
  expect(await broken(page)).toEqual([]);
});

test('FORM-01 quality: boxes have our marks and a lookup its list inside; a star is a star in rows too; the primary is no small target', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await openNew(page);
  const colour = (of: Locator) => of.evaluate((each) => getComputedStyle(each).color);
  const star = 'span[aria-hidden=true]';
  const funds = page.getByRole('region', { name: '资金来源', exact: true });
  expect(await colour(funds.locator(`th ${star}`).first())).toBe(await colour(place(page, 'key_name').locator(`label ${star}`)));

  const mark = place(page, 'industry').locator('.ant-select-suffix svg');
  expect(await colour(mark)).toBe(await colour(place(page, 'project_type').locator('[id$=-about] > *').last()));
  await expect(mark).toHaveAttribute('width', '14');
  await expect(place(page, 'plan_begin').locator('.ant-picker-suffix svg')).toHaveAttribute('width', '14');

  const around = (await place(page, 'province_entity').locator('.ant-select').boundingBox())!;
  const inside = (await place(page, 'province_entity').getByRole('button').boundingBox())!;
  expect(inside.x).toBeGreaterThan(around.x);
  expect(inside.x + inside.width).toBeLessThan(around.x + around.width);
  expect((await page.getByRole('button', { name: '提交', exact: true }).boundingBox())!.width).toBeGreaterThanOrEqual(96);
});

test('FORM-03 LIST-07 quality: a record that is read says once what its title says, and takes whole rows by its values; a draft is gone on with', async ({
  browser,
  baseURL,
}) => {
  const applicant = await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD);
  const name = `航标改造${Date.now() % 100_000}`;
  const id = await applyFor(applicant, name, '460.00', { _event: undefined });
  await applicant.call('/app', 'Modify', { cloud: 'initiation', id, plan_begin: '2027-04-01' });
  const page = await windowFor(browser, applicant);
  await page.goto(`/main/form/initiation/Show/${id}?myCode=zb`);
  const wide = async (of: string) => (await place(page, of).boundingBox())!.width;
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(Math.abs((await wide('mobile')) - (await wide('members')))).toBeLessThan(2);
  await expect(page.locator('[data-place="key_name"], [data-place="code"]')).toHaveCount(0);
  await page.getByRole('tab', { name: '修改记录' }).click();
  const day = page.locator('dd time').first();
  expect(await day.evaluate((each) => getComputedStyle(each).fontSize)).toBe('13px');

  await page.setViewportSize({ width: 390, height: 844 });
  const [said, value] = [place(page, 'mobile').locator('> :first-child'), place(page, 'mobile').locator('> :last-child')];
  const [left, right] = [(await said.boundingBox())!, (await value.boundingBox())!];
  expect(left.x + left.width).toBeLessThanOrEqual(right.x);
  expect((await place(page, 'mobile').boundingBox())!.height).toBeLessThan(48);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/main/list/initiation?myCode=zb');
  const row = page.getByRole('row').filter({ hasText: name });
  await row.hover();
  await row.getByRole('button', { name: '继续填写' }).click();
  await expect(box(page, 'key_name')).toHaveValue(name);
});
