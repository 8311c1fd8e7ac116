import { expect } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { applyFor } from './support/initiation.ts';
import { windowFor } from './support/people.ts';
import { test } from './support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const GROUP = '远山集团';
const NEW_YORK = '纽约公开数据';
const UNITS: Readonly<Record<string, string>> = { [GROUP]: '万元', [NEW_YORK]: '万美元' };

test('CAPEX-08 a to-do of another domain says its own money: preview, head, fields, rows, paper', async ({ browser, baseURL }) => {
  const signIn = (username: string) => Person.signIn(baseURL!, username, 'demo', PASSWORD);
  const [applicant, investmgr] = await Promise.all([signIn('applicant'), signIn('investmgr')]);
  // New York's projects are a ledger only; who invests there is entered first
  const there = await (await investmgr.inDomain(NEW_YORK)).call('/app', 'Add', {
    ...{ cloud: 'invest_subject', code: `J${Date.now()}`, key_name: '纽约代表处', kind: 2, province_entity: await province(investmgr) },
  });
  expect(there.code, there.remark).toBe(200);
  // whoever signs in next begins where he was last
  await investmgr.inDomain(GROUP);
  const names: Readonly<Record<string, string>> = { [GROUP]: `跨域金额甲${Date.now()}`, [NEW_YORK]: `跨域金额乙${Date.now()}` };
  for (const domain of [NEW_YORK, GROUP]) await applyFor(await applicant.inDomain(domain), names[domain] ?? '', '1200.00');

  for (const [here, away] of [
    [NEW_YORK, GROUP],
    [GROUP, NEW_YORK],
  ] as const) {
    const own = UNITS[away] ?? '';
    // 万元 is no part of 万美元, nor the other way round
    const wrong = UNITS[here] ?? '';
    const page = await windowFor(browser, await (await signIn('depthead')).inDomain(here));
    await page.goto('/main?myCode=zb');
    const row = page.getByRole('listitem').filter({ hasText: names[away] ?? '' });
    await row.getByRole('button').first().click();
    const preview = page.getByRole('complementary', { name: '预览' });
    await expect(preview).toContainText(`1,200.00 ${own}`);
    await expect(preview).not.toContainText(wrong);

    await row.getByRole('button', { name: '审批', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: names[away] ?? '' })).toBeVisible();
    const sheet = page.getByRole('tabpanel').filter({ has: page.getByRole('region', { name: '表单内容' }) });
    await expect(sheet.getByText(`1,200.00 ${own}`, { exact: true })).toBeVisible();
    await expect(sheet.getByText(`核算域：${away}`)).toBeVisible();
    await expect(sheet.getByText(`估算总投资（${own}）`, { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: '资金来源' }).locator('tfoot')).toContainText('1,200.00');
    await expect(sheet.getByRole('heading', { level: 2 }).filter({ hasText: own })).toHaveCount(1);
    await expect(sheet).not.toContainText(wrong);
    await page.emulateMedia({ media: 'print' });
    await expect(sheet.getByText(`1,200.00 ${own}`, { exact: true })).toBeVisible();
    await expect(sheet).not.toContainText(wrong);
    await page.emulateMedia({ media: 'screen' });

    // the list beside it is of the domain one works in
    await page.getByRole('navigation', { name: '菜单' }).getByText('立项审批').click();
    await expect(page.getByText(`金额单位：${wrong}`)).toBeVisible();
    await page.context().close();
  }
});

async function province(person: Person): Promise<unknown> {
  const { rows } = await person.call('/app', 'Page', { cloud: 'province', rows: 1 });
  return rows[0]?.id;
}
