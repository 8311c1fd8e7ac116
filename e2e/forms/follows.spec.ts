import { type Browser, expect, type Page } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { windowFor } from '../support/people.ts';
import { samples } from '../support/samples.ts';
import { test } from '../support/test.ts';

const shown = samples();

const WORDS = {
  zh_CN: { save: '保存', addRow: '新建', defect: '有缺陷', off: '停运' },
  en_US: { save: 'Save', addRow: 'Add', defect: 'Defect', off: 'Out of service' },
} as const;

const field = (page: Page, name: string) => page.locator(`[data-place="${name}"]`).filter({ visible: true });
const box = (page: Page, name: string) => field(page, name).locator('input, textarea').first();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click();
const stored = async (cloud: string, id: number) => (await shown.admin.call('/app', 'Show', { cloud, id })).data as Record<string, unknown>;
const add = async (cloud: string, fields: Record<string, unknown>) => shown.admin.call('/app', 'Add', { cloud, ...fields });
const saved = async (page: Page, save: string): Promise<number> => {
  await press(page, save);
  await expect(page).toHaveURL(/\/Modify\/\d+/);
  return Number(/Modify\/(\d+)/.exec(page.url())![1]);
};
async function choose(page: Page, name: string, option: string): Promise<void> {
  await box(page, name).click();
  await page.locator('.ant-select-item-option').filter({ hasText: option, visible: true }).click();
}

/** The result of an inspection proposes when the next one is, for who fills the form in and for a program; what is typed over it stands. */
async function proposes(browser: Browser, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const code = locale === 'zh_CN' ? 'F-41' : 'F-42';
  const site = Number((await add('sample_site', { key_name: `${code} yard`, code })).data?.id);
  const page = await windowFor(browser, shown.admin, locale);
  await page.goto(`/main/form/sample_visit/Add?site_entity=${site}`);
  await expect(box(page, 'next_day')).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  await box(page, 'day').fill('2026-10-01');
  await page.keyboard.press('Tab');
  await expect(box(page, 'next_day')).toHaveValue('2026-10-31');
  await isReachable(page, 'a form in which one field follows from another');
  await choose(page, 'result', words.defect);
  await expect(box(page, 'next_day')).toHaveValue('2026-10-08');
  await box(page, 'key_name').fill(`${code} round`);
  await box(page, 'next_day').fill('2026-10-05');
  await page.keyboard.press('Enter');
  const id = await saved(page, words.save);
  expect(await stored('sample_visit', id)).toMatchObject({ result: { id: 2 }, next_day: '2026-10-05' });
  // a program that says nothing of it has what the form would propose
  const { version } = await stored('sample_visit', id);
  expect(await shown.admin.call('/app', 'Modify', { cloud: 'sample_visit', id, version, result: 3 })).toMatchObject({ code: 200 });
  expect(await stored('sample_visit', id)).toMatchObject({ next_day: '2026-10-02' });
  const made = await add('sample_visit', { key_name: `${code} told`, site_entity: site, day: '2026-11-01', hours: '1' });
  expect(await stored('sample_visit', Number(made.data?.id))).toMatchObject({ next_day: '2026-12-01' });
  const said = await add('sample_visit', {
    key_name: `${code} said`,
    site_entity: site,
    day: '2026-11-01',
    result: 2,
    hours: '1',
    next_day: '',
  });
  expect(await stored('sample_visit', Number(said.data?.id))).toMatchObject({ next_day: null });
  await page.context().close();
}

/** Materials of an order say how many pieces it takes, as they come, change and go. */
async function counts(browser: Browser, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const mark = locale === 'zh_CN' ? '5901' : '5902';
  const _subtables = { 'sample_line.sample_entity': [{ op: 'Add', item: 'oil', qty: 2, price: '1.5' }] };
  const order = await add('sample_type', {
    key_name: `pieces ${mark}`,
    urgent: 0,
    price: '1',
    pattern: `WO-${mark}`,
    state: 2,
    _subtables,
  });
  const id = Number(order.data?.id);
  expect(await stored('sample_type', id)).toMatchObject({ count: 2 });
  const page = await windowFor(browser, shown.admin, locale);
  await page.goto(`/main/form/sample_type/Modify/${id}`);
  await expect(box(page, 'count')).toHaveValue('2');
  const qty = (at: number) => page.locator('[data-place^="sample_line"][data-place$="/qty"] input').nth(at);
  await qty(0).fill('5');
  await expect(box(page, 'count')).toHaveValue('5');
  await box(page, 'count').fill('4');
  await press(page, words.save);
  await expect.poll(async () => (await stored('sample_type', id)).count, { timeout: 10_000 }).toBe(4);
  await page.context().close();
}

const LOCALES = ['zh_CN', 'en_US'] as const;
for (const locale of LOCALES) {
  test(`FORM-08 one field proposes another, and what is typed over it stands (${locale})`, ({ browser }) => proposes(browser, locale));
  test(`SUB-01 FORM-08 rows propose a field of their record (${locale})`, ({ browser }) => counts(browser, locale));
}
