import { expect, test } from '@playwright/test';
import { windowOf } from './support/people.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

test('FRAME-01 FRAME-05 FORM-01 FORM-03 FRAME-11 the frame around a record, and the record, in both languages', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await page.goto('/main?myCode=zb');
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: '资本性项目', exact: true })).toBeVisible();
  await expect(banner).toContainText(/虚构|公开数据/);
  await page.getByRole('navigation', { name: '菜单' }).getByText('立项审批').click();
  await page.getByText('智慧冷链配送中心', { exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: '智慧冷链配送中心' })).toBeVisible();
  await expect(page.getByRole('list', { name: '审批环节' }).getByRole('listitem').first()).toContainText('申请');
  await expect(page.getByRole('heading', { level: 2, name: '基本信息' })).toBeVisible();
  await expect(page.getByText(/^创建：/)).toBeVisible();
  await expect(page.getByText(/合计与估算总投资 460.00 一致/)).toBeVisible();
  const [half, whole] = await Promise.all(
    ['project_type', 'necessity'].map(async (name) => (await page.locator(`[data-place="${name}"]`).boundingBox())!.width),
  );
  expect(whole! / half!).toBeGreaterThan(2.5);
  await page.getByRole('button', { name: /English/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Project', exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Approval steps' }).getByRole('listitem').first()).toContainText('Application');
});

test('FORM-07 SUB-03 an amount typed over by keyboard replaces the old one, and the rows must add up', async ({ browser, baseURL }) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await page.goto('/main?myCode=zb');
  await page.getByRole('navigation', { name: '菜单' }).getByText('立项审批').click();
  await page.getByText('智慧冷链配送中心', { exact: true }).first().click();
  await page.getByRole('button', { name: '修改', exact: true }).click();
  const amount = page.locator('[data-place="est_price"] input');
  await amount.focus();
  await page.keyboard.type('500');
  await page.keyboard.press('Tab');
  await expect(amount).toHaveValue('500.00');
  await expect(page.getByText(/估算总投资 500.00，合计 460.00，相差 40.00/)).toBeVisible();
  await page
    .getByRole('button', { name: '撤销修改' })
    .or(page.getByRole('button', { name: '保存', exact: true }))
    .first()
    .click();
});
