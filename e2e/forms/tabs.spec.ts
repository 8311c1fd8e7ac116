import { type Browser, expect, type Page } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { signIn } from '../support/beside.ts';
import { windowFor } from '../support/people.ts';
import { samples } from '../support/samples.ts';
import { test } from '../support/test.ts';

const shown = samples();

const WORDS = {
  zh_CN: {
    ...{
      form: '基本信息',
      unsaved: '基本信息（未保存）',
      visits: '巡检记录',
      devices: '设备',
      add: '新建',
      save: '保存',
      saved: '保存成功',
    },
    ...{ inspected: '巡检内容', address: '地址', isUnsaved: '基本信息中有未保存的修改', back: '回到基本信息', hours: '累计巡检工时' },
    ...{ serial: '出厂编号', standsAt: '所在变电站', bind: '关联已有', unbind: '解除关联', choose: '确定' },
    first: '请先保存记录，再添加巡检记录',
  },
  en_US: {
    ...{
      form: 'Details',
      unsaved: 'Details (not saved)',
      visits: 'Inspections',
      devices: 'Devices',
      add: 'Add',
      save: 'Save',
      saved: 'Saved',
    },
    ...{ inspected: 'Inspected', address: 'Address', isUnsaved: 'There are changes under Details', back: 'Back to Details' },
    ...{ serial: 'Serial number', standsAt: 'Stands at', bind: 'Bind existing', unbind: 'Unbind', choose: 'OK' },
    ...{ hours: 'Hours of inspection', first: 'Save the record before you add to Inspections' },
  },
} as const;

const add = async (cloud: string, fields: Record<string, unknown>): Promise<number> =>
  Number((await shown.admin.call('/app', 'Add', { cloud, ...fields })).data?.id);
const show = async (id: number) => (await shown.admin.call('/app', 'Show', { cloud: 'sample_site', id })).data as Record<string, unknown>;

/** Two sites, each with inspections and a device, and a device that stands nowhere. */
async function sites(code: string): Promise<[mine: number, other: number]> {
  const [mine, other] = [
    await add('sample_site', { key_name: `${code} north`, code: `${code}-1` }),
    await add('sample_site', { key_name: `${code} south`, code: `${code}-2` }),
  ];
  for (let at = 1; at <= 12; at += 1)
    await add('sample_visit', { key_name: `${code} round ${at}`, site_entity: mine, day: '2026-10-01', hours: '1.5' });
  await add('sample_visit', { key_name: `${code} elsewhere`, site_entity: other, day: '2026-10-02', hours: '2' });
  await add('sample_device', { key_name: `${code} breaker`, serial: `${code}-B`, site_entity: mine });
  await add('sample_device', { key_name: `${code} spare`, serial: `${code}-S` });
  return [mine, other];
}

const bar = (page: Page) => page.getByRole('tablist', { name: /的内容$|^Parts of/ });
const tab = (page: Page, name: string) => bar(page).getByRole('tab', { name });

async function tabbed(browser: Browser, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const [mine] = await sites(locale);
  const page = await windowFor(browser, shown.admin, locale);
  await page.setViewportSize({ width: 1440, height: 900 });
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('op=Page') && asked.push(request.postData() ?? ''));
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));

  // however it is opened it stands in its tab form; no list is asked for before its tab is opened
  await page.goto(`/main/form/sample_site/Show/${mine}`);
  await expect(page).toHaveURL(new RegExp(`/main/tabform/sample_site/Show/${mine}`));
  await expect(page.getByRole('heading', { level: 1, name: `${locale} north` })).toBeVisible();
  await expect(page.getByText(words.hours)).toBeVisible();
  expect(asked.filter((body) => body.includes('sample_visit'))).toEqual([]);
  await isReachable(page, 'a record with tabs');

  await tab(page, words.visits).click();
  await expect(page).toHaveURL(/_tab=sample_visit/);
  const rows = page.locator('[data-tab-rows]');
  await expect(rows.getByText(`${locale} round 12`, { exact: true })).toBeVisible();
  await expect(rows.getByText(`${locale} elsewhere`)).toHaveCount(0);
  await expect(tab(page, words.visits)).toContainText('12');
  await isReachable(page, 'rows in a tab');

  // roving: arrows move from tab to tab, one of them is in the way of Tab
  await tab(page, words.visits).press('ArrowRight');
  await expect(rows.getByText(`${locale} breaker`)).toBeVisible();
  await expect(rows.getByText(`${locale} spare`)).toHaveCount(0);
  await expect(tab(page, words.devices)).toBeFocused();
  expect(await bar(page).locator('[role=tab][tabindex="0"]').count()).toBe(1);

  // its own search, kept while another tab is looked at; Back goes to the tab before
  await tab(page, words.visits).click();
  await rows.getByRole('searchbox').or(rows.getByRole('textbox')).first().fill('round 12');
  await expect(rows.getByText(`${locale} round 12`)).toBeVisible();
  await expect(rows.getByText(`${locale} round 11`, { exact: true })).toHaveCount(0);
  await tab(page, words.form).click();
  await expect(rows).toHaveCount(0);
  await tab(page, words.visits).click();
  await expect(rows.getByText(`${locale} round 12`)).toBeVisible();
  await expect(rows.getByText(`${locale} round 11`, { exact: true })).toHaveCount(0);
  await page.goBack();
  await expect(rows).toHaveCount(0);

  await adds(page, words, locale, mine);
  await binds(page, words, locale, mine);
  await keepsWhatIsTyped(page, words);
  expect(wrong).toEqual([]);
}

/** What is added in a tab begins with the record, and the record follows. */
async function adds(page: Page, words: (typeof WORDS)[keyof typeof WORDS], locale: string, mine: number): Promise<void> {
  await page.goto(`/main/tabform?cloud=sample_site&op=Show&id=${mine}&index=1`);
  const rows = page.locator('[data-tab-rows]');
  await expect(rows.getByText(`${locale} round 12`, { exact: true })).toBeVisible();
  await rows.getByRole('button', { name: words.add, exact: true }).click();
  const form = page.getByRole('tabpanel').filter({ visible: true });
  await form.getByRole('textbox', { name: words.inspected }).fill(`${locale} added`);
  await form.getByRole('button', { name: words.save, exact: true }).click();
  await expect(page.getByText(words.saved).first()).toBeVisible();
  expect(await show(mine)).toMatchObject({ hours: '19.0' });
}

/** A device that lives on its own is taken to the site and let go again, in its tab; the column that would name the site in each row is not there. */
async function binds(page: Page, words: (typeof WORDS)[keyof typeof WORDS], locale: string, mine: number): Promise<void> {
  await page.goto(`/main/tabform/sample_site/Show/${mine}?_tab=sample_device.site_entity`);
  const rows = page.locator('[data-tab-rows]');
  await expect(rows.getByText(`${locale} breaker`)).toBeVisible();
  await expect(rows.getByRole('columnheader', { name: words.serial })).toBeVisible();
  await expect(rows.getByRole('columnheader', { name: words.standsAt })).toHaveCount(0);
  await rows.getByRole('button', { name: words.bind, exact: true }).click();
  const picker = page.getByRole('dialog');
  await picker.getByRole('searchbox').or(picker.getByRole('textbox')).first().fill(`${locale}-S`);
  await picker.getByText(`${locale} spare`, { exact: true }).click();
  await picker.getByRole('button', { name: words.choose, exact: true }).click();
  await expect(rows.getByText(`${locale} spare`)).toBeVisible();
  await isReachable(page, 'rows that are bound in a tab');
  await rows.getByRole('button', { name: new RegExp(`${locale} spare`) }).click();
  await page.getByRole('menuitem', { name: words.unbind, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.unbind, exact: true }).click();
  await expect(rows.getByText(`${locale} spare`)).toHaveCount(0);
  await expect(rows.getByText(`${locale} breaker`)).toBeVisible();
}

/** What is typed in the form stays while a list is looked at, and is said there. */
async function keepsWhatIsTyped(page: Page, words: (typeof WORDS)[keyof typeof WORDS]): Promise<void> {
  const [site] = await sites(`typed ${words.form}`);
  await page.goto(`/main/tabform/sample_site/Modify/${site}`);
  await page.getByRole('textbox', { name: words.address }).fill('1 Harbour Road');
  await tab(page, words.visits).click();
  await expect(page.getByText(words.isUnsaved)).toBeVisible();
  await expect(tab(page, words.unsaved)).toBeVisible();
  await page.getByRole('button', { name: words.back }).click();
  await expect(page.getByRole('textbox', { name: words.address })).toHaveValue('1 Harbour Road');
  await page.getByRole('button', { name: words.save, exact: true }).click();
  await expect(tab(page, words.unsaved)).toHaveCount(0);
  expect(await show(site)).toMatchObject({ address: '1 Harbour Road', hours: '18.0' });
  await page.goto('/main/tabform/sample_site/Add');
  await tab(page, words.visits).click();
  await expect(page.getByRole('heading', { name: words.first })).toBeVisible();
}

test.describe('PAGES-01 FRAME-09 a record with its sub-tables in tabs, each with its own rows, toolbar and address', () => {
  for (const locale of ['zh_CN', 'en_US'] as const)
    test(locale, async ({ browser }) => {
      await tabbed(browser, locale);
    });

  test('who may not see the record sees none of its rows, nor asks for them', async ({ browser }) => {
    const [mine] = await sites('unseen');
    const other = await signIn(shown.url, 'applicant');
    expect(
      await other.call('/app', 'Page', { cloud: 'sample_visit', page: 1, rows: 10, filters: { fields: { site_entity: mine } } }),
    ).toMatchObject({ code: 312 });
    const page = await windowFor(browser, other);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('op=Page') && asked.push(request.postData() ?? ''));
    await page.goto(`/main/tabform/sample_site/Show/${mine}?_tab=sample_visit.site_entity`);
    await expect(page.getByRole('alert').filter({ visible: true }).first()).toBeVisible();
    await expect(page.getByText('unseen')).toHaveCount(0);
    await expect(page.locator('[data-tab-rows]')).toHaveCount(0);
    expect(asked.filter((body) => body.includes('sample_visit'))).toEqual([]);
  });

  test('on a phone the tabs move sideways; paper takes the form and the open tab', async ({ browser }) => {
    const [mine] = await sites('paper');
    const page = await windowFor(browser, shown.admin);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/main/tabform/sample_site/Show/${mine}?_tab=sample_device.site_entity`);
    await expect(page.locator('[data-tab-rows]').getByText('paper breaker')).toBeVisible();
    await expect(tab(page, '设备')).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await isReachable(page, 'tabs on a phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.locator('[data-tab-rows]').getByText('paper breaker')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('投运日期').first()).toBeVisible();
    await expect(page.locator('[data-tab-rows]').getByText('paper breaker')).toBeVisible();
    await expect(page.getByRole('tab', { name: '巡检记录' })).toBeHidden();
  });
});
