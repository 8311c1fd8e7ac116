import { type Browser, expect, type Page } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { windowFor } from '../support/people.ts';
import { samples } from '../support/samples.ts';
import { test } from '../support/test.ts';

const shown = samples();

const WORDS = {
  zh_CN: {
    title: '全部文件',
    file: '文件名',
    preview: (name: string) => `预览 ${name}`,
    rows: '查看设备',
    list: '设备',
    tab: '设备',
    close: '关闭',
  },
  en_US: {
    title: 'All files',
    file: 'File',
    preview: (name: string) => `Preview ${name}`,
    rows: 'Open Devices',
    list: 'Devices',
    tab: 'Devices',
    close: 'Close',
  },
} as const;

const add = async (cloud: string, fields: Record<string, unknown>): Promise<number> =>
  Number((await shown.admin.call('/app', 'Add', { cloud, ...fields })).data?.id);
const window = (browser: Browser, locale: keyof typeof WORDS): Promise<Page> => windowFor(browser, shown.admin, locale);

for (const locale of ['zh_CN', 'en_US'] as const) {
  const words = WORDS[locale];
  test(`FILE-03 FORM-01 the files of a record stand below it, ${locale}`, async ({ browser }) => {
    const papers = [await shown.admin.upload('sample_flow', 'papers'), await shown.admin.upload('sample_flow', 'papers')];
    const id = await add('sample_flow', { key_name: `带附件 ${locale}`, papers: papers.join() });
    const page = await window(browser, locale);
    await page.goto(`/main/form/sample_flow/Show/${id}`);
    const all = page.locator('details').filter({ has: page.getByRole('heading', { name: words.title }) });
    await expect(all.getByRole('columnheader', { name: words.file })).toBeVisible();
    await expect(all.getByRole('row')).toHaveCount(3);
    await isReachable(page, 'the files of a record');
    const name = (await all.getByRole('link').first().textContent()) ?? '';
    await all
      .getByRole('button', { name: words.preview(name) })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toContainText(name);
    await page.keyboard.press('Escape');
    // it closes and opens by the keyboard
    await all.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(all.getByRole('row')).toHaveCount(0);
    await page.keyboard.press('Enter');
    const taken = page.waitForEvent('download');
    await all.getByRole('link').first().click();
    expect((await taken).suggestedFilename()).toBe(name);
  });

  test(`META-01 the page of a sub-table’s rows opens from beside them, ${locale}`, async ({ browser }) => {
    const id = await add('sample_site', { key_name: `站 ${locale}`, code: `RP-${locale}` });
    await add('sample_device', { key_name: `dev ${locale}`, serial: `RP-${locale}`, site_entity: id });
    const page = await window(browser, locale);
    await page.goto(`/main/tabform/sample_site/Show/${id}`);
    await page.getByRole('tablist').getByRole('tab', { name: words.tab, exact: true }).last().click();
    await page.getByRole('button', { name: words.rows }).click();
    await expect(page).toHaveURL(new RegExp(`/main/list/sample_device\\?site_entity=${id}`));
    await expect(page.getByText(`dev ${locale}`).filter({ visible: true }).first()).toBeVisible();
  });
}
