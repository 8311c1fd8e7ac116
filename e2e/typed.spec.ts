import { expect, type Page, test } from '@playwright/test';
import { deskOf } from './support/people.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const DRAFT = '智慧冷链配送中心';

const list = async (page: Page) => {
  await page.goto('/main?myCode=zb');
  await page.getByRole('navigation', { name: '菜单' }).getByText('立项审批').click();
};
const openDraft = async (page: Page) => {
  await list(page);
  await page.getByText(DRAFT, { exact: true }).first().click();
};
const field = (page: Page, name: string) => page.locator(`[data-place="${name}"]`).locator('input, textarea').first();
const price = (page: Page) => page.locator('[data-place="initiation_fund.initiation_entity"] [data-place$="/price"] input').first();
const opinion = (page: Page) => page.getByLabel('意见', { exact: true });

test('FORM-11 what is typed into an existing record, its rows and the opinion is there again after a reload', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL! });
  const page = await deskOf(context, baseURL!, 'applicant', PASSWORD);
  await openDraft(page);
  await page.getByRole('button', { name: '修改', exact: true }).click();
  await field(page, 'est_price').fill('470');
  await price(page).fill('333');
  await opinion(page).fill('请尽快安排');
  await page.reload();
  await expect(page.getByText(/^已恢复 .* 填写、尚未保存的内容/)).toBeVisible();
  await expect(field(page, 'est_price')).toHaveValue('470.00');
  await expect(price(page)).toHaveValue('333.00');
  await expect(opinion(page)).toHaveValue('请尽快安排');
  await page.getByRole('button', { name: '丢弃' }).click();
  await expect(field(page, 'est_price')).toHaveValue('460.00');
  await context.close();
});
