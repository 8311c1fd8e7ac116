import { expect } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { applyFor } from './support/initiation.ts';
import { openListed } from './support/lists.ts';
import { windowFor, windowOf } from './support/people.ts';
import { test } from './support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

test('FRAME-01 FRAME-05 FORM-01 FRAME-11 the frame around a record, and the record, in both languages', async ({ browser, baseURL }) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await page.goto('/main?myCode=zb');
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: '资本性项目', exact: true })).toBeVisible();
  await expect(banner).toContainText(/虚构|公开数据/);
  await page.getByRole('navigation', { name: '菜单' }).getByText('立项审批').click();
  await openListed(page, '智慧冷链配送中心');
  await expect(page.getByRole('heading', { level: 1, name: '智慧冷链配送中心' })).toBeVisible();
  await expect(page.getByRole('list', { name: '审批环节' }).getByRole('listitem').first()).toContainText('申请');
  await expect(page.getByRole('heading', { level: 2, name: '基本信息' })).toBeVisible();
  await expect(page.getByText(/^创建：/)).toBeVisible();
  await expect(page.getByText(/合计与估算总投资 460.00\s万元一致/)).toBeVisible();
  await page.getByRole('button', { name: /English/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Project', exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Approval steps' }).getByRole('listitem').first()).toContainText('Application');
  // what is chosen follows the person, and others sign in as this one
  const chosen = page.waitForResponse(/op=Choose/);
  await page.getByRole('button', { name: /中文/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: '基本信息' })).toBeVisible();
  await chosen;
});

test('FORM-03 FORM-07 SUB-03 an amount typed over by keyboard replaces the old one, and the rows must add up', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await page.goto('/main?myCode=zb');
  await page.getByRole('navigation', { name: '菜单' }).getByText('立项审批').click();
  await openListed(page, '智慧冷链配送中心');
  await page.getByRole('button', { name: '修改', exact: true }).click();
  const amount = page.locator('[data-place="est_price"] input');
  await amount.focus();
  const [half, whole] = await Promise.all(
    ['project_type', 'necessity'].map(async (name) => (await page.locator(`[data-place="${name}"]`).boundingBox())!.width),
  );
  expect(whole! / half!).toBeGreaterThan(2.5);
  await page.keyboard.type('500');
  await page.keyboard.press('Tab');
  await expect(amount).toHaveValue('500.00');
  await expect(page.getByText(/估算总投资 500.00\s万元，合计 460.00\s万元，相差 40.00\s万元/)).toBeVisible();
  await page
    .getByRole('button', { name: '撤销修改' })
    .or(page.getByRole('button', { name: '保存', exact: true }))
    .first()
    .click();
});

test('R6 FORM-01 the history says what became of a record, its rows and files: nothing that was empty, and as many changes as there are', async ({
  browser,
  baseURL,
}) => {
  const name = `改动追溯${Date.now()}`;
  const funds = (rows: Record<string, unknown>[]) => ({ _subtables: { 'initiation_fund.initiation_entity': rows } });
  const person = await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD);
  const { id } = (
    await person.call('/app', 'Add', {
      cloud: 'initiation',
      key_name: name,
      ...funds([{ op: 'Add', fund_source: 1, note: '自筹', price: '300' }]),
    })
  ).data;
  const shown = await person.call('/app', 'Show', { cloud: 'initiation', id });
  const [row] = (shown.data._subtables as Record<string, { id: number }[]>)['initiation_fund.initiation_entity']!;
  const changed = await person.call('/app', 'Modify', {
    ...{ cloud: 'initiation', id, place: '港区', est_price: '460', proposal: await person.upload('initiation', 'proposal') },
    ...funds([
      { op: 'Modify', id: row!.id, price: '260' },
      { op: 'Add', fund_source: 2, note: '贷款', price: '200' },
    ]),
  });
  expect(changed.code, changed.remark).toBe(200);

  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await page.goto(`/main/form/initiation/Show/${id}`);
  await page.getByRole('tab', { name: '修改记录', exact: true }).click();
  const versions = page.getByRole('complementary').getByRole('article');
  const [second, first] = [versions.nth(0), versions.nth(1)];
  await expect(first).toContainText('创建了此记录');
  await expect(first).not.toContainText('项');
  await expect(second).toContainText('修改了 5 项');
  await expect(second).toContainText('建设地点（空） → 港区');
  await expect(second).toContainText('估算总投资（万元）（空） → 460.00');
  await expect(second).toContainText('项目建议书（空） → 项目建议书.pdf');
  await expect(second).toContainText('修改资金来源： 自有资金');
  await expect(second).toContainText('金额（万元）300.00 → 260.00');
  await expect(second).toContainText(/添加资金来源： .*贷款.*金额（万元） 200\.00/);
  // what was struck out was there
  await expect(second.locator('del')).toHaveText(['300.00']);
  const english = await windowOf(browser, baseURL!, 'applicant', PASSWORD, 'en_US');
  await english.goto(`/main/form/initiation/Show/${id}`);
  await english.getByRole('tab', { name: 'Changes', exact: true }).click();
  const changes = english.getByRole('complementary').getByRole('article');
  await expect(changes.nth(0)).toContainText('made 5 changes');
  await expect(changes.nth(0)).toContainText('(empty) → ');
  await expect(changes.nth(0)).toContainText(/Added to Funding: .*200\.00/);
  await expect(changes.nth(1)).toContainText('created this record');
  await person.call('/app', 'Delete', { cloud: 'initiation', id: `,${id},` });
});

test('R6 a record that was changed often shows its older changes when they are asked for', async ({ browser, baseURL }) => {
  const person = await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD);
  const id = await applyFor(person, `修改频繁的立项${Date.now() % 100_000}`, '460', { _event: undefined });
  for (let n = 1; n <= 51; n++) await person.call('/app', 'Modify', { cloud: 'initiation', id, place: `泊位${n}` });
  const page = await windowFor(browser, person);
  await page.goto(`/main/form/initiation/Show/${id}?myCode=zb`);
  await page.getByRole('tab', { name: '修改记录', exact: true }).click();
  const changes = page.getByRole('complementary').getByRole('article');
  await expect(changes).toHaveCount(50);
  await page.getByRole('button', { name: '更早的修改' }).click();
  await expect(changes).toHaveCount(52);
  await expect(page.getByText('创建了此记录')).toBeVisible();
  await expect(page.getByRole('button', { name: '更早的修改' })).toHaveCount(0);
  await page.context().close();
});

test('FORM-01 changes that stand open while others act stand once each, newest first', async ({ browser, baseURL }) => {
  const person = await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD);
  const called = `改动在看${Date.now() % 100_000}`;
  const id = await applyFor(person, called, '460');
  const page = await windowFor(browser, person);
  await page.goto(`/main/form/initiation/Show/${id}?myCode=zb`);
  await page.getByRole('tab', { name: '修改记录', exact: true }).click();
  const changes = page.getByRole('complementary').getByRole('article');
  await expect(changes).toHaveCount(2);
  const acts = [
    ['depthead', 22, { remark: '请改地点' }],
    ['applicant', undefined, { place: '北港区' }],
    ['applicant', 11, {}],
    ['depthead', 21, {}],
  ] as const;
  for (const [at, [who, _event, rest]] of acts.entries()) {
    const actor = await Person.signIn(baseURL!, who, 'demo', PASSWORD);
    const { code, remark } = await actor.call('/app', 'Modify', { cloud: 'initiation', id, _event, ...rest });
    expect(code, remark).toBe(200);
    // also without the channel: a tab that comes back asks again
    await page.getByRole('tab', { name: '待办', exact: true }).click();
    await page.getByRole('tab', { name: called }).click();
    await expect(changes.first()).toBeVisible();
    await expect(changes).not.toHaveCount(at + 2);
  }
  const standing = await changes.allInnerTexts();
  await page.reload();
  await page.getByRole('tab', { name: '修改记录', exact: true }).click();
  await expect(changes).toHaveCount(6);
  expect(standing).toEqual(await changes.allInnerTexts());
  await page.context().close();
});
