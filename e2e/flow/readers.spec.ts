import { expect } from '@playwright/test';
import { openListed } from '../support/lists.ts';
import { windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

test('FORM-12 FORM-01 who viewed a record stands beside it, in both languages', async ({ browser, baseURL }) => {
  const depthead = await windowOf(browser, baseURL!, 'depthead', PASSWORD);
  await depthead.goto('/main/list/initiation?myCode=zb');
  await openListed(depthead, '智慧冷链配送中心');
  await expect(depthead.getByRole('heading', { level: 1, name: '智慧冷链配送中心' })).toBeVisible();
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await page.goto('/main/list/initiation?myCode=zb');
  await openListed(page, '智慧冷链配送中心');
  await page.getByRole('tab', { name: '阅读记录' }).click();
  const readers = page.getByRole('tabpanel', { name: '阅读记录' });
  await expect(readers).toContainText(/\d+ 人看过此记录/);
  await expect(readers.getByRole('listitem').filter({ hasText: '郑岚' })).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d/);
  await expect(readers.getByRole('listitem').filter({ hasText: '孙浩然' })).toBeVisible();
  const chosen = page.waitForResponse(/op=Choose/);
  await page.getByRole('button', { name: /English/ }).click();
  await expect(page.getByRole('tabpanel', { name: 'Viewed by' })).toContainText(/\d+ people viewed this record/);
  await expect(page.getByRole('listitem').filter({ hasText: 'Zheng Lan' }).first()).toBeVisible();
  await chosen;
  const back = page.waitForResponse(/op=Choose/);
  await page.getByRole('button', { name: /中文/ }).click();
  await back;
});
