import { type Browser, expect, type Page } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { signIn } from '../support/beside.ts';
import { windowFor } from '../support/people.ts';
import { samples } from '../support/samples.ts';
import { test } from '../support/test.ts';

const shown = samples();

const WORDS = {
  zh_CN: {
    ...{ parts: ['待办事项', '我的事项', '未读消息', '公告', '系统通知', '工作动态', '最近查看', '使用说明'] },
    ...{ text: '文字', active: '最近查看', by: /郑岚 查看/, more: '系统通知：更多', link: '开放数据平台', note: '使用说明' },
  },
  en_US: {
    ...{ parts: ['To-do', 'My items', 'Unread messages', 'Bulletin', 'System notices', 'Work dynamics', 'Activity', 'How to use it'] },
    ...{ text: 'text', active: 'Activity', by: /Opened by /, more: 'System notices: more', link: 'Open data', note: 'How to use it' },
  },
} as const;

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function walks(browser: Browser, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const page = await windowFor(browser, shown.admin, locale);
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.goto('/main/board/sample_desk');
  for (const name of words.parts) await expect(part(page, name)).toBeVisible();
  // Markdown, and a link that leads outside
  await expect(part(page, words.note).locator('strong')).toHaveText(words.text);
  await expect(part(page, words.note).getByRole('link', { name: words.link })).toHaveAttribute('href', /^https:\/\/opendata/);
  await isReachable(page, `workbench ${locale}`);
  // all that one was told; the record that somebody opened
  await part(page, words.parts[4]!).getByRole('button', { name: words.more }).click();
  await expect(page).toHaveURL(/\/message/);
  await page.goBack();
  const opened = part(page, words.active).getByRole('button').filter({ hasText: words.by });
  await opened.first().press('Enter');
  await expect(page).toHaveURL(/\/main\/form\/sample_site\/Show\/\d+/);
  await page.context().close();
}

test('DESK-02 what a board says without figures: a text, messages, who opened what, in both languages', async ({ browser }) => {
  const one = async (cloud: string, fields: object) =>
    (await shown.admin.call('/app', 'Page', { cloud, page: 1, rows: 1, filters: JSON.stringify({ fields }) })).rows![0]!;
  const [person, role] = [await one('user', { login_name: 'depthead' }), await one('role', { code: 'sample_reviewer' })];
  const all = [...(person.role_entities as { id: number }[]).map(({ id }) => id), role.id];
  const given = await shown.admin.call('/app', 'Modify', { cloud: 'user', id: person.id, role_entities: `,${all.join()},` });
  expect(given.code, given.remark).toBe(200);
  const other = await signIn(shown.url, 'depthead');
  const { rows } = await other.call('/app', 'Page', { cloud: 'sample_site', page: 1, rows: 1 });
  const looked = await other.call('/app', 'Show', { cloud: 'sample_site', id: rows![0]!.id });
  expect(looked.code, looked.remark).toBe(200);
  await walks(browser, 'zh_CN');
  await walks(browser, 'en_US');
});
