import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { windowFor } from '../support/people.ts';
import { samples } from '../support/samples.ts';
import { test } from '../support/test.ts';

const shown = samples();

const WORDS = {
  zh_CN: {
    ...{ open: '展开', close: '收起', openAll: '展开本页全部行', closeAll: '收起本页全部行', found: '缺陷说明', photos: '缺陷照片' },
    ...{ layout: '显示设置', below: '展开行时显示', show: '显示“缺陷照片”', save: '保存', group: '分组', cells: '在单元格中编辑' },
  },
  en_US: {
    ...{ open: 'Open ', close: 'Close ', openAll: 'Open all rows of the page', closeAll: 'Close all rows of the page' },
    ...{ found: 'What was found', photos: 'Photos of it', layout: 'Display settings', below: 'Below the row when it is opened' },
    ...{ show: 'Show Photos of it', save: 'Save', group: 'Group', cells: 'Edit in the cells' },
  },
} as const;
type Words = (typeof WORDS)[keyof typeof WORDS];

const add = async (cloud: string, fields: Record<string, unknown>): Promise<number> =>
  Number((await shown.apart.call('/app', 'Add', { cloud, ...fields })).data?.id);

/** A site with rounds, of each what was found, in a few words or in many. */
async function rounds(code: string, count: number): Promise<number> {
  const site = await add('sample_site', { key_name: `${code} site`, code: `${code}-S` });
  for (let at = 1; at <= count; at += 1)
    await add('sample_visit', {
      ...{ key_name: `${code} round ${String(at).padStart(2, '0')}`, site_entity: site, day: '2026-10-01', hours: '1.5', result: 2 },
      remark: at % 2 ? `${code} found ${at}` : Array.from({ length: 9 }, (_, line) => `${code} line ${line} of ${at}`).join('\n'),
    });
  return site;
}

const grid = (page: Page) => page.getByRole('treegrid');
const rowOf = (page: Page, name: string) => grid(page).locator('[role=row][aria-rowindex]').filter({ hasText: name });
const below = (page: Page) => grid(page).locator('[id$="-below"]');
const topOf = async (of: Locator) => (await of.boundingBox())!.y;

async function opened(browser: Browser, locale: keyof typeof WORDS): Promise<void> {
  const words: Words = WORDS[locale];
  const code = `B${locale}`;
  await rounds(code, 6);
  const page = await windowFor(browser, shown.apart, locale);
  await page.setViewportSize({ width: 1440, height: 900 });
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('op=Page') && asked.push(request.postData() ?? ''));
  await page.goto(`/main/list/sample_visit?_key=${code}&_sort=key_name`);
  const name = (at: number) => `${code} round 0${at}`;
  await expect(rowOf(page, name(1))).toBeVisible();
  await expect(page.getByRole('columnheader', { name: words.found })).toHaveCount(0);
  // what nobody opened is not read
  expect(asked.filter((body) => body.includes('remark'))).toEqual([]);
  await isReachable(page, 'rows that can be opened');

  // by the mouse: it pushes the next row down, and says that it is open
  const before = await topOf(rowOf(page, name(3)));
  await rowOf(page, name(2))
    .getByRole('button', { name: `${words.open}${name(2)}` })
    .click();
  await expect(below(page)).toContainText(`${code} line 8 of 2`);
  await expect(below(page)).toContainText(words.photos);
  await expect(rowOf(page, name(2))).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(async () => (await topOf(rowOf(page, name(3)))) - before).toBeGreaterThan(150);
  await expect(page).toHaveURL(/list\/sample_visit/);
  await isReachable(page, 'an open row');

  // by keys: down to a row, right opens it and goes into it, Escape comes back, left closes
  await grid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(below(page)).toHaveCount(2);
  await expect(below(page).first()).toContainText(`${code} found 1`);
  await page.keyboard.press('ArrowRight');
  await expect(below(page).first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(below(page)).toHaveCount(1);

  // all at once from the head, read by one request
  asked.length = 0;
  await page.getByRole('button', { name: words.openAll }).click();
  await expect(below(page)).toHaveCount(6);
  await expect(below(page).last()).toContainText(/found|line/);
  expect(asked.filter((body) => body.includes('remark'))).toHaveLength(1);
  // open rows print open
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(below(page).first()).toBeVisible();
  await page.emulateMedia({ media: null });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

  // what another wrote is read again when the window comes back
  const [first] = (await shown.apart.call('/app', 'Page', { cloud: 'sample_visit', filters: { key_word: name(1) } })).rows as {
    id: number;
    version: number;
  }[];
  await shown.apart.call('/app', 'Modify', { cloud: 'sample_visit', id: first!.id, version: first!.version, remark: `${code} anew` });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(below(page).filter({ hasText: `${code} anew` })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: words.closeAll }).click();
  await expect(below(page)).toHaveCount(0);

  // a press on the row opens its record all the same
  await rowOf(page, name(1)).getByText(name(1)).click();
  await expect(page).toHaveURL(/sample_visit\/Show/);
  await page.context().close();
}

for (const locale of ['zh_CN', 'en_US'] as const)
  test(`LIST-04 FRAME-12 what has no column stands below its row when that is opened, by mouse and keys; in ${locale}`, ({ browser }) =>
    opened(browser, locale));

test('LIST-04 LIST-12 in a long page rows of different height are where they are drawn, also far down', async ({ browser }) => {
  const code = 'LONG';
  const site = await rounds(code, 80);
  const page = await windowFor(browser, shown.apart);
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.goto(
    `/main/list/sample_visit?_key=${code}&_rows=100&_sort=key_name&_filters=${encodeURIComponent(JSON.stringify({ site_entity: site }))}`,
  );
  await expect(rowOf(page, `${code} round 01`)).toBeVisible();
  await page.getByRole('button', { name: '展开本页全部行' }).click();
  await expect(below(page).first()).toContainText('found 1');
  await grid(page).focus();
  await page.keyboard.press('End');
  await expect(rowOf(page, `${code} round 80`)).toBeVisible();
  await expect(below(page).last()).toContainText('line 8 of 80');
  // no row lies over another: each begins where the one before it ends
  const overlaps = await grid(page).evaluate((node) => {
    const boxes = [...node.querySelectorAll('[role=rowgroup] > [role=row]')]
      .map((row) => row.getBoundingClientRect())
      .toSorted((a, b) => a.top - b.top);
    return boxes.flatMap((box, at) => (at > 0 && Math.abs(box.top - boxes[at - 1]!.bottom) > 1 ? [[boxes[at - 1]!.bottom, box.top]] : []));
  });
  expect(overlaps).toEqual([]);
  await page.keyboard.press('Home');
  await expect(rowOf(page, `${code} round 01`)).toBeVisible();
  await expect(below(page).first()).toContainText('found 1');
  await page.context().close();
});

test('LIST-04 LIST-10 in groups, in a tab of a record, in the layout of a person, and on a phone in the card', async ({ browser }) => {
  const words = WORDS.zh_CN;
  const code = 'GRP';
  const site = await rounds(code, 3);
  const page = await windowFor(browser, shown.apart);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/main/list/sample_visit?_key=${code}&_group=result`);
  const group = grid(page).locator('[role=row][aria-level="1"]').first();
  await expect(group).toBeVisible();
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.click();
  await rowOf(page, `${code} round 01`).getByRole('button', { name: words.open }).click();
  await expect(below(page)).toContainText(`${code} found 1`);
  await isReachable(page, 'an open row in a group');

  await page.goto(`/main/tabform/sample_site/Show/${site}?_tab=sample_visit.site_entity`);
  await rowOf(page, `${code} round 03`).getByRole('button', { name: words.open }).click();
  await expect(below(page)).toContainText(`${code} found 3`);

  // a person leaves one of them out: it is shown no more, and makes no column
  await page.goto(`/main/list/sample_visit?_key=${code}`);
  await rowOf(page, `${code} round 01`).getByRole('button', { name: words.open }).click();
  await expect(below(page)).toContainText(words.photos);
  await page.getByRole('button', { name: words.layout }).click();
  const panel = page.locator('[data-layout]');
  await expect(panel.getByRole('heading', { name: words.below })).toBeVisible();
  await isReachable(page, 'the layout of what stands below');
  await panel.getByRole('combobox').last().click();
  await page.locator('.ant-select-item-option').filter({ hasText: '仅自己' }).click();
  await expect(page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')).toHaveCount(0);
  await panel.getByRole('checkbox', { name: words.show }).uncheck();
  await panel.getByRole('button', { name: words.save }).click();
  await expect(panel).toHaveCount(0);
  await rowOf(page, `${code} round 02`).getByRole('button', { name: words.open }).click();
  await expect(below(page).last()).toContainText(words.found);
  await expect(below(page).last()).not.toContainText(words.photos);
  await expect(page.getByRole('columnheader', { name: words.photos })).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/main/list/sample_visit?_key=${code}`);
  const card = page.getByRole('listitem').filter({ hasText: `${code} round 01` });
  await card.getByRole('button', { name: words.found }).click();
  await expect(card).toContainText(`${code} found 1`);
  await isReachable(page, 'an open card');
  await card.getByRole('button', { name: words.found }).click();
  await expect(card).not.toContainText(`${code} found 1`);
  await page.context().close();
});
