import { type Browser, expect, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const heads = (page: Page) => page.getByRole('grid').getByRole('columnheader').filter({ hasText: /\S/ });
const named = async (page: Page) => (await heads(page).allInnerTexts()).map((text) => text.trim());

async function forget(person: Person): Promise<void> {
  for (const { id } of (await person.call('/app', 'List', { cloud: 'define' })).rows)
    await person.call('/app', 'Delete', { cloud: 'define', id: String(id) });
}

const WORDS = {
  zh_CN: {
    panel: '显示设置',
    code: '项目编号',
    move: /^移动“项目名称”/,
    hide: '显示“项目编号”',
    width: /^“项目名称”的宽度/,
    save: '保存',
    reset: '恢复默认',
  },
  en_US: {
    panel: 'Display settings',
    code: 'Number',
    move: /^Move Project:/,
    hide: 'Show Number',
    width: /^Width of Project;/,
    save: 'Save',
    reset: 'Reset',
  },
} as const;

async function laysOut(browser: Browser, person: Person, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const page = await windowFor(browser, person, locale);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/main/list/project');
  await expect(heads(page).first()).toBeVisible();
  const before = await named(page);
  const other = await page.context().newPage();
  await other.goto('/main/list/project');
  await expect(heads(other).first()).toBeVisible();
  const panel = page.getByRole('complementary', { name: words.panel });
  await page.getByRole('button', { name: words.panel }).click();
  await isReachable(page, `layout ${locale}`);
  await panel.getByRole('button', { name: words.move }).press('ArrowDown');
  await panel.getByRole('textbox', { name: words.width }).fill('20');
  await panel.getByRole('button', { name: words.save, exact: true }).click();
  await expect(panel.getByRole('alert')).toBeVisible();
  await panel.getByRole('textbox', { name: words.width }).fill('333');
  await panel.getByRole('checkbox', { name: words.hide }).uncheck();
  await panel.getByRole('button', { name: words.save, exact: true }).click();
  await expect(panel).toHaveCount(0);
  await expect.poll(() => named(page), { timeout: 10_000 }).not.toContain(words.code);
  const now = await named(page);
  expect(now.length).toBe(before.length - 1);
  // in force in the person's other window, and after a reload
  await expect.poll(() => named(other), { timeout: 10_000 }).toEqual(now);
  await page.reload();
  await expect.poll(() => named(page), { timeout: 10_000 }).toEqual(now);
  // a head is dragged before another one; it stays there
  await heads(page)
    .nth(2)
    .dragTo(heads(page).nth(1), { targetPosition: { x: 6, y: 10 } });
  await expect.poll(() => named(page), { timeout: 10_000 }).toEqual([now[0], now[2], now[1], ...now.slice(3)]);
  await page.reload();
  await expect.poll(() => named(page), { timeout: 10_000 }).toEqual([now[0], now[2], now[1], ...now.slice(3)]);
  await page.getByRole('button', { name: words.panel }).click();
  await panel.getByRole('button', { name: words.reset }).click();
  await expect.poll(() => named(page), { timeout: 10_000 }).toEqual(before);
}

for (const locale of ['zh_CN', 'en_US'] as const)
  test(`LIST-10 a list lies as its reader sets it, in every window of his, until he takes it back: ${locale}`, async ({
    browser,
    baseURL,
  }) => {
    const person = await Person.signIn(baseURL!, 'viewer', 'demo', PASSWORD);
    await forget(person);
    try {
      await laysOut(browser, person, locale);
    } finally {
      await forget(person);
    }
  });
