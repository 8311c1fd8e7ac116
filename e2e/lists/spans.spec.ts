import { type Browser, expect } from '@playwright/test';
import type { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { signIn } from '../support/beside.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const WORDS = {
  zh_CN: {
    ...{ filters: '筛选条件', search: '查询', span: '计划完工：按今天推算的时段', year: '本年', more: /^更多/, chip: /计划完工\s*本年/ },
    ...{ records: (n: number) => `共 ${n} 条`, province: '内蒙古自治区', coal: '煤电', total: '合计' },
  },
  en_US: {
    ...{ filters: 'Filters', search: 'Search', span: 'Planned end: period by today', year: 'This year', more: /^More/ },
    ...{ chip: /Planned end\s*This year/, records: (n: number) => `${n} records`, province: 'Inner Mongolia' },
    ...{ coal: 'Coal', total: 'Total' },
  },
} as const;
type Locale = keyof typeof WORDS;

async function narrowed(browser: Browser, person: Person, locale: Locale): Promise<void> {
  const words = WORDS[locale];
  const filters = { fields: { plan_end: { op: 'during', value: 'year' } } };
  const { total } = await person.call('/app', 'Page', { cloud: 'project', rows: 1, filters });
  expect(total).toBeGreaterThan(0);
  const page = await windowFor(browser, person, locale);
  await page.goto('/main/list/project?myCode=zb');
  await expect(page.getByRole('grid')).toBeVisible();
  await page
    .getByRole('button', { name: /^(筛选条件|Filters?)$/ })
    .first()
    .click();
  const form = page.getByRole('form', { name: words.filters });
  await form.getByRole('button', { name: words.more }).click();
  await form.getByRole('combobox', { name: words.span }).click();
  await page.getByTitle(words.year, { exact: true }).click();
  await isReachable(page, `${locale} filters with a span`);
  await form.getByRole('button', { name: words.search }).click();
  await expect(page).toHaveURL(/during/);
  const isNarrowed = async () => {
    await expect(page.getByRole('button', { name: words.chip }).or(page.getByText(words.chip)).first()).toBeVisible();
    await expect(page.getByText(words.records(total!), { exact: true }).first()).toBeVisible();
  };
  await isNarrowed();
  // its address means the same to whoever opens it
  const beside = await windowFor(browser, person, locale);
  await beside.goto(page.url());
  await expect(beside.getByText(words.records(total!), { exact: true }).first()).toBeVisible();
  await page.reload();
  await isNarrowed();
}

test.describe('LIST-09 a filter of days by a span beside today', () => {
  for (const locale of ['zh_CN', 'en_US'] as const)
    test(locale, async ({ browser, baseURL }) => narrowed(browser, await signIn(baseURL!, 'admin'), locale));
});

test.describe('PAGES-07 China’s power by province on the map, and the lines behind it', () => {
  for (const locale of ['zh_CN', 'en_US'] as const)
    test(locale, async ({ browser, baseURL }) => {
      const words = WORDS[locale];
      const admin = await signIn(baseURL!, 'admin');
      const page = await windowFor(browser, await admin.inDomain('全国电力项目'), locale);
      try {
        await page.goto('/main/report/power_map');
        const map = page.getByRole('application').first();
        await expect(map.locator('svg')).toBeVisible();
        for (const [name, figures] of [
          [words.province, /273,092\.00.*573/],
          [words.coal, /261,752\.00.*562/],
          [words.total, /3,511,376\.15.*7,203/],
        ] as const)
          await expect(page.locator('tr').filter({ hasText: name }).filter({ hasText: figures }).first()).toBeVisible();
        await isReachable(page, `${locale} power by province`);
      } finally {
        // where one works is kept: others begin there
        await admin.inDomain('远山集团');
      }
    });
});
