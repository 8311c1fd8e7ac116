import { expect, type Locator, type Page, test } from '@playwright/test';
import { applyFor } from './support/initiation.ts';
import { windowFor } from './support/people.ts';
import { Person } from './support/wire.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const CHINESE = /[\u4e00-\u9fff]/;

/** How wide the page draws a character, as a part of its letters' height. */
const widthOf = (page: Page, character: string) =>
  page.evaluate((one) => {
    const ruler = document.body.appendChild(document.createElement('span'));
    ruler.textContent = one;
    const width = ruler.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(ruler).fontSize);
    ruler.remove();
    return width;
  }, character);

test('FRAME-11 who reads English reads English names: people, units, records, in frame, list, record, its process and its changes, and quotation marks that are not as wide as Chinese ones', async ({
  browser,
  baseURL,
}) => {
  const applicant = await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD);
  const stamp = Date.now();
  const english = `Berth works ${stamp}`;
  const id = await applyFor(applicant, `泊位工程${stamp}`, '460.00', { name_en: english });
  const page = await windowFor(browser, await Person.signIn(baseURL!, 'depthead', 'demo', PASSWORD), 'en_US');
  const isEnglish = async (where: Locator) => {
    await expect(where).toBeVisible();
    await expect(where).not.toContainText(CHINESE);
  };

  await page.goto('/main/list/initiation?myCode=zb');
  const row = page.getByRole('row').filter({ hasText: english });
  await isEnglish(row);
  await isEnglish(page.getByRole('button', { name: /Account/ }));
  await row.click();
  await expect(page.getByRole('heading', { level: 1, name: english })).toBeVisible();
  await isEnglish(page.getByRole('tab', { selected: true }).first());
  await expect(page.getByText('460.00 × CNY 10,000', { exact: true })).toBeVisible();
  await expect(page.locator('[data-place="est_price"]')).toContainText('(unit: CNY 10,000)');
  await isEnglish(page.getByRole('list', { name: 'Approval steps' }));
  await isEnglish(page.getByRole('list', { name: 'Process' }));
  await isEnglish(page.getByText(/^Created by/));
  for (const field of ['department_entity', 'manager_entity', 'invest_subject_entity', 'province_entity'])
    await isEnglish(page.locator(`[data-place="${field}"]`));
  await page.getByRole('tab', { name: 'Changes' }).click();
  const changed = page.getByRole('tabpanel', { name: 'Changes' }).locator('article').first();
  await isEnglish(changed.locator('b').first());

  // what waits, and what is decided
  await page.goto(`/main/form/initiation/Review/${id}?myCode=zb`);
  await isEnglish(page.getByRole('region', { name: 'Decision', exact: true }));
  await expect.poll(() => widthOf(page, '“')).toBeLessThan(0.6);
  await page.getByRole('button', { name: /中文/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: `泊位工程${stamp}` })).toBeVisible();
  await expect(page.getByRole('tab', { selected: true }).first()).toContainText('泊位工程');
  for (const words of [page.getByRole('list', { name: '审批环节' }), page.getByText(/^创建：/)])
    await expect(words).not.toContainText(/[a-z]{3}/);
  await page.context().close();
});
