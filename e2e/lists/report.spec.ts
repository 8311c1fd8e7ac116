import { type Browser, expect } from '@playwright/test';
import readSheet from 'read-excel-file/node';
import type { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { signIn } from '../support/beside.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const WORDS = {
  zh_CN: {
    reports: '报表',
    classes: '各类项目分阶段',
    records: (n: number) => `共 ${n} 条`,
    quarters: '季',
    quarter: /第 \d 季度/,
    take: '导出 Excel',
    file: /^单位年度开工 \d{4}-\d\d-\d\d\.xlsx$/,
    year: '去年同期',
  },
  en_US: {
    reports: 'Reports',
    classes: 'Classes by stage',
    records: (n: number) => `${n} records`,
    quarters: 'Quarters',
    quarter: /Q\d \d{4}/,
    take: 'Export to Excel',
    file: /^Started by unit and year \d{4}-\d\d-\d\d\.xlsx$/,
    year: 'Year before',
  },
} as const;

async function reads(browser: Browser, person: Person, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const { data, rows } = await person.call('/report', 'Index', { cloud: 'project_by_class', rows: '10' });
  const { num } = (data as unknown as { total: { num: number } }).total;
  const page = await windowFor(browser, person, locale);
  await page.setViewportSize({ width: 1440, height: 900 });
  // by its entry of the menu
  await page.goto('/main?myCode=zb');
  await page
    .getByRole('link', { name: words.classes })
    .or(page.getByRole('menuitem', { name: words.classes }))
    .or(page.getByRole('button', { name: words.classes }))
    .first()
    .click();
  await expect(page).toHaveURL(/\/main\/report\/project_by_class/);
  const table = page.getByRole('table');
  await expect(table.locator('tbody tr')).toHaveCount(rows.length);
  await isReachable(page, `report ${locale}`);
  // the total leads to just the records that it counts
  await table.locator('tfoot button').first().press('Enter');
  await expect(page).toHaveURL(/\/main\/list\/project/);
  await expect(page.getByText(words.records(num), { exact: true })).toBeVisible();
  await page.goBack();
  // so does a sum on a line, and the list adds up to the same
  const sum = table.locator('tbody tr').first().locator('td').nth(1).getByRole('button');
  const figure = await sum.textContent();
  await sum.click();
  await expect(page).toHaveURL(/\/main\/list\/project/);
  await expect(page.getByRole('grid').getByText(figure!, { exact: true }).last()).toBeVisible();
  // periods are switched, and stand in the address
  await page.goto('/main/report/unit_begin');
  await page.getByRole('radio', { name: words.quarters, exact: true }).click();
  await expect(page).toHaveURL(/period=QUARTER/);
  await expect(table.locator('tbody')).toContainText(words.quarter);
  // what stands there is taken away whole, and another program reads the same
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: words.take }).click()]);
  expect(file.suggestedFilename()).toMatch(words.file);
  const [sheet] = await readSheet(await file.path());
  const whole = await person.call('/report', 'Chart', { cloud: 'unit_begin', period: 'QUARTER' });
  const cells = sheet!.data.slice(-whole.rows.length - 1);
  expect(cells.map((row) => row[2])).toEqual(
    [...whole.rows, (whole.data as { total: object }).total].map((line) => (line as { num: number }).num),
  );
  expect(String(cells[1]![1])).toMatch(words.quarter);
  // plan and execution of two tables; what they were a year before leads to the records of those days
  await page.goto('/main/report/year_execution?_value=2026');
  await page.getByRole('radio', { name: words.year, exact: true }).click();
  await expect(page).toHaveURL(/compare=year/);
  const was = table.locator('tfoot td').nth(5).getByRole('button');
  const before = await was.textContent();
  await was.click();
  await expect(page).toHaveURL(/\/main\/list\/fund_exec/);
  await expect(page.getByRole('grid').getByText(before!, { exact: true }).last()).toBeVisible();
}

test('PAGES-07 a report by class and stage is read in both languages, and each figure leads to its records', async ({
  browser,
  baseURL,
}) => {
  const person = await signIn(baseURL!, 'investmgr');
  await reads(browser, person, 'zh_CN');
  await reads(browser, person, 'en_US');
});
