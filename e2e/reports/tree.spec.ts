import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import readSheet from 'read-excel-file/node';
import type { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { signIn } from '../support/beside.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const WORDS = {
  zh_CN: {
    ...{
      title: '各级单位投资',
      total: '合计',
      all: '全部展开',
      none: '全部收起',
      take: '导出 Excel',
      group: '远山集团',
      itself: '（本级）',
    },
    ...{ note: '每一行都含其全部下级', paid: '单位年度支付' },
    records: (n: string) => `共 ${n} 条`,
  },
  en_US: {
    ...{ title: 'Investment by unit', total: 'Total', all: 'Expand all', none: 'Collapse all', take: 'Export to Excel' },
    ...{ group: 'Yuanshan Group', itself: ' itself', note: 'Each line counts all that stands below it too', paid: 'Paid by unit and year' },
    records: (n: string) => (n === '1' ? '1 record' : `${n} records`),
  },
} as const;
type Words = (typeof WORDS)[keyof typeof WORDS];

const gridOf = (page: Page): Locator => page.getByRole('treegrid');
const at = (page: Page): Locator => gridOf(page).locator('[data-at]');
const rows = (page: Page): Locator => gridOf(page).locator('tbody tr');
const numOf = async (row: Locator): Promise<string> => (await row.locator('td').first().textContent())!;

/** The keyboard goes in, to a unit's figure and back; what it counts is its list. */
async function walks(page: Page, words: Words): Promise<void> {
  const grid = gridOf(page);
  await expect(rows(page).first()).toContainText(words.group);
  await expect(page.getByText(words.note)).toBeVisible();
  await isReachable(page, 'tree');
  await grid.focus();
  await page.keyboard.press('Control+Home');
  await expect(rows(page).first()).toHaveAttribute('aria-expanded', 'true');
  const open = await rows(page).count();
  await page.keyboard.press('ArrowLeft');
  await expect(rows(page).first()).toHaveAttribute('aria-expanded', 'false');
  expect(await rows(page).count()).toBeLessThan(open);
  await page.keyboard.press('ArrowRight');
  await expect(rows(page)).toHaveCount(open);
  // to the first unit that has others below it
  while ((await grid.locator('tr:has([data-at])').getAttribute('aria-expanded')) !== 'false') await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(grid.locator('tr:has([data-at])')).toHaveAttribute('aria-expanded', 'true');
  expect(await rows(page).count()).toBeGreaterThan(open);
  await page.keyboard.press('ArrowRight');
  await expect(grid).toHaveAttribute('aria-activedescendant', (await at(page).getAttribute('id'))!);
  const figure = (await at(page).textContent())!;
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/main\/list\/project/);
  await expect(page.getByText(words.records(figure), { exact: true }).last()).toBeVisible();
  await page.goBack();
  await expect(rows(page).first()).toBeVisible();
}

/** Each line is those directly below it, read off the screen; what is taken away and printed says the same. */
async function addsUp(page: Page, words: Words): Promise<void> {
  await page.getByRole('button', { name: words.all, exact: true }).click();
  const lines = await rows(page).evaluateAll((all) =>
    all.map((row) => ({
      level: Number(row.getAttribute('aria-level')),
      name: row.querySelector('th')!.textContent!,
      num: Number(row.querySelector('td')!.textContent!.replaceAll(',', '')),
    })),
  );
  expect(lines.length).toBeGreaterThan(8);
  for (const [nth, line] of lines.entries()) {
    const end = lines.findIndex(({ level }, to) => to > nth && level <= line.level);
    const below = lines.slice(nth + 1, end < 0 ? undefined : end).filter(({ level }) => level === line.level + 1);
    if (below.length > 0)
      expect(
        below.reduce((sum, { num }) => sum + num, 0),
        line.name,
      ).toBe(line.num);
  }
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: words.take }).click()]);
  const [sheet] = await readSheet(await file.path());
  const taken = sheet!.data.slice(-lines.length - 1);
  expect(taken.map(([name, num]) => [name, num]).slice(0, -1)).toEqual(lines.map(({ name, num }) => [name, num]));
  expect(taken.at(-1)![0]).toBe(words.total);
  await page.getByRole('button', { name: words.none, exact: true }).click();
  expect(await rows(page).count()).toBeLessThan(lines.length);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(rows(page)).toHaveCount(lines.length);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: null });
}

/** Units of the second tier down a pivot: a figure of one leads to all below it. */
async function tiers(page: Page, words: Words): Promise<void> {
  await page.goto('/main/report/unit_year');
  const grid = page.getByRole('grid');
  await expect(page.getByRole('heading', { name: words.paid })).toBeVisible();
  const cell = grid
    .getByRole('gridcell')
    .filter({ hasText: /^\d[\d,]*\.\d\d$/ })
    .first();
  const figure = (await cell.textContent())!;
  await cell.click();
  await expect(page).toHaveURL(/\/main\/list\/fund_exec/);
  expect(decodeURIComponent(page.url())).toContain('"op":"below"');
  await expect(page.getByRole('grid').getByText(figure, { exact: true }).last()).toBeVisible();
}

async function reads(browser: Browser, person: Person, locale: keyof typeof WORDS): Promise<void> {
  const page = await windowFor(browser, person, locale);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/main/report/unit_tree');
  await expect(page.getByRole('heading', { name: WORDS[locale].title })).toBeVisible();
  await walks(page, WORDS[locale]);
  await addsUp(page, WORDS[locale]);
  await tiers(page, WORDS[locale]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/main/report/unit_tree');
  await expect(rows(page).first()).toBeVisible();
  await isReachable(page, 'tree on a phone');
  // a finger opens and closes a unit
  const first = rows(page).first();
  await first.locator('th').click();
  await expect(first).toHaveAttribute('aria-expanded', 'false');
  expect(await numOf(first)).toBe(await numOf(gridOf(page).locator('tfoot tr')));
  await page.context().close();
}

test('PAGES-07 A11Y a tree is read, walked through, opened, taken away and printed, in both languages', async ({ browser, baseURL }) => {
  const person = await signIn(baseURL!, 'investmgr');
  await reads(browser, person, 'zh_CN');
  await reads(browser, person, 'en_US');
});
