import { expect } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { applyFor } from './support/initiation.ts';
import { windowFor } from './support/people.ts';
import { test } from './support/test.ts';

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
  await expect(page.getByRole('heading', { level: 2, name: '办理过程' })).toBeHidden();

  const unit = page.locator('[data-place=department_entity]').getByText('远山物流', { exact: true });
  await expect(unit).toBeVisible();

  await page.emulateMedia({ media: 'print' });
  // a name that leads to its record is a value all the same
  await expect(unit).toBeVisible();
  await expect(page.getByText(opinion)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: '办理过程' })).toBeVisible();
  await expect(page.getByRole('tab', { name: '修改记录' })).toBeHidden();
  await expect(page.getByRole('region', { name: '资金来源' }).locator('tfoot')).toContainText('460.00');
  const heading = page.getByRole('heading', { level: 2, name: '资金来源' });
  expect(await heading.evaluate((one) => getComputedStyle(one).breakAfter)).toBe('avoid');
  await page.context().close();
});

test('quality: what one who handles a record prints names him, says which year, what is not saved yet, and shows no focus', async ({
  browser,
  baseURL,
}) => {
  const [applicant, depthead] = await Promise.all(
    ['applicant', 'depthead'].map((username) => Person.signIn(baseURL!, username, 'demo', PASSWORD)),
  );
  const id = await applyFor(applicant!, '本人打印的立项', '460.00');
  const page = await windowFor(browser, depthead!);
  await page.goto(`/main/form/initiation/Review/${id}?myCode=zb`);
  const strip = page.getByRole('status').filter({ hasText: '到达' });
  const year = new Date().getFullYear();
  await expect(strip).toContainText('轮到您：部门负责人审核');
  const process = page.getByRole('list', { name: '办理过程' });
  await expect(process.getByText('您', { exact: true })).toBeVisible();
  await process.locator('xpath=..').focus();
  const frame = () => process.locator('xpath=..').evaluate((one) => getComputedStyle(one).boxShadow);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  expect(await frame()).not.toBe('none');

  await page.emulateMedia({ media: 'print' });
  expect(await frame()).toBe('none');
  await expect(strip.getByText('部门负责人审核：郑岚')).toBeVisible();
  await expect(strip.getByText(new RegExp(`${year}-.* 到达$`))).toBeVisible();
  await expect(process.getByText('郑岚', { exact: true })).toBeVisible();
  await expect(
    process
      .locator('time')
      .getByText(new RegExp(`^${year}-`))
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('list', { name: '审批环节' }).getByText(new RegExp(`孙浩然 ${year}-`))).toBeVisible();
  for (const words of [/您/, /停留/]) await expect(page.getByText(words).filter({ visible: true })).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await page.goto('/main/list/initiation?myCode=zb');
  const row = page.getByRole('row').filter({ hasText: '本人打印的立项' }).first();
  await expect(row.getByText('待我办理')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(row.getByText('部门负责人审核', { exact: true })).toBeVisible();
  await expect(row.getByText('待我办理')).toBeHidden();
  await depthead!.call('/app', 'Modify', { cloud: 'initiation', id, _event: 21, remark: '同意' });
  await page.context().close();

  const desk = await windowFor(browser, applicant!);
  await desk.goto('/main/form/initiation/Add?myCode=zb');
  await desk.locator('[data-place="key_name"] input').fill('只在纸上');
  await desk.getByRole('button', { name: '提交', exact: true }).click();
  const told = desk.locator('[data-bar]').getByRole('alert').filter({ visible: true });
  await expect(told).toBeVisible();
  await desk.emulateMedia({ media: 'print' });
  await expect(told).toBeHidden();
  await expect(desk.getByText('尚未保存', { exact: true })).toBeVisible();
  await desk.context().close();
});

test('quality: a printed list says what it is of: keyword, filter, unit, page and how many', async ({ browser, baseURL }) => {
  const page = await windowFor(browser, await Person.signIn(baseURL!, 'investmgr', 'demo', PASSWORD));
  await page.goto('/main/list/project?myCode=zb&project_state=3');
  await page.getByRole('textbox', { name: /^搜索/ }).fill('枢纽');
  await expect(page.getByRole('row').nth(1)).toContainText('枢纽');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('textbox', { name: /^搜索/ })).toHaveValue('枢纽');
  for (const words of [page.getByRole('textbox', { name: /^搜索/ }), page.getByText('金额单位：万元'), page.getByText(/^共 \d+ 条$/)])
    await expect(words).toBeVisible();
  await expect(page.getByRole('button', { name: '新建' })).toBeHidden();
  await page.context().close();
});

test('quality: a printed list has no empty page behind it, and lies as it is declared from its first page to its last', async ({
  browser,
  baseURL,
}) => {
  const person = await Person.signIn(baseURL!, 'investmgr', 'demo', PASSWORD);
  const applicant = await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD);
  // a list of one page alone has no pager, whatever other journeys have applied for
  const { total = 0 } = await person.call('/app', 'Page', { cloud: 'initiation', rows: 1 });
  for (let at = total; at <= 10; at += 1) await applyFor(applicant, `打印用立项 ${at}`, '460.00');
  const page = await windowFor(browser, person);
  for (const [cloud, size] of [
    ['project', 10],
    ['initiation', 10],
    ['project', 50],
  ] as const) {
    await page.goto(`/main/list/${cloud}?myCode=zb&_rows=${size}`);
    await expect(page.locator('[role=rowgroup] [role=row]').first()).toBeVisible();
    // what a picker leaves behind for the next time is no page
    await page.getByRole('navigation', { name: '分页' }).getByRole('combobox').click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('option')).toHaveCount(0);
    // as the printer does: the paper's size is the sheet's own
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const sheets = [...paper.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => Number(width) > Number(height));
    expect(sheets, `${cloud}, ${size} rows`).toEqual(Array(size === 10 ? 1 : sheets.length).fill(true));
    expect(sheets.length).toBeLessThanOrEqual(3);
  }
  await page.context().close();
});

test('LIST-05 a printed list says which of how many it shows beside the sums of all, and leaves none of those out', async ({
  browser,
  baseURL,
}) => {
  const page = await windowFor(browser, await Person.signIn(baseURL!, 'investmgr', 'demo', PASSWORD));
  const rows = page.locator('[role=rowgroup] [role=row]');
  for (const [size, at, range] of [
    [10, 2, '11–20'],
    [100, 1, '1–100'],
  ] as const) {
    await page.goto(`/main/list/project?myCode=zb&_rows=${size}&_page=${at}`);
    await expect(rows.first()).toBeVisible();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation', { name: '分页' })).toContainText(new RegExp(`第 ${range} 条，共 \\d+ 条`));
    await expect(page.getByRole('rowheader')).toContainText(`此处列出第 ${range} 条`);
    await expect(page.getByText(`此处列出第 ${range} 条`)).toBeVisible();
    await expect(rows).toHaveCount(size);
    // what a browser draws again at the top of each sheet, and draws no buttons in
    const heads = page.getByRole('grid').locator('[role=presentation]:has(> [role=row] > [role=columnheader])');
    await expect(heads).toHaveCSS('display', 'table-header-group');
    for (const button of await heads.getByRole('columnheader').locator('button').all())
      expect(await button.evaluate((one) => getComputedStyle(one).display)).toMatch(/^(contents|none)$/);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    await expect(page.getByText(`此处列出第 ${range} 条`)).toBeHidden();
  }
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
