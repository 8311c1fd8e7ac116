import { type Browser, expect, type Page } from '@playwright/test';
import { monthSaid } from '#protocol/rules/report/past/month.ts';
import type { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { signIn } from '../support/beside.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const WORDS = {
  zh_CN: {
    ...{
      pick: '查看往月',
      back: '回到现在',
      first: (month: string) => `最早的记录始于 ${month}`,
      asOf: (month: string) => `截至 ${month}末`,
      since: (month: string) => `最早的记录始于 ${month}。`,
    },
    ...{ total: '项目总投资', rate: '本年投资计划执行率' },
  },
  en_US: {
    ...{
      pick: 'Past month',
      back: 'Back to now',
      first: (month: string) => `Records begin in ${month}`,
      asOf: (month: string) => `As of end of ${month}`,
      since: (month: string) => `records begin in ${month}.`,
    },
    ...{ total: 'Total investment', rate: 'Investment plan done' },
  },
} as const;

/** Two months ago, and this one: of both there are plans and work, of the ledger there is nothing before it was seeded. */
const [MONTH, NOW] = [2, 0].map((back) => {
  const at = new Date(Date.now() + 8 * 3_600_000);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back, 15)).toISOString().slice(0, 7);
}) as [string, string];

/** Months before the first are not offered, and the page says which it is. */
async function startsAt(page: Page, words: string, month: string): Promise<void> {
  const calendar = page.locator('.ant-picker-dropdown').filter({ visible: true });
  await expect(calendar).toContainText(words);
  const back = calendar.locator('.ant-picker-header-super-prev-btn');
  for (let year = Number(NOW.slice(0, 4)); year > Number(month.slice(0, 4)); year--) await back.click();
  await expect(back).toBeDisabled();
  await expect(calendar.locator('.ant-picker-cell-disabled')).toHaveCount(Number(month.slice(5)) - 1);
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

interface Part {
  uid: string;
  data: { total: { num: number; done: string } };
}

/** The leadership view at the end of a month before: its figures go back, one opens the list of then, and all is as before with one press. */
async function back(browser: Browser, person: Person, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const told = async (as_of?: string): Promise<Part[]> =>
    (await person.call('/report', 'Index', { cloud: 'EI', ...(as_of ? { as_of } : {}) })).rows as unknown as Part[];
  const done = (parts: Part[]) => Number(parts.find(({ uid }) => uid === 'capex.b.ei.invest')!.data.total.done);
  const [now, then] = [await told(), await told(MONTH)];
  expect(done(then)).toBeGreaterThan(0);
  expect(done(then)).not.toBe(done(now));

  const page = await windowFor(browser, person, locale);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/EI');
  const rate = part(page, words.rate);
  await expect(rate).toBeVisible();
  const figure = (value: number) => rate.getByRole('button', { name: value.toLocaleString('en-US', { minimumFractionDigits: 2 }) });
  await expect(figure(done(now))).toBeVisible();

  const pick = page.getByLabel(words.pick);
  await pick.click();
  const first = String((await person.call('/sys', 'LoadReport', { cloud: 'EI', since: '1' })).data.since);
  // plans go back further than the ledger
  expect(first < MONTH).toBe(true);
  await startsAt(page, words.first(monthSaid(first, locale)), first);
  await pick.fill(MONTH);
  await pick.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/EI\\?as_of=${MONTH}$`));
  await expect(figure(done(then))).toBeVisible();
  const bar = page.getByRole('status').filter({ hasText: words.asOf(monthSaid(MONTH, locale)) });
  await expect(bar).toContainText(words.since(monthSaid(NOW, locale)));
  await isReachable(page, `leadership view of a month before ${locale}`);

  // a figure of the ledger opens the list of then: there was nothing
  await part(page, words.total).getByRole('button', { name: / 0/ }).click();
  await expect(page).toHaveURL(new RegExp(`/main/list/project\\?.*_as_of=${MONTH}`));
  await expect(bar).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toHaveCount(0);
  await isReachable(page, `list of a month before ${locale}`);
  await bar.getByRole('button', { name: words.back }).click();
  await expect(page).toHaveURL(/\/main\/list\/project\?(?!.*_as_of)/);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.goBack();
  await expect(bar).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/EI\\?as_of=${MONTH}$`));

  // what was done by then opens the rows that it counts, of now
  await figure(done(then)).click();
  await expect(page).toHaveURL(/\/main\/list\/fund_exec\?(?!.*_as_of)/);
  await expect(
    page
      .getByRole('grid')
      .getByText(done(then).toLocaleString('en-US', { minimumFractionDigits: 2 }), { exact: true })
      .last(),
  ).toBeVisible();
  await page.goBack();

  await bar.getByRole('button', { name: words.back }).click();
  await expect(page).toHaveURL(/\/EI$/);
  await expect(figure(done(now))).toBeVisible();
  await expect(bar).toHaveCount(0);
  // nothing of it on the wall
  await page.goto(`/EI?wall=1&as_of=${MONTH}`);
  await expect(part(page, words.rate)).toContainText(done(now).toLocaleString('en-US', { minimumFractionDigits: 2 }));
  await expect(page.getByLabel(words.pick)).toHaveCount(0);
  await expect(bar).toHaveCount(0);
  await page.context().close();
}

test('CAPEX-02 PAGES-07 the leadership view of a month before in both languages: figures go back, one opens the list of then, and back to now', async ({
  browser,
  baseURL,
}) => {
  const leader = await signIn(baseURL!, 'leader');
  await back(browser, leader, 'zh_CN');
  await back(browser, leader, 'en_US');
});

test('CAPEX-02 PAGES-07 on a phone a month is picked and left, and a report says it in its address too', async ({ browser, baseURL }) => {
  const words = WORDS.zh_CN;
  const page = await windowFor(browser, await signIn(baseURL!, 'leader'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/EI');
  await page.getByLabel(words.pick).fill(MONTH);
  await page.getByLabel(words.pick).press('Enter');
  const bar = page.getByRole('status').filter({ hasText: words.asOf(monthSaid(MONTH, 'zh_CN')) });
  await expect(bar).toBeVisible();
  await isReachable(page, 'leadership view of a month before, phone');
  await bar.getByRole('button', { name: words.back }).click();
  await expect(page).toHaveURL(/\/EI$/);
  await page.goto('/main/report/year_execution');
  await page.getByLabel(words.pick).fill(MONTH);
  await page.getByLabel(words.pick).press('Enter');
  await expect(page).toHaveURL(new RegExp(`_as_of=${MONTH}`));
  await expect(bar).toBeVisible();
  await isReachable(page, 'report of a month before, phone');
  await page.reload();
  await expect(bar).toBeVisible();
  // a month that has not ended is none: the report of now
  await page.goto('/main/report/year_execution?_as_of=2999-01');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test('LIST-13 LIST-02 nothing is offered in a list of a month before, and all of it again now', async ({ browser, baseURL }) => {
  const page = await windowFor(browser, await signIn(baseURL!, 'applicant'));
  await page.goto(`/main/list/initiation?_as_of=${MONTH}`);
  const bar = page.getByRole('status').filter({ hasText: WORDS.zh_CN.asOf(monthSaid(MONTH, 'zh_CN')) });
  await expect(bar).toBeVisible();
  const offered = page.getByRole('toolbar').getByRole('button');
  await expect(offered).toHaveCount(0);
  await bar.getByRole('button', { name: WORDS.zh_CN.back }).click();
  await expect(offered.first()).toBeVisible();
});
