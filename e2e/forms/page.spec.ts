import { type Browser, expect, type Page } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { windowFor } from '../support/people.ts';
import { samples } from '../support/samples.ts';
import { test } from '../support/test.ts';

const shown = samples();

const WORDS = {
  zh_CN: {
    ...{
      rich: '检修报告',
      bold: '加粗 (Ctrl+B)',
      bullets: '项目符号',
      table: '插入表格',
      addRow: '下方插入行',
      link: '链接',
      address: '链接地址',
    },
    ...{
      set: '确定',
      wrong: '请填写网址、邮箱或 tel: 开头的电话',
      undo: '撤销 (Ctrl+Z)',
      save: '保存',
      manual: '作业指导书',
      preview: '预览',
    },
    ...{ shown: '作业指导书预览', tooLong: '连同排版不能超过' },
  },
  en_US: {
    ...{ rich: 'Report', bold: 'Bold (Ctrl+B)', bullets: 'Bulleted list', table: 'Insert table', addRow: 'Row below', link: 'Link' },
    ...{ address: 'Address of the link', set: 'Set', wrong: 'Write a web or e-mail address, or a number after tel:' },
    ...{
      undo: 'Undo (Ctrl+Z)',
      save: 'Save',
      manual: 'Work instruction',
      preview: 'Preview',
      shown: 'Preview of Work instruction',
      tooLong: 'with its formatting',
    },
  },
} as const;

const stored = async (id: number) => (await shown.admin.call('/app', 'Show', { cloud: 'sample_type', id })).data as Record<string, unknown>;
const placeOf = (page: Page, name: string) => page.locator(`[data-place="${name}"]`);

/** Everything by the keyboard, from the toolbar into the text and on. */
async function typesRichText(page: Page, words: (typeof WORDS)[keyof typeof WORDS]): Promise<void> {
  const box = page.getByRole('textbox', { name: words.rich });
  const tool = (name: string) => placeOf(page, 'report').getByRole('button', { name, exact: true });
  await placeOf(page, 'report').getByText(words.rich, { exact: true }).click();
  await expect(box).toBeFocused();
  await page.keyboard.type('plain ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('bold');
  await expect(tool(words.bold)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Shift+Tab');
  await expect(tool(words.bold)).toBeFocused();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight');
  await expect(tool(words.bullets)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(box).toBeFocused();
  await page.keyboard.press('Enter');
  await tool(words.bullets).click();
  await page.keyboard.type('entry ');
  await tool(words.link).click();
  const address = page.getByRole('textbox', { name: words.address });
  await address.fill('javascript:alert(1)');
  await address.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: words.wrong })).toBeVisible();
  await address.fill('example.org/a');
  await placeOf(page, 'report').getByRole('button', { name: words.set, exact: true }).click();
  await expect(box.getByRole('link')).toHaveAttribute('href', 'https://example.org/a');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await tool(words.table).click();
  // a head without words is none to who hears it
  for (const head of ['head', 'second', 'third']) {
    if (head !== 'head') await page.keyboard.press('Tab');
    await page.keyboard.type(head);
  }
  await tool(words.addRow).click();
  await expect(box.getByRole('row')).toHaveCount(4);
  await tool(words.undo).click();
  await expect(box.getByRole('row')).toHaveCount(3);
  await isReachable(page, 'rich text');
}

async function pages(browser: Browser, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const { id } = (await shown.admin.call('/app', 'Add', { cloud: 'sample_type', key_name: `page ${locale}`, urgent: 0 })).data as {
    id: number;
  };
  const page = await windowFor(browser, shown.admin, locale);
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (said) => said.type() === 'error' && wrong.push(said.text()));
  await page.goto(`/main/form/sample_type/Modify/${id}`);
  await typesRichText(page, words);
  const manual = page.getByRole('textbox', { name: words.manual });
  await manual.fill('## plan\n- **one**\n\n<img src=x onerror=alert(1)>');
  await page.getByRole('radio', { name: words.preview }).click();
  await expect(page.getByRole('region', { name: words.shown }).getByRole('listitem')).toHaveText('one');
  // what is typed is kept over a reload
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).toContain('plain ');
  await page
    .getByRole('button', { name: new RegExp(`^${words.save}`) })
    .first()
    .click();
  await expect.poll(async () => String((await stored(id)).report)).toContain('<strong>bold</strong>');
  const { report } = await stored(id);
  expect(report).toContain('<a href="https://example.org/a" target="_blank" rel="noopener noreferrer nofollow">example.org/a</a>');
  expect(report).not.toMatch(/style=|class=|<col/);
  expect(wrong).toEqual([]);
  await reads(page, id);
  // of the two handlers that `reads` plants the browser says that it ran neither
  expect(wrong.filter((said) => !said.includes('inline event handler'))).toEqual([]);
}

/** It is read as it was laid out; what a server let through is not run. */
async function reads(page: Page, id: number): Promise<void> {
  await page.route('**/app?op=Show**', async (route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    await route.fulfill({
      response: answer,
      body: body.replace('<p>plain ', '<img src=x onerror=window.hit=1><p onclick=window.hit=1>plain '),
    });
  });
  await page.goto(`/main/form/sample_type/Show/${id}`);
  const rich = placeOf(page, 'report');
  await expect(rich.locator('strong').first()).toHaveText('bold');
  await expect(rich.getByRole('listitem')).toContainText('entry');
  await expect(rich.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await rich.getByText('plain').click();
  expect(await rich.locator('img, [onclick]').count()).toBe(0);
  expect(await page.evaluate(() => (window as { hit?: unknown }).hit)).toBeUndefined();
  await expect(placeOf(page, 'manual').getByRole('heading')).toHaveText('plan');
  await isReachable(page, 'rich text read');
}

for (const locale of ['zh_CN', 'en_US'] as const)
  test(`FIELD-07 D1 rich text and Markdown are written by keyboard and pointer, kept clean, read as laid out: ${locale}`, async ({
    browser,
  }) => {
    await pages(browser, locale);
  });
