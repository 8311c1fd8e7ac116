import { expect } from '@playwright/test';
import { filed, openItem, signIn } from '../support/beside.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

test('quality: what was missing for one act is not said of the next', async ({ browser, baseURL }) => {
  const name = `红字用立项 ${Date.now() % 100_000}`;
  await filed(baseURL!, name, 'countersign');
  const page = await windowFor(browser, await signIn(baseURL!, 'finance'));
  await openItem(page, name, '审批');
  const bar = page.locator('[data-bar]');
  const missing = bar.getByText('退回时必须填写意见');
  await bar.getByRole('button', { name: '退回', exact: true }).click();
  await expect(missing).toBeVisible();
  // agreeing asks for the figure of the step, and for no opinion
  await bar.getByRole('button', { name: '同意', exact: true }).click();
  await expect(page.locator('[data-place="finance_price"]')).toContainText('财务核定总投资');
  await expect(page.locator('[data-place="finance_price"] [aria-invalid=true]')).toBeVisible();
  await expect(missing).toBeHidden();
  await expect(bar.getByLabel('意见', { exact: true })).toHaveAttribute('aria-invalid', 'false');
  await page.context().close();
});
