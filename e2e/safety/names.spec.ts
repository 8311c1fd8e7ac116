import { type Browser, expect, type Page } from '@playwright/test';
import { windowFor } from '../support/people.ts';
import { samples } from '../support/samples.ts';
import { test } from '../support/test.ts';

const shown = samples();

/** Names that would run something, or draw something, where one of them were taken for markup. */
const HIT = 'window.hit=(window.hit||0)+1';
const EVIL = `<img src=x onerror=${HIT}>`;
const MORE = [
  `"><svg onload=${HIT}>`,
  `<iframe srcdoc="<script>parent.hit=1</script>">`,
  `{{constructor.constructor('${HIT}')()}}`,
  `<b>bold</b>`,
];

const add = async (cloud: string, fields: Record<string, unknown>): Promise<number> => {
  const answer = await shown.admin.call('/app', 'Add', { cloud, ...fields });
  expect(answer, JSON.stringify([cloud, answer])).toMatchObject({ code: 200 });
  return Number(answer.data?.id);
};

/** What was named so runs nowhere, draws nothing, and is read as it was written. */
async function isText(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.locator('main, [role=tabpanel], body').first().textContent(), where).toMatch(/\S/);
  const told = await page.evaluate(() => ({
    hit: (window as { hit?: unknown }).hit,
    drawn:
      document.querySelectorAll('img[src="x"], svg[onload], iframe[srcdoc]').length +
      [...document.querySelectorAll('b')].filter(({ textContent }) => textContent === 'bold').length,
  }));
  expect([where, told]).toEqual([where, { hit: undefined, drawn: 0 }]);
}

/** Records that bear such names, each where another page, choice or head tells of it. */
async function named(tag: string): Promise<{ order: number; site: number; branch: number }> {
  const branch = await add('sample_tree', { code: `EVIL-${tag}`, key_name: EVIL });
  const site = await add('sample_site', { code: `EVIL-${tag}`, key_name: EVIL, name_en: EVIL, address: MORE[0] });
  await add('sample_device', { key_name: EVIL, serial: `EVIL-${tag}`, site_entity: site });
  await add('sample_visit', { key_name: EVIL, site_entity: site, day: '2026-10-01', hours: '1', remark: MORE[1] });
  const lines = { 'sample_line.sample_entity': [{ op: 'Add', item: EVIL.slice(0, 60), qty: 1, price: '1' }] };
  const order = await add('sample_type', {
    ...{
      key_name: EVIL,
      urgent: 1,
      urgent_reason: EVIL,
      branch,
      long_line: MORE[2],
      note: MORE.join('\n'),
      remark: EVIL,
      state: 1,
      price: '5',
    },
    ...{ place: `120.1,30.2,${MORE[3]}`, day: '2026-11-20', _subtables: lines },
  });
  await add('sample_link', { key_name: EVIL, sample_entity: order, state: 1 });
  await add('message', { key_name: EVIL, remark: MORE[0], begin_date: '2026-01-01', end_date: '2099-12-31' });
  await add('post', { code: `evil_${tag}`, key_name: EVIL });
  return { order, site, branch };
}

const PAGES = (of: { order: number; site: number; branch: number }): readonly string[] => [
  '/main/list/sample_type?_key=onerror',
  `/main/form/sample_type/Show/${of.order}`,
  `/main/form/sample_type/Modify/${of.order}`,
  `/main/form/sample_type/Add?copy_of=${of.order}`,
  '/main/tree/sample_tree',
  '/main/group/sample_link',
  `/main/tabform/sample_site/Show/${of.site}`,
  `/main/tabform/sample_site/Show/${of.site}?_tab=sample_visit.site_entity`,
  `/main/board/sample_site_board?id=${of.site}`,
  '/main/board/sample_board',
  '/main/report/sample_months',
  '/main/report/sample_pivot',
  '/main/list/post',
  '/main/list/message',
  '/main/todo',
];

async function walks(browser: Browser, locale: 'zh_CN' | 'en_US'): Promise<void> {
  const of = await named(locale.slice(0, 2));
  const page = await windowFor(browser, shown.admin, locale);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const path of PAGES(of)) {
    await page.goto(path);
    await page.waitForLoadState('load');
    await expect(page.locator('h1, [role=treeitem], [role=grid], main section').first()).toBeVisible();
    await isText(page, path);
  }
  // its tab, the question before it is deleted, what is found of it, and its choice in a box
  await page.goto(`/main/form/sample_type/Show/${of.order}`);
  await expect(page.getByRole('heading', { level: 1, name: EVIL })).toBeVisible();
  await page.getByRole('button', { name: locale === 'zh_CN' ? '删除' : 'Delete', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('onerror');
  await isText(page, 'the question before it is deleted');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').first().fill('onerror');
  await expect(page.getByRole('option').filter({ hasText: 'onerror' }).first()).toBeVisible();
  await isText(page, 'what is found of it');
  await page.keyboard.press('Escape');
  await page.goto('/main/form/sample_device/Add');
  await page.locator('[data-place="site_entity"] input').click();
  await page.keyboard.type('onerror');
  await page.locator('.ant-select-item-option').filter({ hasText: 'onerror' }).first().click();
  await expect(page.locator('[data-place="site_entity"]')).toContainText('onerror');
  await isText(page, 'its choice in a box');
  await page.context().close();
}

for (const locale of ['zh_CN', 'en_US'] as const)
  test(`D2 a name with markup in it is shown as text wherever it stands (${locale})`, ({ browser }) => walks(browser, locale));
