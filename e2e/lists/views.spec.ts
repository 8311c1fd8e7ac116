import { type Browser, expect, type Page } from '@playwright/test';
import type { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { signIn } from '../support/beside.ts';
import { keepTabs, windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const heads = (page: Page) => page.getByRole('grid').getByRole('columnheader').filter({ hasText: /\S/ });
const named = async (page: Page) => (await heads(page).allInnerTexts()).map((text) => text.trim());
const SOON = { timeout: 15_000 };

async function forget(person: Person): Promise<void> {
  for (const { id } of (await person.call('/app', 'List', { cloud: 'define' })).rows)
    await person.call('/app', 'Delete', { cloud: 'define', id: String(id) });
}

const WORDS = {
  zh_CN: {
    view: (name: string) => `视图：${name}`,
    unsaved: (name: string) => `视图：${name}, 有改动未保存`,
    all: '全部记录',
    mine: '在建一览',
    team: '班子看板',
    first: '把现在的列表存为视图',
    saveAs: '另存为新视图',
    name: '名称',
    for: '给谁用',
    department: /^部门：/,
    lock: '锁定',
    save: '保存',
    update: '更新部门视图',
    back: '还原',
    locked: '已锁定',
    setDefault: (name: string) => `设为默认：${name}`,
    find: '查找视图',
    missing: /视图不存在，或没有分享给您/,
    ok: '知道了',
    panel: '显示设置',
    hide: '显示“项目编号”',
    apply: '应用',
    code: '项目编号',
    project: '项目名称',
    ascending: '按项目名称升序',
    edit: (name: string) => `修改“${name}”`,
    twice: /已有同名的视图/,
  },
  en_US: {
    view: (name: string) => `View: ${name}`,
    unsaved: (name: string) => `View: ${name}, changes not saved`,
    all: 'All records',
    mine: 'Under way',
    team: 'Board of the board',
    first: 'Save this list as a view',
    saveAs: 'Save as new',
    name: 'Name',
    for: 'For',
    department: /^My department:/,
    lock: 'Locked',
    save: 'Save',
    update: 'Update for department',
    back: 'Take back',
    locked: 'locked',
    setDefault: (name: string) => `Make ${name} the default`,
    find: 'Find a view',
    missing: /does not exist, or is not shared with you/,
    ok: 'OK',
    panel: 'Display settings',
    hide: 'Show Number',
    apply: 'Apply',
    code: 'Number',
    project: 'Project',
    ascending: 'Sorted by Project, ascending',
    edit: (name: string) => `Edit ${name}`,
    twice: /there is a view of this name/,
  },
} as const;
type Words = (typeof WORDS)[keyof typeof WORDS];

const trigger = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true });
const dialog = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });

/** What the list is now, kept under a name. */
async function keepAs(page: Page, words: Words, open: string, name: string, set?: (page: Page) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: open }).click();
  await dialog(page).getByRole('textbox', { name: words.name }).fill(name);
  await set?.(page);
  await dialog(page).getByRole('button', { name: words.save, exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
}

/** One's own: columns and order as they are, in every window; a change is marked, taken back or saved. */
async function keepsHisOwn(page: Page, words: Words): Promise<void> {
  await page.goto('/main/list/project');
  await expect(heads(page).first()).toBeVisible();
  await page.getByRole('button', { name: words.panel }).click();
  const panel = page.getByRole('complementary', { name: words.panel });
  await heads(page).filter({ hasText: words.project }).getByRole('button').first().click();
  await expect.poll(() => page.url()).toContain('_sort=key_name');
  await trigger(page, words.view(words.all)).click();
  await isReachable(page, 'views');
  await keepAs(page, words, words.first, words.mine);
  await expect(trigger(page, words.view(words.mine))).toBeVisible(SOON);
  await expect.poll(() => page.url()).toMatch(/[?&]_view=\d+(&|$)/);
  await panel.getByRole('checkbox', { name: words.hide }).uncheck();
  await panel.getByRole('button', { name: words.apply, exact: true }).click();
  await expect.poll(() => named(page), SOON).not.toContain(words.code);
  await expect(trigger(page, words.unsaved(words.mine))).toBeVisible();
  // what is not saved in the view stays with the tab
  await keepTabs(page);
  await page.reload();
  await expect(trigger(page, words.unsaved(words.mine))).toBeVisible(SOON);
  await expect.poll(() => named(page), SOON).not.toContain(words.code);
  await trigger(page, words.unsaved(words.mine)).click();
  await page.getByRole('button', { name: words.back, exact: true }).click();
  await expect.poll(() => named(page), SOON).toContain(words.code);
  await page.getByRole('button', { name: words.panel }).click();
  await panel.getByRole('checkbox', { name: words.hide }).uncheck();
  await panel.getByRole('button', { name: words.apply, exact: true }).click();
  await trigger(page, words.unsaved(words.mine)).click();
  await page.getByRole('button', { name: words.save, exact: true }).click();
  await expect(trigger(page, words.view(words.mine))).toBeVisible(SOON);
  const lies = await named(page);
  expect(lies).not.toContain(words.code);
  await page.reload();
  await expect.poll(() => named(page), SOON).toEqual(lies);
  await expect(page.getByRole('columnheader', { name: words.project })).toHaveAttribute('aria-sort', 'ascending');
}

/** By keyboard to the list without a view, and what it opens with from then on. */
async function opensWith(page: Page, words: Words): Promise<void> {
  const lies = await named(page);
  await trigger(page, words.view(words.mine)).press('Enter');
  await expect(page.getByRole('textbox', { name: words.find })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(trigger(page, words.view(words.all))).toBeFocused();
  await expect.poll(() => named(page), SOON).toContain(words.code);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: words.setDefault(words.mine) }).click();
  await page.keyboard.press('Escape');
  await page.goto('/main/list/project');
  await expect.poll(() => named(page), SOON).toEqual(lies);
  await expect(trigger(page, words.view(words.mine))).toBeVisible();
}

async function shared(
  browser: Browser,
  [owner, colleague, stranger]: readonly Person[],
  page: Page,
  locale: keyof typeof WORDS,
): Promise<void> {
  const words = WORDS[locale];
  const own = page.url().includes('_view=') ? page.url() : `/main/list/project?_view=${await idOf(owner!, words.mine)}`;
  await trigger(page, words.view(words.mine)).click();
  await keepAs(page, words, words.saveAs, words.team, async () => {
    await dialog(page).getByRole('combobox', { name: words.for }).click();
    await page.getByRole('option').or(page.locator('.ant-select-item-option')).filter({ hasText: words.department }).last().click();
  });
  await expect(trigger(page, words.view(words.team))).toBeVisible(SOON);
  const [link, lies] = [page.url(), await named(page)];
  const other = await windowFor(browser, colleague!, locale);
  await other.setViewportSize({ width: 1440, height: 900 });
  await other.goto(own);
  await expect(other.getByText(words.missing)).toBeVisible(SOON);
  await expect.poll(() => named(other), SOON).toContain(words.code);
  await other.getByRole('button', { name: words.ok, exact: true }).click();
  await other.goto(link);
  await expect.poll(() => named(other), SOON).toEqual(lies);
  // both may change it; who comes second meets the first one's version, and his change stays marked
  for (const [at, which] of [other, page].entries()) {
    const head = heads(which).filter({ hasText: words.project }).getByRole('button').first();
    await head.click();
    if (at === 1) await head.click();
    await trigger(which, words.unsaved(words.team)).click();
    await which.getByRole('button', { name: words.update }).click();
    await expect(trigger(which, at === 0 ? words.view(words.team) : words.unsaved(words.team))).toBeVisible(SOON);
  }
  const outside = await windowFor(browser, stranger!, locale);
  await outside.goto(link);
  await expect(outside.getByText(words.missing)).toBeVisible(SOON);
}

const idOf = async (person: Person, name: string) =>
  (await person.call('/app', 'List', { cloud: 'define', fields: 'key_name' })).rows.find((row) => row.key_name === name)!.id;

for (const locale of ['zh_CN', 'en_US'] as const)
  test(`LIST-10 a named view is the same for whoever may see it, marks what was changed, and opens the list: ${locale}`, async ({
    browser,
    baseURL,
  }) => {
    const people = await Promise.all(['president', 'vicepres', 'finance'].map((name) => signIn(baseURL!, name)));
    for (const person of people) await forget(person);
    try {
      const page = await windowFor(browser, people[0]!, locale);
      await page.setViewportSize({ width: 1440, height: 900 });
      await keepsHisOwn(page, WORDS[locale]);
      await opensWith(page, WORDS[locale]);
      await shared(browser, people, page, locale);
    } finally {
      for (const person of people) await forget(person);
    }
  });
