import { type Browser, expect, type Page } from '@playwright/test';
import type { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { signIn } from '../support/beside.ts';
import { keepTabs, windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

interface Told {
  value: number | string | null;
  key_name: string;
  key_name_en?: string;
  num: number;
  stat: Record<string, string>;
}
const groupsOf = async (person: Person, rest: Record<string, string> = {}) =>
  (await person.call('/app', 'Group', { cloud: 'project', field: 'department_entity', order: 'value', stat: '1', ...rest }))
    .rows as unknown as Told[];

const WORDS = {
  zh_CN: {
    group: '分组',
    by: '先按',
    off: '取消分组',
    count: (n: number) => `${n} 条`,
    close: '全部收起',
    open: '全部展开',
    total: /^合计/,
  },
  en_US: {
    group: 'Group',
    by: 'Group by',
    off: 'Remove grouping',
    count: (n: number) => (n === 1 ? '1 record' : `${n} records`),
    close: 'Collapse all',
    open: 'Expand all',
    total: /^Total/,
  },
} as const;
type Words = (typeof WORDS)[keyof typeof WORDS];

const grid = (page: Page) => page.getByRole('treegrid');
const groupRows = (page: Page) => grid(page).locator('[role=row][aria-expanded]');

async function choose(page: Page, words: string, at: number): Promise<void> {
  await page.getByRole('combobox', { name: words, exact: true }).last().click();
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').nth(at).click();
}

async function groups(browser: Browser, person: Person, locale: keyof typeof WORDS): Promise<void> {
  const words: Words = WORDS[locale];
  const page = await windowFor(browser, person, locale);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/main/list/project');
  await expect(page.getByRole('grid')).toBeVisible();
  // by a field that is chosen: the address says so, another is chosen below it
  await page.getByRole('button', { name: words.group, exact: true }).click();
  await choose(page, words.by, 0);
  await expect(page).toHaveURL(/group=/);
  await expect(grid(page)).toBeVisible();
  await isReachable(page, `grouping ${locale}`);
  // the groups that the wire tells, in its order, with its counts
  const told = await groupsOf(person);
  await page.goto('/main/list/project?_group=department_entity');
  await expect(groupRows(page)).toHaveCount(told.length);
  for (const [at, group] of told.entries()) {
    const name = (locale === 'en_US' && group.key_name_en) || group.key_name;
    if (name) await expect(groupRows(page).nth(at)).toContainText(name);
    await expect(groupRows(page).nth(at)).toContainText(words.count(group.num));
  }
  await closedAndOpened(page, words, told);
  // what was opened stands open when the page is loaded anew, and what was closed closed
  await keepTabs(page);
  await page.reload();
  await expect(groupRows(page)).toHaveCount(told.length);
  await expect(groupRows(page).last()).toHaveAttribute('aria-expanded', 'true');
  await expect(grid(page).locator('[aria-expanded=true]')).toHaveCount(1);
  await page.getByRole('button', { name: words.off }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page).not.toHaveURL(/group=/);
  await allLevels(page, words, told);
  await onPhone(page, words, told);
}

/** Of two levels one press opens both, and one closes both. */
async function allLevels(page: Page, words: Words, told: readonly Told[]): Promise<void> {
  await page.goto('/main/list/project?_group=department_entity,project_type');
  await expect(grid(page).locator('[role=row][aria-expanded][aria-level="1"]')).toHaveCount(told.length);
  await page.getByRole('button', { name: words.open, exact: true }).click();
  await expect(grid(page).locator('[role=row][aria-level="3"]').first()).toBeVisible();
  await expect(grid(page).locator('[aria-expanded=false]')).toHaveCount(0);
  await page.getByRole('button', { name: words.close, exact: true }).click();
  await expect(grid(page).locator('[aria-expanded=true]')).toHaveCount(0);
  await groupRows(page).first().click();
  await expect(grid(page).locator('[role=row][aria-level="2"]').first()).toBeVisible();
  await expect(grid(page).locator('[aria-expanded=true]')).toHaveCount(1);
}

async function closedAndOpened(page: Page, words: Words, told: readonly Told[]): Promise<void> {
  const rows = grid(page).locator('[role=row][aria-level="2"]');
  await page.getByRole('button', { name: words.close }).click();
  await expect(grid(page).locator('[aria-expanded=true]')).toHaveCount(0);
  await expect(rows).toHaveCount(0);
  await expect(grid(page).getByRole('rowheader', { name: words.total })).toBeVisible();
  // by the keyboard: right opens and goes in, left goes back and closes
  await grid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(groupRows(page).first()).toHaveAttribute('aria-expanded', 'true');
  await expect(rows.first()).toBeVisible();
  await page.keyboard.press('ArrowRight');
  const first = await rows.first().getAttribute('id');
  await expect(grid(page)).toHaveAttribute('aria-activedescendant', first!);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(rows).toHaveCount(0);
  // by the mouse: its rows, and no others
  const last = told.at(-1)!;
  await groupRows(page).last().click();
  await expect(rows).toHaveCount(Math.min(10, last.num) + (last.num > 10 ? 1 : 0));
}

async function onPhone(page: Page, words: Words, told: readonly Told[]): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/main/list/project?_group=department_entity');
  const headings = page.getByRole('heading').getByRole('button');
  await expect(headings).toHaveCount(told.length);
  await page.getByRole('button', { name: words.close }).click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0);
  await headings.first().click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(Math.min(10, told[0]!.num));
  await isReachable(page, 'grouping on a phone');
}

for (const locale of ['zh_CN', 'en_US'] as const)
  test(`LIST-05 a list stands in groups with subtotals, by mouse, keyboard, address and on a phone: ${locale}`, async ({
    browser,
    baseURL,
  }) => {
    await groups(browser, await signIn(baseURL!, 'finance'), locale);
  });

/** The names of groups, as they stand. */
const standing = (page: Page): Promise<string[]> =>
  groupRows(page).evaluateAll((rows) => rows.map((row) => (row.querySelector('[role=rowheader]') ?? row).textContent ?? ''));

test('FRAME-11 LIST-05 groups stand by the names that are read: turned to English they are put in order anew, and nothing is loaded', async ({
  browser,
  baseURL,
}) => {
  const person = await signIn(baseURL!, 'finance');
  const page = await windowFor(browser, person, 'zh_CN');
  const chinese = await groupsOf(person);
  await page.goto('/main/list/project?_group=department_entity');
  await expect(groupRows(page)).toHaveCount(chinese.length);
  await page.evaluate(() => Object.assign(window, { stood: true }));
  const english = chinese.map(({ key_name_en = '' }) => key_name_en);
  const alphabet = english.toSorted(new Intl.Collator('en').compare);
  expect(alphabet).not.toEqual(english);
  await page.getByRole('button', { name: /English$/ }).click();
  await expect.poll(async () => (await standing(page)).map((text) => english.find((name) => text.includes(name)))).toEqual(alphabet);
  expect((await groupsOf(person)).map(({ key_name_en }) => key_name_en)).toEqual(alphabet);
  // and back, when nothing else of the page's beginning is on its way
  const names = chinese.map(({ key_name }) => key_name);
  await page.getByRole('button', { name: /简体中文$/ }).click();
  await expect.poll(async () => (await standing(page)).map((text) => names.find((name) => text.includes(name)))).toEqual(names);
  expect(await page.evaluate(() => 'stood' in window)).toBe(true);
});
