import { expect, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words, visible: true }).first();

test('FLOW-07 an administrator sets the hours of summer and a holiday of days; what cannot be is told at its field', async ({
  browser,
  baseURL,
}) => {
  const admin = await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD);
  const page = await windowFor(browser, admin);
  await page.setViewportSize({ width: 1440, height: 900 });
  const save = () => page.getByRole('button', { name: '保存', exact: true }).click();
  const stamp = String(Date.now()).slice(-6);
  try {
    await page.goto('/main?myCode=SYS');
    await page.getByRole('navigation', { name: '菜单' }).getByText('工作时间', { exact: true }).click();
    await expect(page).toHaveURL(/\/main\/list\/work_time/);
    await expect(page.getByText('标准作息').first()).toBeVisible();
    await page.getByRole('button', { name: '新建' }).first().click();
    await field(page, '名称').fill(`夏令${stamp}`);
    await page.getByLabel('起始日期').first().fill('2031-06-01');
    await page.getByLabel('下午上班').first().fill('11:30');
    await page.keyboard.press('Tab');
    await save();
    await expect(alert(page, '两段工作时间不能重叠')).toBeVisible();
    await isReachable(page, 'hours that overlap');
    await page.getByLabel('下午上班').first().fill('14:30');
    await page.keyboard.press('Tab');
    await save();
    await expect(page.getByText(`夏令${stamp}`).first()).toBeVisible();
    await page.goto('/main/list/calendar_day');
    await page.getByRole('button', { name: '新建' }).first().click();
    await page.getByLabel(/^日期/).first().fill('2026-10-05');
    await page.getByLabel('截止日期').first().fill('2026-10-08');
    await field(page, '说明').fill(`停产${stamp}`);
    await save();
    await expect(alert(page, '已登记在“国庆节”中')).toBeVisible();
    await page.getByLabel(/^日期/).first().fill('2031-03-03');
    await page.getByLabel('截止日期').first().fill('2031-03-05');
    await page.keyboard.press('Tab');
    await save();
    await expect(page.getByText(`停产${stamp}`).first()).toBeVisible();
  } finally {
    for (const cloud of ['work_time', 'calendar_day'])
      for (const { id } of (await admin.call('/app', 'Page', { cloud, rows: 20, filters: { key_word: stamp } })).rows)
        await admin.call('/app', 'Delete', { cloud, id: Number(id) });
  }
});
