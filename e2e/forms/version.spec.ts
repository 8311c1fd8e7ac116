import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { signIn } from '../support/beside.ts';
import { draftFor } from '../support/initiation.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const WORDS = {
  zh_CN: { history: '修改记录', look: '查看此版本', restore: '恢复到此版本', restored: '已恢复为', place: '建设地点', close: '关闭' },
  en_US: {
    history: 'Changes',
    look: 'Look at this version',
    restore: 'Restore this version',
    restored: 'Restored to',
    place: 'Location',
    close: 'Close',
  },
} as const;

async function history(browser: Browser, who: string, locale: keyof typeof WORDS, url: string, id: number): Promise<Page> {
  const page = await windowFor(browser, await signIn(url, who), locale);
  await page.goto(`/main/form/initiation/Show/${id}`);
  await page.getByRole('tab', { name: WORDS[locale].history, exact: true }).click();
  return page;
}

/** The oldest of the versions that lie there, or the n-th from below. */
async function look(page: Page, locale: keyof typeof WORDS, fromBelow = 1): Promise<Locator> {
  const buttons = page.getByRole('button', { name: WORDS[locale].look });
  await expect(buttons.first()).toBeVisible();
  await buttons.nth((await buttons.count()) - fromBelow).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('[data-field="place"]')).toBeVisible();
  return dialog;
}

test('FORM-01 a version of a record is looked at and brought back with its rows, which can itself be brought back, in both languages; who may not change it only looks', async ({
  browser,
  baseURL,
}) => {
  const applicant = await signIn(baseURL!, 'applicant');
  const id = await draftFor(applicant, '版本恢复', '460.00');
  const show = async () => (await applicant.call('/app', 'Show', { cloud: 'initiation', id })).data as Record<string, unknown>;
  const funds = (record: Record<string, unknown>) =>
    (record._subtables as Record<string, { id: number; price: string; note: string }[]>)['initiation_fund.initiation_entity']!;
  const [own] = funds(await show());
  const sent = { cloud: 'initiation', id, place: '保税区', est_price: '500.00' };
  const rows = [
    { op: 'Delete', id: own!.id },
    { op: 'Add', fund_source: 2, note: '贷款', price: '500.00', fund_ready: 1 },
  ];
  expect((await applicant.call('/app', 'Modify', { ...sent, _subtables: { 'initiation_fund.initiation_entity': rows } })).code).toBe(200);

  const reader = await history(browser, 'admin', 'zh_CN', baseURL!, id);
  const looked = await look(reader, 'zh_CN');
  await expect(looked).toContainText('保税区');
  await expect(looked.getByRole('button', { name: WORDS.zh_CN.restore })).toHaveCount(0);

  const page = await history(browser, 'applicant', 'zh_CN', baseURL!, id);
  const dialog = await look(page, 'zh_CN');
  await expect(dialog.locator('[data-field="place"]')).toContainText('港区');
  await expect(dialog.locator('[data-field="place"]')).toContainText('保税区');
  await expect(dialog).toContainText('作为新行添加');
  await expect(dialog).toContainText('删除此行');
  await isReachable(page, 'a version beside the record');
  await dialog.getByRole('button', { name: WORDS.zh_CN.restore }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('[data-place="place"]')).toContainText('港区');
  const back = await show();
  expect(back).toMatchObject({ place: '港区', version: 3 });
  expect(Number(back.est_price)).toBe(460);
  expect(funds(back).map(({ note, price }) => [note, Number(price)])).toEqual([['自筹', 460]]);

  const english = await history(browser, 'applicant', 'en_US', baseURL!, id);
  const second = await look(english, 'en_US', 2);
  await expect(second).toContainText('added as a new row');
  await second.getByRole('button', { name: WORDS.en_US.restore }).click();
  await expect(second).toBeHidden();
  await expect(english.locator('[data-place="place"]')).toContainText('保税区');
  const again = await show();
  expect(again).toMatchObject({ place: '保税区', version: 4 });
  expect(funds(again).map(({ note, price }) => [note, Number(price)])).toEqual([['贷款', 500]]);
});
