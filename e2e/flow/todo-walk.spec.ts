import { expect } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { filed, signIn } from '../support/beside.ts';
import { hasShown, windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

test('FLOW-06 FORM-02 from inside a record one goes on to the next of the list, with its filter, by buttons and keys', async ({
  browser,
  baseURL,
}) => {
  const about = `顺序的泊位${Date.now() % 1_000_000}`;
  // one more than is looked for: three rows are the list once it is narrowed
  await filed(baseURL!, `早先的泊位${Date.now() % 1_000_000}`);
  for (const at of [1, 2, 3]) await filed(baseURL!, `${about}第${at}号`);
  const page = await windowFor(browser, await signIn(baseURL!, 'depthead'));
  await page.goto('/main?myCode=zb');
  await page.getByRole('textbox', { name: '事项、单号' }).fill(about);
  await expect(page.locator('[data-row]')).toHaveCount(3);
  // the newest first
  const titled = (at: number) => page.getByRole('heading', { name: `${about}第${at}号`, level: 1 });
  await page
    .getByRole('listitem')
    .filter({ hasText: `${about}第3号` })
    .getByRole('button', { name: '审批', exact: true })
    .click();
  await expect(titled(3)).toBeVisible();
  await expect(page.getByText('第 1 项，共 3 项')).toBeVisible();
  await expect(page.getByRole('button', { name: /^上一项/ })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: /^下一项（/ }).click();
  await expect(titled(2)).toBeVisible();
  await expect(page.getByText('第 2 项，共 3 项')).toBeVisible();
  await isReachable(page, 'a record among those of the list');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(titled(1)).toBeVisible();
  await expect(page.getByRole('region', { name: '办理', exact: true })).toBeVisible();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(titled(2)).toBeVisible();

  // what is next after a decision is the next of this list, not the newest of all that waits
  await filed(baseURL!, `别的泊位${Date.now() % 1_000_000}`);
  await page.getByRole('button', { name: '同意', exact: true }).click();
  await hasShown(page, '已同意');
  const next = page.getByRole('region', { name: '下一项待办' });
  await expect(next).toContainText(`${about}第1号`);
  await expect(next).toContainText('还有 2 项待办');
  await next.getByRole('button', { name: /^审批下一项/ }).click();
  await expect(titled(1)).toBeVisible();
  await expect(page.getByText('第 3 项，共 3 项')).toBeVisible();

  // opened otherwise it stands in no list
  await page.goto('/main/list/initiation?myCode=zb');
  await page.getByText(`${about}第3号`, { exact: true }).first().click();
  await expect(titled(3)).toBeVisible();
  await expect(page.getByText(/^第 \d+ 项，共/)).toHaveCount(0);
});

test('FLOW-06 quality: on a phone the place in the list and the way on stand at the top of the record', async ({ browser, baseURL }) => {
  const about = `掌上顺序${Date.now() % 1_000_000}`;
  for (const at of [1, 2]) await filed(baseURL!, `${about}第${at}号`);
  const page = await windowFor(browser, await signIn(baseURL!, 'depthead'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/main?myCode=zb');
  await page.getByRole('textbox', { name: '事项、单号' }).fill(about);
  await expect(page.locator('[data-row]')).toHaveCount(2);
  await page
    .getByRole('listitem')
    .filter({ hasText: `${about}第2号` })
    .getByText(`${about}第2号`)
    .click();
  await expect(page.getByText('第 1 项，共 2 项')).toBeVisible();
  const on = page.getByRole('button', { name: /^下一项（/ });
  expect((await on.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await on.click();
  await expect(page.getByRole('banner')).toContainText(`${about}第1号`.slice(0, 6));
  await expect(page.getByText('第 2 项，共 2 项')).toBeVisible();
  await isReachable(page, 'a record among others on a phone');
});
