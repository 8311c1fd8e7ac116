import { type Browser, expect, type Page } from '@playwright/test';
import type { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { filed, signIn } from '../support/beside.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const WORDS = {
  zh_CN: { todo: '我的事项', count: '项目总数', stage: '按阶段', records: (n: string) => `共 ${n} 条`, handled: /^已办/, home: '桌面' },
  en_US: {
    todo: 'My items',
    count: 'All projects',
    stage: 'By stage',
    records: (n: string) => `${n} records`,
    handled: /^Handled/,
    home: 'Desktop',
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
  const figure = (await part(words.stage).locator('tfoot button').first().textContent())!;
  await expect(part(words.count).locator('p').getByText(figure, { exact: true })).toBeVisible();
  await part(words.count).locator('p button').press('Enter');
  await expect(page).toHaveURL(/\/main\/list\/project/);
  await expect(page.getByText(words.records(figure), { exact: true })).toBeVisible();
  await page.goBack();
  await expect(total).toBeVisible();
  await part(words.todo).getByRole('tab', { name: words.handled }).click();
  await expect(part(words.todo).getByRole('button', { name: item })).toHaveCount(0);
  if (locale === 'zh_CN') await setsUp(page);
  // what waits opens to be decided
  await part(words.todo).getByRole('tab').first().click();
  await part(words.todo).getByRole('button', { name: item }).click();
  await expect(page).toHaveURL(/\/main\/form\/initiation\/Review\/\d+/);
  await page.context().close();
}

/** One's shortcuts: what is there already is told by its name, deleting asks, and what is saved stands on the desktop. */
async function setsUp(page: Page): Promise<void> {
  const row = page.getByRole('region', { name: '快捷方式', exact: true });
  await row.getByRole('button', { name: '添加', exact: true }).click();
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
