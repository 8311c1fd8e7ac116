import { expect } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

/** Ends what a person has planned: nobody acts for him afterwards. */
async function freed(url: string, who: string): Promise<void> {
  const him = await Person.signIn(url, who, 'demo', PASSWORD);
  const { rows } = await him.call('/flow', 'Agents', {});
  for (const { id } of rows as { id: number }[]) await him.call('/flow', 'EndAgent', { id });
}

test('FLOW-01 FRAME-13 somebody who goes away says who decides for him, is told what is wrong, and ends it', async ({
  browser,
  baseURL,
}) => {
  await freed(baseURL!, 'depthead');
  const page = await windowOf(browser, baseURL!, 'depthead', PASSWORD);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/main/profile?tab=away');
  await expect(page.getByRole('heading', { level: 2, name: '外出与代理' })).toBeVisible();
  const form = page.getByRole('form', { name: '安排代理' });
  await form.getByRole('button', { name: '保存安排' }).click();
  await expect(form.getByText('请选择代理人')).toBeVisible();
  await expect(form.getByText('请填写日期')).toHaveCount(2);
  await isReachable(page, 'who is away, with what is missing');

  await form.getByRole('combobox', { name: '代理人' }).fill('周');
  await page.locator('.ant-select-item-option').first().click();
  await form.getByRole('textbox', { name: '开始日期' }).fill('2026-01-02');
  await form.getByRole('textbox', { name: '结束日期' }).fill('2026-01-03');
  await page.keyboard.press('Tab');
  await form.getByRole('button', { name: '保存安排' }).click();
  await expect(form.getByText('结束时间应晚于开始时间和现在')).toBeVisible();

  const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await form.getByRole('textbox', { name: '结束日期' }).fill(until);
  await page.keyboard.press('Tab');
  await form.getByRole('textbox', { name: '说明' }).fill('年假');
  await form.getByRole('button', { name: '保存安排' }).click();
  const mine = page.getByRole('list', { name: '我的代理安排' });
  await expect(mine).toContainText('年假');
  await expect(mine).toContainText('进行中');
  await isReachable(page, 'who is away, with an agent');
  await mine.getByRole('button', { name: '提前结束' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '提前结束' }).click();
  await expect(mine).toHaveCount(0);
});

test('FLOW-01 on a phone, in English: the same', async ({ browser, baseURL }) => {
  await freed(baseURL!, 'legal');
  const page = await windowOf(browser, baseURL!, 'legal', PASSWORD, 'en_US');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/main/profile?tab=away');
  await expect(page.getByRole('form', { name: 'Plan an absence' })).toBeVisible();
  await isReachable(page, 'an absence on a phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
