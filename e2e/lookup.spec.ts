import { type BrowserContext, expect, type Locator, type Page, type Route } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { applyFor } from './support/initiation.ts';
import { deskOf, windowFor } from './support/people.ts';
import { test } from './support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const LEFT = /还没有选定/;

/** What is typed into a lookup and confirmed means the same however long the server takes to answer. */
let context: BrowserContext;
let page: Page;
let applicant: Person;
let id: number;
test.beforeEach(async ({ browser, baseURL }, { title }) => {
  applicant = await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD);
  const { rows } = await applicant.call('/app', 'Page', { cloud: 'province', rows: 1, filters: { key_word: '江苏' } });
  const made = await applicant.call('/app', 'Add', { cloud: 'initiation', key_name: title.slice(-20), province_entity: rows[0]!.id });
  id = Number(made.data.id);
  context = await browser.newContext({ baseURL: baseURL! });
  page = await deskOf(context, baseURL!, 'applicant', PASSWORD);
});
test.afterEach(async () => {
  // nothing was begun where no time was left
  if (!context) return;
  await context.close();
  await applicant.call('/app', 'Delete', { cloud: 'initiation', id: `,${id},` });
});

/** Holds back every search of a table from now on; `release` lets go what is held, and what comes after it. */
async function hold(at: Page, cloud: string) {
  const held: Route[] = [];
  let isOpen = false;
  await at.route(
    (url) => url.searchParams.get('op') === 'Page',
    (route) => {
      const asked = new URLSearchParams(route.request().postData() ?? '');
      if (isOpen || asked.get('cloud') !== cloud) return route.fallback();
      held.push(route);
    },
  );
  const asked = (word: string) => held.filter((route) => decodeURIComponent(route.request().postData() ?? '').includes(`"${word}"`)).length;
  return {
    asked,
    /** the search for this word is on its way */
    isAsked: (word: string) => expect.poll(() => asked(word) > 0).toBe(true),
    release: async () => {
      isOpen = true;
      for (const route of held) await route.fallback().catch(() => undefined);
    },
  };
}

const open = () => page.goto(`/main/form/initiation/Modify/${id}?myCode=zb`);
const place = (name: string) => page.locator(`[data-place="${name}"]`);
const box = (name: string) => place(name).getByRole('combobox');
const list = (at: Locator | Page = page) => at.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
const options = (at: Locator | Page = page) => list(at).locator('.ant-select-item-option');
const stored = async (name: string) => (await applicant.call('/app', 'Get', { cloud: 'initiation', id, fields: name })).data[name];
const button = (label: string) => page.getByRole('button', { name: label, exact: true });
async function save(): Promise<void> {
  await button('保存').click();
  await expect(page.getByText('保存成功')).toBeVisible();
}

test('FIELD-05 Enter before the answer is there takes the one that is found, and never what stood there', async () => {
  await open();
  await expect(place('province_entity')).toContainText('江苏');
  const search = await hold(page, 'province');
  await box('province_entity').click();
  await page.keyboard.type('浙江');
  await search.isAsked('浙江');
  await expect(options()).toHaveCount(0);
  await expect(list()).toContainText('正在查找');
  // held down, and pressed again: what is under way is asked once
  for (let n = 0; n < 5; n++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.press('Enter');
  await expect(list()).toContainText('正在查找');
  expect(search.asked('浙江')).toBe(1);
  await search.release();
  await expect(list()).toHaveCount(0);
  await expect(place('province_entity')).toContainText('浙江');
  await save();
  expect(await stored('province_entity')).toMatchObject({ key_name: expect.stringContaining('浙江') });
});

test('FIELD-05 Enter before an answer of several takes none of them; Enter upon them takes the one that is marked', async () => {
  await open();
  await expect(place('province_entity')).toContainText('江苏');
  const search = await hold(page, 'province');
  await box('province_entity').click();
  await page.keyboard.type('江');
  await search.isAsked('江');
  await page.keyboard.press('Enter');
  await search.release();
  await expect(options()).not.toHaveCount(0);
  for (const name of await options().allTextContents()) expect(name).toContain('江');
  await expect(box('province_entity')).toHaveValue('江');
  await page.keyboard.press('ArrowDown');
  const marked = (await list().locator('.ant-select-item-option-active').textContent())!;
  await page.keyboard.press('Enter');
  await expect(place('province_entity')).toContainText(marked);
  await expect(list()).toHaveCount(0);
});

test('FIELD-05 FORM-06 what was typed and not chosen stays, is told, keeps the form from being saved, outlives a reload; Escape gives it up', async () => {
  await open();
  await expect(place('province_entity')).toContainText('江苏');
  await box('province_entity').fill('江');
  await expect(options()).not.toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(box('province_entity')).toHaveValue('江');
  await expect(place('province_entity')).toContainText(LEFT);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert').filter({ hasText: LEFT })).toBeVisible();
  await expect(box('province_entity')).toBeFocused();
  expect(await stored('province_entity')).toMatchObject({ key_name: expect.stringContaining('江苏') });
  await page.reload();
  await expect(box('province_entity')).toHaveValue('江');
  await box('province_entity').focus();
  await page.keyboard.press('Escape');
  await expect(box('province_entity')).toHaveValue('');
  await expect(place('province_entity')).toContainText('江苏');
  await expect(page.getByText(LEFT)).toHaveCount(0);
});

test('FIELD-05 looking into a filled lookup changes nothing: Enter and Tab take nobody, and what its choice copied stays', async () => {
  await open();
  await place('mobile').locator('input').fill('13800009999');
  await box('province_entity').click();
  await expect(options()).not.toHaveCount(0);
  const crossed = options().filter({ hasNotText: '江苏' }).first();
  await crossed.hover();
  await expect(crossed).toHaveClass(/ant-select-item-option-active/);
  await page.keyboard.press('Enter');
  await expect(list()).toHaveCount(0);
  await expect(place('province_entity')).toContainText('江苏');
  await box('province_entity').click();
  await expect(options()).not.toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(place('province_entity')).toContainText('江苏');
  await box('manager_entity').fill('许');
  await expect(options()).not.toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(place('mobile').locator('input')).toHaveValue('13800009999');
});

test('FORM-08 FIELD-05 another province takes the city of the one before away', async () => {
  await open();
  const choose = async (field: string, name: string) => {
    await box(field).fill(name);
    await expect(options().first()).toContainText(name);
    await page.keyboard.press('Enter');
    await expect(place(field)).toContainText(name);
  };
  await choose('city_entity', '南京');
  await choose('province_entity', '浙江');
  await expect(place('city_entity')).toContainText('原选“南京市”与新的条件不符，已清除');
  await expect(place('city_entity').locator('.ant-select-selection-item')).toHaveCount(0);
  await choose('city_entity', '杭州');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('保存成功')).toBeVisible();
  const known = await stored('city_entity');
  expect(known).toMatchObject({ key_name: expect.stringContaining('杭州') });
});

test('FORM-08 what a choice fills in is waited for by a save, and told where it cannot be read', async () => {
  await open();
  await place('mobile').locator('input').fill('13800009999');
  const held: Route[] = [];
  await page.route('**/app?op=Get', (route) => {
    if (route.request().postData()?.includes('cloud=user')) held.push(route);
    else return route.fallback();
  });
  const choose = async (name: string) => {
    await box('manager_entity').fill(name);
    await expect(options().first()).toContainText(name);
    await page.keyboard.press('Enter');
    await expect(place('manager_entity')).toContainText(name);
  };
  await choose('许静');
  await expect(place('mobile').locator('input')).toHaveValue('');
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.press('Control+s');
  await expect(page.locator('[data-bar] [aria-busy=true]').first()).toBeVisible();
  await held[0]!.abort();
  const told = place('manager_entity').getByText('没有取到“许静”的内容');
  await expect(page.getByRole('alert').filter({ hasText: '没有取到“许静”的内容' })).toBeVisible();
  await expect(told).toBeVisible();
  expect((await stored('mobile')) ?? '').toBe('');

  await choose('孙浩然');
  await expect(told).toHaveCount(0);
  await expect.poll(() => held.length).toBe(2);
  await page.keyboard.press('Control+s');
  await held[1]!.continue();
  await expect(page.getByText('保存成功')).toBeVisible();
  await expect(place('mobile').locator('input')).toHaveValue(/^138/);
  expect(await stored('mobile')).toMatch(/^138/);
  expect(await stored('manager_entity')).toMatchObject({ key_name: '孙浩然' });
});

test('FIELD-05 Enter that ends a word of an input method takes nothing', async () => {
  await open();
  await box('province_entity').fill('江');
  await expect(options()).not.toHaveCount(0);
  await box('province_entity').dispatchEvent('keydown', { key: 'Enter', code: 'Enter', keyCode: 13, isComposing: true });
  await expect(box('province_entity')).toHaveValue('江');
  await expect(options()).not.toHaveCount(0);
});

test('FIELD-05 several people: Enter before the answer adds the one that is found and takes nobody out', async () => {
  await open();
  const add = async (name: string) => {
    await box('members').fill(name);
    await page.keyboard.press('Enter');
  };
  const search = await hold(page, 'user');
  await add('系统管理员');
  await search.isAsked('系统管理员');
  await search.release();
  await expect(place('members').locator('.ant-select-selection-item')).toHaveText(['系统管理员']);
  const again = await hold(page, 'user');
  await add('系统管理员');
  await again.isAsked('系统管理员');
  await again.release();
  await expect(box('members')).toHaveValue('');
  await expect(place('members').locator('.ant-select-selection-item')).toHaveText(['系统管理员']);
});

test('LIST-09 FIELD-05 a filter by a name that is typed and not chosen is told, and is not searched without', async () => {
  await page.goto('/main/list/initiation?myCode=zb');
  await page.getByRole('button', { name: '筛选条件' }).click();
  const panel = page.getByRole('form', { name: '筛选条件' });
  await panel.getByRole('button', { name: /更多/ }).click();
  const province = panel.getByRole('combobox', { name: '所在省份' });
  const search = await hold(page, 'province');
  await province.fill('浙江');
  await search.isAsked('浙江');
  await expect(options()).toHaveCount(0);
  await panel.getByRole('button', { name: '查询' }).click();
  await expect(panel.getByText(LEFT)).toBeVisible();
  await expect(province).toHaveValue('浙江');
  await search.release();
  await province.press('Enter');
  await expect(panel.getByText(LEFT)).toHaveCount(0);
  await province.press('Escape');
  await panel.getByRole('button', { name: '查询' }).click();
  await expect(page).toHaveURL(/_filters=/);
});

test('FLOW-04 FIELD-05 a signer who is named beside the others: Enter before the answer adds him, and takes nobody out', async ({
  browser,
  baseURL,
}) => {
  const of = await applyFor(applicant, `另加会签 ${Date.now()}`, '460');
  const depthead = await Person.signIn(baseURL!, 'depthead', 'demo', PASSWORD);
  const passed = await depthead.call('/app', 'Modify', { cloud: 'initiation', id: of, _event: 21, remark: '同意' });
  expect(passed.code, passed.remark).toBe(200);
  const desk = await windowFor(browser, await Person.signIn(baseURL!, 'investmgr', 'demo', PASSWORD));
  await desk.goto(`/main/form/initiation/Review/${of}?myCode=zb`);
  const picker = desk.getByRole('combobox', { name: '下一步处理人' });
  const tally = desk.getByText(/^会签 \d+ \/ \d+ 人/);
  await expect(tally).toBeVisible();
  const before = await tally.textContent();
  const search = await hold(desk, 'user');
  await picker.click();
  await desk.keyboard.type('顾长青');
  await search.isAsked('顾长青');
  await desk.keyboard.press('Enter');
  await expect(tally).toHaveText(before!);
  await search.release();
  await expect(tally).toHaveText(`${before}，另加 1 人`);
  await expect(picker).toHaveValue('');
  await desk.keyboard.type('无此人');
  await expect(desk.locator('.ant-select-dropdown')).toContainText('没有找到');
  await desk.keyboard.press('Tab');
  await expect(picker).toHaveValue('无此人');
  await expect(desk.getByText(LEFT)).toBeVisible();
  await desk.getByRole('button', { name: '同意并发起会签' }).click();
  await expect(desk.getByRole('alert').filter({ hasText: LEFT }).first()).toBeVisible();
  await desk.context().close();
});
