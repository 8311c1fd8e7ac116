import { expect, test } from '@playwright/test';
import { applyFor } from './support/initiation.ts';
import { windowFor } from './support/people.ts';
import { Person } from './support/wire.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

test('quality: a printed record carries its opinions and its sums, whatever stood beside it; a heading stays with what it is of', async ({
  browser,
  baseURL,
}) => {
  const [applicant, depthead] = await Promise.all(
    ['applicant', 'depthead'].map((username) => Person.signIn(baseURL!, username, 'demo', PASSWORD)),
  );
  const opinion = `同意上报${Date.now()}`;
  const id = await applyFor(applicant!, '纸上的立项', '460.00');
  const decided = await depthead!.call('/app', 'Modify', { cloud: 'initiation', id, _event: 21, remark: opinion });
  expect(decided.code, decided.remark).toBe(200);
  const page = await windowFor(browser, applicant!);
  await page.goto(`/main/form/initiation/Show/${id}?myCode=zb`);
  await expect(page.getByText(opinion)).toBeVisible();
  await page.getByRole('tab', { name: '修改记录' }).click();
  await expect(page.getByText(opinion)).toBeHidden();

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(opinion)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: '办理过程' })).toBeVisible();
  await expect(page.getByRole('tab', { name: '修改记录' })).toBeHidden();
  await expect(page.getByRole('region', { name: '资金来源' }).locator('tfoot')).toContainText('460.00');
  const heading = page.getByRole('heading', { level: 2, name: '资金来源' });
  expect(await heading.evaluate((one) => getComputedStyle(one).breakAfter)).toBe('avoid');
  await page.context().close();
});

test('quality: a printed list says what it is of: keyword, filter, unit, page and how many', async ({ browser, baseURL }) => {
  const page = await windowFor(browser, await Person.signIn(baseURL!, 'investmgr', 'demo', PASSWORD));
  await page.goto('/main/list/project?myCode=zb&project_state=3');
  await page.getByRole('textbox', { name: /^搜索/ }).fill('枢纽');
  await expect(page.getByRole('row').nth(1)).toContainText('枢纽');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('textbox', { name: /^搜索/ })).toHaveValue('枢纽');
  for (const words of [
    page.getByRole('textbox', { name: /^搜索/ }),
    page.getByText('金额单位：万元'),
    page.getByText('第 1 页', { exact: true }),
  ])
    await expect(words).toBeVisible();
  await expect(page.getByRole('button', { name: '新建' })).toBeHidden();
  await page.context().close();
});

test('LIST-11 what has fewer records than the smallest page shows how many, and no pager', async ({ browser, baseURL }) => {
  const page = await windowFor(browser, await Person.signIn(baseURL!, 'investmgr', 'demo', PASSWORD));
  await page.goto('/main/list/project?myCode=zb');
  const pages = page.getByRole('navigation', { name: '分页' });
  await expect(pages.getByRole('combobox')).toHaveCount(1);
  await page.getByRole('textbox', { name: /^搜索/ }).fill('长桥枢纽');
  await expect(page.getByRole('row').nth(1)).toContainText('长桥枢纽');
  await expect(pages).toContainText(/共 \d 条/);
  await expect(pages.locator('button, [role=combobox]')).toHaveCount(0);
  await page.context().close();
});
