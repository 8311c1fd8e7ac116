import { expect } from '@playwright/test';
import { filed, openItem, signIn } from '../support/beside.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

test('FLOW-05 FORM-06 what a choice lacks is named at once, and what only an agreement lacks is no fault of a return', async ({
  browser,
  baseURL,
}) => {
  const name = `缺项的泊位${Date.now() % 1_000_000}`;
  const id = await filed(baseURL!, name);
  const head = await signIn(baseURL!, 'depthead');
  expect(await head.call('/app', 'Modify', { cloud: 'initiation', id, _event: 21, remark: '同意' })).toMatchObject({ code: 200 });
  const page = await windowFor(browser, await signIn(baseURL!, 'investmgr'));
  await openItem(page, name, '审批');
  const bar = page.getByRole('region', { name: '办理', exact: true });
  const no = page.getByLabel('评审编号');
  const alerts = bar.getByRole('alert').filter({ visible: true });

  // an urgent way asks for a field and for a limit: both are named by one press
  await bar.getByRole('button', { name: '加急会签', exact: true }).click();
  await expect(no).toHaveAttribute('aria-invalid', 'true');
  await expect(alerts.filter({ hasText: '加急事项请填写办理时限' })).toBeVisible();
  await expect(no).toBeFocused();

  // a return asks for neither
  await bar.getByRole('button', { name: '退回', exact: true }).click();
  await expect(alerts.filter({ hasText: '意见' })).toBeVisible();
  await expect(no).not.toHaveAttribute('aria-invalid', 'true');
  await expect(alerts.filter({ hasText: '时限' })).toHaveCount(0);

  // the agreement still says it, and goes once it is there
  await bar.getByRole('button', { name: '同意并发起会签', exact: true }).click();
  await expect(no).toBeFocused();
  await expect(no).toHaveAttribute('aria-invalid', 'true');
  await page.context().close();
});
