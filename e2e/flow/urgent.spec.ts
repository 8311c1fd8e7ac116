import { expect, type Page } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { openItem, signIn } from '../support/beside.ts';
import { applyFor } from '../support/initiation.ts';
import { hasShown, windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const named = (what: string) => `${what}${Date.now() % 1_000_000}`;
/** The wall clock in Shanghai so many hours from now, to the minute. */
const inHours = (hours: number) => new Date(Date.now() + (hours + 8) * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

/** An application that waits for the investment department. */
async function atInvestment(url: string, name: string): Promise<number> {
  const id = await applyFor(await signIn(url, 'applicant'), name, '460.00');
  const head = await signIn(url, 'depthead');
  expect(await head.call('/app', 'Modify', { cloud: 'initiation', id, _event: 21, remark: '同意' })).toMatchObject({ code: 200 });
  return id;
}

/** Types a limit as a person does, and leaves the box. */
async function typeLimit(page: Page, label: RegExp, typed: string) {
  const box = page.getByLabel(label);
  await box.fill(typed);
  await box.press('Tab');
  return box;
}

test('FLOW-07 FORM-11 an urgent event asks for its limit beside the box and loses nothing; then row, record and process say what is left', async ({
  browser,
  baseURL,
}) => {
  const name = named('加急的泊位');
  await atInvestment(baseURL!, name);
  const page = await windowFor(browser, await signIn(baseURL!, 'investmgr'));
  await openItem(page, name, '审批');
  const bar = page.getByRole('region', { name: '办理', exact: true });
  const limit = /^办理时限/;
  await page.getByLabel('评审编号').fill('JJ-01');
  await page.getByLabel('意见', { exact: true }).fill('本月须批复');
  const urgent = bar.getByRole('button', { name: '加急会签', exact: true });
  // where each way leads and to whom stands there before one of them is taken
  await expect(bar.getByText(/^加急会签后转到专业会签：\S+、\S+/)).toBeVisible();
  const refused = async (words: string | RegExp) => {
    await urgent.click();
    await expect(bar.getByRole('alert').filter({ hasText: words })).toBeVisible();
    await expect(page.getByLabel(limit)).toBeFocused();
    await expect(page.getByLabel('意见', { exact: true })).toHaveValue('本月须批复');
    await expect(page.getByLabel('评审编号')).toHaveValue('JJ-01');
  };
  await refused('加急事项请填写办理时限');
  await isReachable(page, 'a limit that is missing');
  await typeLimit(page, limit, '2020-01-01 09:00');
  await refused('办理时限应晚于当前时间');
  await typeLimit(page, limit, '2036-02-30 10:00');
  await refused('办理时限：没有这一天');
  await expect(page.getByLabel(limit)).toHaveValue('2036-02-30 10:00');
  await typeLimit(page, limit, '2099-01-01 09:00');
  await refused('办理时限最长十年');

  const until = inHours(5.5);
  await typeLimit(page, limit, until);
  await expect(bar.getByRole('alert').filter({ hasText: '时限' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel(limit)).toHaveValue(until);
  await expect(page.getByLabel('意见', { exact: true })).toHaveValue('本月须批复');
  // by keyboard alone
  await urgent.focus();
  await page.keyboard.press('Enter');
  await hasShown(page, '已加急会签，转到专业会签');

  const signer = await windowFor(browser, await signIn(baseURL!, 'finance'));
  await signer.goto('/main?myCode=zb');
  const row = signer.getByRole('listitem').filter({ hasText: name });
  await signer.getByRole('group', { name: '筛选' }).getByRole('button', { name: '加急' }).click();
  await expect(row).toContainText('加急');
  await expect(row).toContainText(/剩 5 小时/);
  await isReachable(signer, 'urgent to-dos');
  await openItem(signer, name, '审批');
  const strip = signer.getByRole('status').filter({ hasText: '轮到您：专业会签' });
  await expect(strip).toContainText(/加急\s*剩 5 小时/);
  const process = signer.getByRole('list', { name: '办理过程' });
  const mine = process.getByRole('listitem').filter({ hasText: '您' }).first();
  await expect(mine).toContainText(/加急\s*剩 5 小时，.*到期/);
  await isReachable(signer, 'an urgent record');
});

test('FLOW-07 the same in English, in a narrow window, with the limit chosen from the calendar', async ({ browser, baseURL }) => {
  const name = named('Urgent berth ');
  await atInvestment(baseURL!, name);
  const page = await windowFor(browser, await signIn(baseURL!, 'investmgr'), 'en_US');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/main?myCode=zb');
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('button').first().click();
  await page.getByLabel('Review number').fill('JJ-02');
  const bar = page.getByRole('region', { name: 'Decision', exact: true });
  const urgent = bar.getByRole('button', { name: 'Urgent countersignatures', exact: true });
  await urgent.click();
  await expect(bar.getByRole('alert').filter({ hasText: 'An urgent matter needs a time limit' })).toBeVisible();
  await isReachable(page, 'a limit that is missing, on a phone');
  await page.getByLabel(/^Time limit/).click();
  const calendar = page.locator('.ant-picker-dropdown').filter({ visible: true });
  await expect(calendar).toBeInViewport({ ratio: 1 });
  await calendar.locator('.ant-picker-header-super-next-btn').click();
  await calendar.locator('.ant-picker-cell-in-view').nth(14).click();
  await calendar.getByRole('button', { name: 'OK' }).click();
  await expect(bar.getByRole('alert').filter({ hasText: 'limit' })).toHaveCount(0);
  await urgent.click();
  await expect(
    page
      .getByText(/Countersignatures/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  const signer = await windowFor(browser, await signIn(baseURL!, 'legal'), 'en_US');
  await signer.goto('/main?myCode=zb');
  const row = signer.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('Urgent');
  await expect(row).toContainText(/\d+ days? left/);
});
