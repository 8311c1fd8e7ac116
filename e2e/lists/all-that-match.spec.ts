import { expect, type Locator, type Page } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { signIn } from '../support/beside.ts';
import { windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const dialog = (page: Page): Locator => page.getByRole('dialog').first();

/** So many people by their ids, whose names tell them from all others. */
async function people(url: string, stamp: string, count: number): Promise<number[]> {
  const admin = await signIn(url, 'admin');
  const ids: number[] = [];
  for (let at = 1; at <= count; at += 1) {
    const form = { cloud: 'user', key_name: `孙${at}${stamp}`, login_name: `s${at}x${stamp}`, ...(at === 1 ? { title: '专员' } : {}) };
    const { code, data } = await admin.call('/app', 'Add', form);
    expect(code).toBe(200);
    ids.push(Number(data.id));
  }
  return ids;
}

async function titles(url: string, ids: readonly number[]): Promise<unknown[]> {
  const admin = await signIn(url, 'admin');
  const filters = JSON.stringify({ fields: { id: { op: 'in', value: ids } } });
  const { rows } = await admin.call('/app', 'List', { cloud: 'user', fields: 'title', filters });
  const of = new Map((rows as unknown as Record<string, unknown>[]).map((row) => [row.id, row.title]));
  return ids.map((id) => of.get(id) ?? null);
}

test('PAGES-02 all that match are counted, changed as a job, found again after a reload, and taken back but for who was changed since', async ({
  browser,
  baseURL,
}) => {
  const stamp = String(Date.now()).slice(-6);
  const ids = await people(baseURL!, stamp, 12);
  const page = await windowOf(browser, baseURL!, 'admin', PASSWORD);
  await page.goto(`/main/list/user?_key=${stamp}`);
  await page.getByRole('button', { name: '批量修改' }).first().click();
  await expect(dialog(page)).toContainText('12 条符合条件；您可修改其中 12 条。');
  const title = dialog(page).locator('tr[data-place="title"]');
  await expect(title).toContainText('专员（1 项）');
  await title.getByRole('checkbox', { name: '修改“职务”' }).check();
  await title.getByRole('textbox', { name: '职务' }).fill('主管');
  await expect(dialog(page)).toContainText('已填的值会被覆盖约 1 处');
  await isReachable(page, 'all that match, filled');
  await dialog(page).getByRole('button', { name: '修改 12 项' }).click();
  await expect(dialog(page)).toContainText('已修改 12，原值相同 0，未修改 0');
  await isReachable(page, 'it is done');
  expect(await titles(baseURL!, ids)).toEqual(Array(12).fill('主管'));
  await dialog(page).getByRole('button', { name: '我的批量修改' }).click();
  await page.reload();
  const card = page.locator('[data-change]').first();
  await expect(card).toContainText('批量修改：用户');
  await expect(card).toContainText('职务 改为 主管');
  await isReachable(page, 'my changes');

  const admin = await signIn(baseURL!, 'admin');
  expect((await admin.call('/app', 'Modify', { cloud: 'user', id: ids[1]!, mobile: '13800008888' })).code).toBe(200);
  await card.getByRole('button', { name: '撤回' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
  const undo = page.locator('[data-change]').filter({ hasText: '撤回：用户' }).first();
  await expect(undo).toContainText('已修改 11，原值相同 0，未修改 1');
  await undo.getByRole('button', { name: '逐条结果' }).click();
  await expect(undo).toContainText(`孙2${stamp}`);
  await expect(undo).toContainText('保留现在的值');
  expect(await titles(baseURL!, ids)).toEqual(['专员', '主管', ...Array(10).fill(null)]);
  await page.context().close();
});

test('PAGES-02 from what is chosen to all that match, in English; a server that is away is said, and asked again', async ({
  browser,
  baseURL,
}) => {
  const stamp = String(Date.now()).slice(-6);
  await people(baseURL!, stamp, 2);
  const page = await windowOf(browser, baseURL!, 'admin', PASSWORD, 'en_US');
  await page.goto(`/main/list/user?_key=${stamp}`);
  await page
    .getByRole('row')
    .filter({ hasText: `孙1${stamp}` })
    .getByRole('checkbox')
    .check();
  await page.getByRole('region', { name: 'Selected records' }).getByRole('button', { name: 'Edit several' }).click();
  const title = dialog(page).locator('tr[data-place="title"]');
  await title.getByRole('checkbox').check();
  await title.getByRole('textbox').fill('Lead');
  await page.route('**/app?op=Matching', (route) => route.abort());
  await dialog(page).getByRole('radio', { name: 'All that match' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute('**/app?op=Matching');
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(dialog(page)).toContainText('2 match; you may change 2 of them.', { timeout: 20_000 });
  await expect(title.getByRole('textbox'), 'what was filled in stays').toHaveValue('Lead');
  await title.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.context().close();
});
