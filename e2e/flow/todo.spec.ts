import { expect } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { filed, signIn } from '../support/beside.ts';
import { hasShown, windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const named = (what: string) => `${what}${Date.now() % 1_000_000}`;

test('FLOW-06 DESK-03 what is to be answered has a tab of its own, which opens the answer; copies are told apart by whether they were read', async ({
  browser,
  baseURL,
}) => {
  const name = named('待回复的泊位');
  const id = await filed(baseURL!, name);
  const head = await signIn(baseURL!, 'depthead');
  const finance = await signIn(baseURL!, 'finance');
  const about = { cloud: 'initiation', id, remark: '资金来源可靠吗？' };
  expect(await head.call('/flow', 'Relay', { ...about, reviewers: `,${finance.user.id},` })).toMatchObject({ code: 200 });
  expect(await head.call('/flow', 'Copy', { ...about, copies: `,${finance.user.id},` })).toMatchObject({ code: 200 });
  const page = await windowFor(browser, finance);
  await page.goto('/main?myCode=zb');
  const row = page.getByRole('listitem').filter({ hasText: name });
  const mine = page.getByRole('tab', { name: /^待我处理/ });
  await expect(page.getByRole('tab', { selected: true, name: /^待我处理\s*[1-9]|^待回复/ })).toBeVisible();
  // the page begins where something waits; what is to be decided is not among what is to be answered
  await mine.click();
  await expect(mine).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('[data-row]').first().or(page.getByText('没有待办事项'))).toBeVisible();
  await expect(row).toHaveCount(0);

  await mine.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: /^待回复\s*[1-9]/ })).toBeFocused();
  await expect(page).toHaveURL(/tab=answer/);
  await expect(row).toContainText('郑岚 征询：资金来源可靠吗？');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/tab=read/);
  await expect(row).toBeVisible();
  await isReachable(page, 'copies');
  await page.getByRole('radio', { name: /^未读/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/tab=seen/);
  await expect(row).toHaveCount(0);

  await page.getByRole('tab', { name: /^待回复/ }).click();
  await row.getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: '回复内容' }).fill('可靠');
  await page.getByRole('button', { name: '回复', exact: true }).click();
  await hasShown(page, '已回复 郑岚');
  // opening it has read the copy as well
  await page.goto('/main/todo?tab=seen&myCode=zb');
  await expect(row).toBeVisible();
  // the codes of the specification's client
  for (const [code, tab] of [
    ['1', /^待我处理/],
    ['2', /^我已处理/],
    ['5', /^我的申请/],
  ] as const) {
    await page.goto(`/main/todo?tab=${code}&myCode=zb`);
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
  }
});
