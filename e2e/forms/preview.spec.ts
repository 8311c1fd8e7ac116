import { type Browser, expect, type Page } from '@playwright/test';
import { png } from '#protocol/testing-pictures.ts';
import { isReachable } from '../support/axe.ts';
import { wholeBrowser } from '../support/launch.ts';
import { windowFor } from '../support/people.ts';
import { samples } from '../support/samples.ts';
import { test } from '../support/test.ts';

const shown = samples();
// PDF is shown by the whole browser only
test.use({ launchOptions: wholeBrowser });

const PDF = Buffer.from(
  `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`,
);

const WORDS = {
  zh_CN: { large: '放大查看', later: '下一个', earlier: '上一个', of: '第 2 个，共 2 个', close: '关闭', lost: '图片无法显示' },
  en_US: { large: 'Open ', later: 'Next', earlier: 'Previous', of: '2 of 2', close: 'Close', lost: 'The picture cannot be shown' },
} as const;

const fieldOf = (page: Page, name: string) => page.locator(`[data-place="${name}"]`);
const put = (page: Page, name: string, file: string, buffer: Buffer) =>
  fieldOf(page, name)
    .locator('input[type=file]')
    .setInputFiles([{ name: file, mimeType: 'application/octet-stream', buffer }]);

/** An order with a scanned permit: a picture, and a paper. */
async function withPermit(browser: Browser, name: string): Promise<number> {
  const { id } = (await shown.apart.call('/app', 'Add', { cloud: 'sample_type', key_name: name, urgent: 0 })).data as { id: number };
  const page = await windowFor(browser, shown.apart, 'zh_CN');
  await page.goto(`/main/form/sample_type/Modify/${id}`);
  await put(page, 'permit', '工作票.png', png(900, 1300));
  await expect(fieldOf(page, 'permit').getByRole('link', { name: '工作票.png' })).toBeVisible();
  await put(page, 'permit', '附页.pdf', PDF);
  await expect(fieldOf(page, 'permit').getByRole('link', { name: '附页.pdf' })).toBeVisible();
  // where it is typed nothing is drawn of it
  await expect(page.locator('[data-preview]')).toHaveCount(0);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const count = async () =>
    ((await shown.apart.call('/app', 'Show', { cloud: 'sample_type', id })).data as { permit?: unknown[] }).permit?.length;
  await expect.poll(count, { timeout: 30_000 }).toBe(2);
  await page.context().close();
  return id;
}

async function previewed(browser: Browser, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const id = await withPermit(browser, `permit ${locale}`);
  const page = await windowFor(browser, shown.apart, locale);
  await page.setViewportSize({ width: 1440, height: 600 });
  const read: string[] = [];
  page.on('request', (request) => /op=(Preview|Ticket)/.test(request.url()) && read.push(request.url()));
  await page.goto(`/main/form/sample_type/Show/${id}`);
  const preview = fieldOf(page, 'permit').locator('[data-preview]');
  await expect(preview).toBeAttached();
  // below the screen: nothing of it is read
  await expect(preview).not.toBeInViewport();
  expect(read).toEqual([]);
  await preview.scrollIntoViewIfNeeded();
  const picture = preview.locator('img');
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalHeight)).toBe(1300);
  expect((await preview.boundingBox())!.height).toBeLessThan(480);
  await isReachable(page, `a preview in its record ${locale}`);

  // in full over the page, at the same file
  await preview.getByRole('button', { name: words.large }).click();
  const dialog = page.getByRole('dialog', { name: '工作票.png' });
  await expect(dialog.locator('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // the next one is a paper, and there is none behind it
  await preview.getByRole('button', { name: words.later }).click();
  await expect(preview).toContainText(words.of);
  await expect(preview.locator('iframe[title="附页.pdf"]')).toBeVisible();
  await expect(preview.getByRole('button', { name: words.later })).toHaveAttribute('aria-disabled', 'true');
  await preview.getByRole('button', { name: words.earlier }).click();
  await expect(picture).toBeVisible();

  // paper has the picture
  await page.emulateMedia({ media: 'print' });
  await expect(picture).toBeVisible();
  await expect(preview.getByRole('button', { name: words.large })).toBeHidden();
  await page.emulateMedia({ media: null });

  // what is refused says so
  await page.route(/op=(Preview|Ticket)/, (route) => route.fulfill({ json: { code: 315, remark: 'gone for a test', duration: 1 } }));
  await page.reload();
  await preview.scrollIntoViewIfNeeded();
  await expect(preview.locator('img')).toHaveCount(0);
  await expect(preview.locator('span[title]').first()).toContainText('工作票.png');
  await preview.getByRole('button', { name: words.later }).click();
  await expect(preview.getByRole('status')).toContainText('gone for a test');
  await page.context().close();
}

for (const locale of ['zh_CN', 'en_US'] as const)
  test(`FIELD-08 FRAME-12 a scanned permit is seen in its record, in full and the next one, once it is in sight; in ${locale}`, ({
    browser,
  }) => previewed(browser, locale));

test('LIST-09 a filter of several values, one of one; the address, a phone and the chips tell the same', async ({ browser }) => {
  for (const urgent of [0, 1]) {
    const why = urgent ? { urgent_reason: 'x' } : {};
    await shown.apart.call('/app', 'Add', { cloud: 'sample_type', key_name: `sought ${urgent}`, urgent, ...why, kinds: `,${urgent + 1},` });
  }
  const page = await windowFor(browser, shown.apart, 'zh_CN');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/main/list/sample_type?_key=sought');
  await expect(page.getByText('sought 1')).toBeVisible();
  await page.getByRole('button', { name: '筛选条件', exact: true }).click();
  const panel = page.getByRole('form', { name: '筛选条件' });
  const more = panel.getByRole('button', { name: /更多/ });
  await more.click();
  const option = (at: number) => page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').nth(at);
  await panel.getByLabel('作业类别').click();
  await option(0).click();
  await option(1).click();
  await page.keyboard.press('Escape');
  // one that is chosen anew takes the place of the other
  await panel.getByLabel('紧急程度').click();
  await option(0).click();
  await panel.getByLabel('紧急程度').click();
  await option(1).click();
  await isReachable(page, 'filters of one and of several values');
  await panel.getByRole('button', { name: '查询', exact: true }).click();
  await expect(page).toHaveURL(/_filters=/);
  const filters = JSON.parse(new URL(page.url()).searchParams.get('_filters')!) as Record<string, unknown>;
  expect(filters).toMatchObject({ kinds: { op: 'in', value: [1, 2] }, urgent: { op: 'in', value: [1] } });
  await expect(page.getByText('sought 1')).toBeVisible();
  await expect(page.getByText('sought 0')).toHaveCount(0);
  // several of a field that offers one stand in the address: they hold, and are shown
  await page.goto(`/main/list/sample_type?_key=sought&_filters=${encodeURIComponent('{"urgent":{"op":"in","value":[0,1,1]}}')}`);
  await expect(page.getByText('sought 0')).toBeVisible();
  await expect(page.getByText('普通、紧急', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /^筛选条件/ }).click();
  await expect(page.getByRole('dialog').getByText('紧急程度')).toBeVisible();
  await isReachable(page, 'filters on a phone');
  await page.context().close();
});
