import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { filed, signIn } from '../support/beside.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const WORDS = {
  zh_CN: {
    todo: '我的事项',
    count: '项目总数',
    stage: '按阶段',
    records: (n: string) => `共 ${n} 条`,
    handled: /^已办/,
    home: '桌面',
    plan: '年度投资计划执行',
    fund: '年度资金计划执行',
    byProject: '按项目',
    year: '年度资金计划执行：年度',
    nothing: '暂无数据',
  },
  en_US: {
    todo: 'My items',
    count: 'All projects',
    stage: 'By stage',
    records: (n: string) => `${n} records`,
    handled: /^Handled/,
    home: 'Desktop',
    plan: 'Investment plan',
    fund: 'Fund plan',
    byProject: 'By project',
    year: 'Year of Fund plan',
    nothing: 'Nothing here yet',
  },
} as const;

async function begins(browser: Browser, person: Person, locale: keyof typeof WORDS, item: string): Promise<void> {
  const words = WORDS[locale];
  const page = await windowFor(browser, person, locale, undefined, true);
  await page.setViewportSize({ width: 1440, height: 900 });
  // it is the first tab
  await page.goto('/main?myCode=zb');
  await expect(page).toHaveURL('/main/board/desktop?myCode=zb');
  await expect(page.getByRole('heading', { level: 1, name: words.home })).toBeVisible();
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(part(words.todo).getByRole('button', { name: item })).toBeVisible();
  await isReachable(page, `desktop ${locale}`);
  // a figure leads to the records that it counts, and parts of one moment add up to it
  const total = part(words.count).getByRole('button').first();
  const figure = (await part(words.stage).locator('tfoot td button').first().textContent())!;
  await expect(part(words.count).locator('p').getByText(figure, { exact: true })).toBeVisible();
  await part(words.count).locator('p button').press('Enter');
  await expect(page).toHaveURL(/\/main\/list\/project/);
  await expect(page.getByText(words.records(figure), { exact: true })).toBeVisible();
  await page.goBack();
  await expect(total).toBeVisible();
  await picksYear(page, words);
  await part(words.todo).getByRole('tab', { name: words.handled }).click();
  await expect(part(words.todo).getByRole('button', { name: item })).toHaveCount(0);
  if (locale === 'zh_CN') await setsUp(page);
  // what waits opens to be decided
  await part(words.todo).getByRole('tab').first().click();
  await part(words.todo).getByRole('button', { name: item }).click();
  await expect(page).toHaveURL(/\/main\/form\/initiation\/Review\/\d+/);
  await page.context().close();
}

/** The year's fund plan by class and by project: tabs are of one moment, a year is of this part alone, stands in the address and goes with its figures. */
async function picksYear(page: Page, words: (typeof WORDS)[keyof typeof WORDS]): Promise<void> {
  const [fund, plan] = [words.fund, words.plan].map((name) => page.getByRole('region', { name, exact: true })) as [Locator, Locator];
  const total = fund.locator('tfoot td').last();
  const [classes, others] = [await total.textContent(), await plan.locator('tfoot td').last().textContent()];
  await fund.getByRole('tab').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(fund.getByRole('tab', { name: words.byProject })).toHaveAttribute('aria-selected', 'true');
  await expect(fund.getByRole('tab', { name: words.byProject })).toBeFocused();
  await expect(fund.getByRole('tabpanel').locator('tbody tr')).toHaveCount(6);
  await expect(total).toHaveText(classes!);
  const year = fund.getByRole('textbox', { name: words.year });
  const present = Number(await year.inputValue());
  const pick = async (next: number) => {
    await year.fill(String(next));
    await expect(year).toHaveValue(String(next));
    await year.press('Enter');
  };
  await pick(present - 1);
  await expect(page).toHaveURL(new RegExp(`years=.*fund.*${present - 1}`));
  await expect(total).not.toHaveText(classes!);
  await expect(plan.locator('tfoot td').last()).toHaveText(others!);
  await isReachable(page, `desktop of ${present - 1}`);
  // a figure leads to the months of that year
  await fund.locator('tfoot button').last().press('Enter');
  await expect(page).toHaveURL(new RegExp(`/main/list/plan_month.*${present - 1}-12-31`));
  await page.goBack();
  await expect(year).toHaveValue(String(present - 1));
  await pick(2001);
  await expect(fund.getByText(words.nothing)).toBeVisible();
  await pick(present);
  await expect(page).not.toHaveURL(/years=/);
  await expect(total).toHaveText(classes!);
}

/** One's shortcuts: what is there already is told by its name, deleting asks, and what is saved stands on the desktop. */
async function setsUp(page: Page): Promise<void> {
  const row = page.getByRole('region', { name: '快捷方式', exact: true });
  await row.getByRole('button', { name: /^(设置快捷方式|添加)$/ }).click();
  const dialog = page.getByRole('dialog', { name: '设置快捷方式' });
  const add = (name: string) => dialog.getByRole('button', { name: `添加 ${name}`, exact: true }).click();
  await add('项目台账');
  await add('立项审批');
  await add('项目台账');
  await expect(page.getByText('“项目台账”已添加')).toBeVisible();
  await dialog.getByRole('button', { name: '删除 立项审批', exact: true }).click();
  await page.getByRole('dialog', { name: '删除快捷方式“立项审批”？' }).getByRole('button', { name: '删除', exact: true }).click();
  await expect(dialog.getByRole('button', { name: '删除 立项审批' })).toHaveCount(0);
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('保存成功')).toBeVisible();
  await row.getByRole('button', { name: '项目台账', exact: true }).click();
  await expect(page).toHaveURL(/\/main\/list\/project/);
  await page.goBack();
}

/** A second try finds none of the first. */
async function forget(person: Person): Promise<void> {
  const { rows } = await person.call('/app', 'List', { cloud: 'shortcut' });
  for (const { id, version } of rows) await person.call('/app', 'Modify', { cloud: 'shortcut', id, version, content: '[]' });
}

test('DESK-01 DESK-02 DESK-04 the desktop is the first tab in both languages: what waits opens, figures lead to their records', async ({
  browser,
  baseURL,
}) => {
  const item = `桌面待办${Date.now()}`;
  await filed(baseURL!, item);
  const person = await signIn(baseURL!, 'depthead');
  await forget(person);
  await begins(browser, person, 'zh_CN', item);
  await begins(browser, person, 'en_US', item);
});

test('DESK-03 on a phone a desktop begins with what waits: its filter opens by a press, shortcuts that nobody set up wait at its end', async ({
  browser,
  baseURL,
}) => {
  const page = await windowFor(browser, await signIn(baseURL!, 'safety'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/main/board/desktop?myCode=zb');
  const waits = page.getByRole('region', { name: '我的事项' });
  await expect(waits).toBeVisible();
  const filters = page.getByRole('form', { name: '筛选条件' });
  await expect(filters).toHaveCount(0);
  const top = async (of: ReturnType<Page['locator']>) => (await of.boundingBox())!.y;
  expect(await top(page.getByRole('button', { name: '设置快捷方式' }))).toBeGreaterThan(await top(waits));
  await page.getByRole('button', { name: '筛选条件' }).click();
  await expect(filters).toBeVisible();
  await isReachable(page, 'a desktop on a phone');
  await page.context().close();
});
