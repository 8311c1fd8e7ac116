import { text } from 'node:stream/consumers';
import { type Browser, expect, type Page } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { windowFor } from '../support/people.ts';
import { samples } from '../support/samples.ts';
import { test } from '../support/test.ts';

const shown = samples();

const WORDS = {
  zh_CN: {
    begin: '开检修工单',
    save: '保存',
    paper: '工单票面',
    materials: '材料清单',
    download: '下载',
    more: (name: string) => `${name} 的更多操作`,
  },
  en_US: {
    begin: 'Begin a work order',
    save: 'Save',
    paper: 'Paper of the order',
    materials: 'List of materials',
    download: 'Download',
    more: (name: string) => `More actions on ${name}`,
  },
} as const;

const field = (page: Page, name: string) => page.locator(`[data-place="${name}"]`).filter({ visible: true });
const box = (page: Page, name: string) => field(page, name).locator('input, textarea').first();
const stored = async (cloud: string, id: number) => (await shown.admin.call('/app', 'Show', { cloud, id })).data as Record<string, unknown>;
const add = async (cloud: string, fields: Record<string, unknown>): Promise<number> =>
  Number((await shown.admin.call('/app', 'Add', { cloud, ...fields })).data?.id);

/** From a defect that an inspection found an order is begun: on its page, and from its row; of what is in order nothing is. */
async function begins(browser: Browser, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const site = await add('sample_site', { key_name: `Begun ${locale}`, code: `BG-${locale}` });
  const visit = { site_entity: site, day: '2026-11-20', hours: '2' };
  const found = await add('sample_visit', { ...visit, key_name: `oil leak ${locale}`, result: 2 });
  const fine = await add('sample_visit', { ...visit, key_name: `all well ${locale}`, result: 1 });
  const page = await windowFor(browser, shown.admin, locale);
  await page.setViewportSize({ width: 1440, height: 900 });
  const begin = page.getByRole('button', { name: words.begin, exact: true }).filter({ visible: true });
  await page.goto(`/main/form/sample_visit/Show/${fine}`);
  await expect(field(page, 'result')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(begin).toHaveCount(0);
  await page.goto(`/main/form/sample_visit/Show/${found}`);
  await expect(begin).toBeVisible();
  await isReachable(page, 'a defect from which an order may be begun');
  await begin.click();
  await expect(page).toHaveURL(/\/main\/form\/sample_type\/Add\?begun_by=/);
  await expect(field(page, 'visit_entity')).toContainText(`oil leak ${locale}`);
  await expect(box(page, 'long_line')).toHaveValue(`oil leak ${locale}`);
  await isReachable(page, 'an order that is begun from a defect');
  // it stands there again after a reload, and may be changed
  await page.reload();
  await expect(box(page, 'long_line')).toHaveValue(`oil leak ${locale}`);
  await box(page, 'long_line').fill('seal and refill');
  await box(page, 'key_name').fill(`mend ${locale}`);
  await page.getByRole('button', { name: words.save, exact: true }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL(/sample_type\/Modify\/\d+/);
  const made = await stored('sample_type', Number(/Modify\/(\d+)/.exec(page.url())![1]));
  expect(made).toMatchObject({ long_line: 'seal and refill', visit_entity: { id: found }, stage: { id: 1 } });
  await page.goto(`/main/list/sample_visit?_key=${encodeURIComponent(`oil leak ${locale}`)}`);
  await page.getByRole('button', { name: words.more(`oil leak ${locale}`) }).click();
  await page.getByRole('menuitem', { name: words.begin }).click();
  await expect(page).toHaveURL(/\/main\/form\/sample_type\/Add\?begun_by=/);
  await expect(field(page, 'visit_entity')).toContainText(`oil leak ${locale}`);
  await page.context().close();
}

/** The paper of an order is looked at in the page and taken away; the materials of several are one sheet, which is taken away at once. */
async function gives(browser: Browser, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const name = `paper ${locale}`;
  const _subtables = { 'sample_line.sample_entity': [{ op: 'Add', item: 'oil', qty: 2, price: '1.5' }] };
  const id = await add('sample_type', { key_name: name, urgent: 0, price: '1', state: 2, _subtables });
  const { code } = await stored('sample_type', id);
  const page = await windowFor(browser, shown.admin, locale);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/main/form/sample_type/Show/${id}`);
  await page.getByRole('button', { name: words.paper, exact: true }).filter({ visible: true }).click();
  const dialog = page.getByRole('dialog', { name: `${code}.txt` });
  await expect(dialog).toBeVisible();
  await expect(page.frameLocator('iframe').locator('body')).toContainText('- oil  2 x 1.5000 = 3.00');
  await isReachable(page, 'a file that a handler made');
  const taken = page.waitForEvent('download');
  await dialog.getByRole('link', { name: words.download }).click();
  expect((await taken).suggestedFilename()).toBe(`${code}.txt`);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.goto(`/main/list/sample_type?_key=${encodeURIComponent(name)}`);
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('checkbox')
    .check();
  const sheet = page.waitForEvent('download');
  await page.getByRole('button', { name: words.materials, exact: true }).filter({ visible: true }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: words.materials, exact: true }).click();
  const file = await sheet;
  expect(file.suggestedFilename()).toMatch(/^materials-\d{4}-\d\d-\d\d\.csv$/);
  expect(await text(await file.createReadStream())).toContain(`"${code}","oil","2","1.5000","3.00"`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.context().close();
}

for (const locale of ['zh_CN', 'en_US'] as const) {
  test(`META-01 FORM-02 from a defect an order is begun: ${locale}`, ({ browser }) => begins(browser, locale));
  test(`FRAME-12 WIRE-07 what an action makes is looked at, or taken away: ${locale}`, ({ browser }) => gives(browser, locale));
}

test('META-01 what an address says of a record that is not there begins an empty form, and says so', async ({ browser }) => {
  const page = await windowFor(browser, shown.admin);
  await page.goto('/main/form/sample_type/Add?begun_by=sample_visit,99999999,sample.visit.order');
  await expect(page.getByText(/没有取到作为来源的记录/)).toBeVisible();
  await expect(box(page, 'long_line')).toHaveValue('');
});
