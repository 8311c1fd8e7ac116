import { expect, type Locator, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { applyFor } from './support/initiation.ts';
import { openListed } from './support/lists.ts';
import { windowOf } from './support/people.ts';
import { test } from './support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const PDF = {
  name: '项目建议书.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
};

const field = (page: Page, name: string): Locator => page.locator(`[data-place="${name}"]:visible`);
const box = (page: Page, name: string): Locator => field(page, name).locator('input, textarea').first();
/** The cell of a row of the funding, counted from 0, whatever the row is called. */
const cell = (page: Page, row: number, name: string): Locator =>
  page.locator('tbody tr:visible').nth(row).locator(`[data-place$="/${name}"] input`);
/** Why the last attempt came to nothing, in the bar of the form. */
const said = (page: Page): Locator => page.locator('[data-bar]').getByRole('alert').filter({ visible: true });
/** What is said has a room of its own: no field, no row and no button of the form lies below it. */
async function expectOverNothing(page: Page, words: Locator): Promise<void> {
  const card = (await words.boundingBox())!;
  const main = (await page.locator('[data-scroll]').filter({ visible: true }).first().boundingBox())!;
  expect(main.y + main.height).toBeLessThanOrEqual(card.y + 0.5);
  for (const button of await page.locator('[data-bar] [data-kind]').filter({ visible: true }).all()) {
    const { y, height } = (await button.boundingBox())!;
    const isClose = y >= card.y && y + height <= card.y + card.height;
    expect(isClose || y >= card.y + card.height).toBe(true);
  }
}

async function toInitiations(page: Page): Promise<void> {
  await page.goto('/main?myCode=zb');
  await page.getByRole('navigation', { name: '菜单' }).getByText('立项审批').click();
}

async function openNew(page: Page): Promise<void> {
  await toInitiations(page);
  await page.getByRole('button', { name: '新建立项' }).first().click();
  await expect(box(page, 'key_name')).toBeVisible();
}

async function type(page: Page, name: string, text: string): Promise<void> {
  await box(page, name).fill(text);
  await page.keyboard.press('Tab');
}

async function openDraft(page: Page, name: string): Promise<void> {
  await toInitiations(page);
  await openListed(page, name);
  await page.getByRole('button', { name: '修改', exact: true }).click();
  await expect(box(page, 'key_name')).toHaveValue(name);
}

const NAMES = ['首次保存后继续填写', '合计不符', '保存失败不丢失'];

// others look for their records on the first page of the same list
test.afterAll(async ({ baseURL }) => {
  const person = await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD);
  const { rows } = await person.call('/app', 'List', { cloud: 'initiation', fields: 'key_name' });
  const id = rows.filter(({ key_name }) => NAMES.includes(String(key_name))).map((row) => row.id);
  if (id.length > 0) expect((await person.call('/app', 'Delete', { cloud: 'initiation', id: `,${id.join(',')},` })).code).toBe(200);
});

test('FORM-06 an empty submit marks every field at once, says the first in words once, and goes to it; a mended field is marked no more', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await openNew(page);
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await expect(said(page)).toHaveCount(1);
  await expect(said(page)).toContainText('项目名称不能为空');
  await expectOverNothing(page, said(page));
  await expect(box(page, 'key_name')).toBeFocused();
  for (const name of ['key_name', 'project_type', 'invest_subject_entity', 'est_price', 'plan_begin', 'scale', 'proposal'])
    await expect(field(page, name), name).toContainText('不能为空');
  await expect(page.getByText(/第 1 行：资金来源－来源不能为空/)).toBeVisible();
  await box(page, 'key_name').fill('必填一览');
  await expect(field(page, 'key_name')).not.toContainText('不能为空');
  await expect(field(page, 'est_price')).toContainText('不能为空');
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await expect(said(page)).toHaveCount(1);
  await expect(said(page)).toContainText('项目类别不能为空');
  // what is told at a cell leads to it
  await page.getByRole('button', { name: /第 1 行：资金来源－金额/ }).click();
  await expect(cell(page, 0, 'price')).toBeFocused();
});

test('FORM-06 what is said of a failed attempt lies over nothing, and goes with its fault, with the next attempt and with its page', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await openNew(page);
  const submit = page.getByRole('button', { name: '提交', exact: true });
  const words = (text: string) => page.getByRole('alert').filter({ hasText: text, visible: true });
  await submit.click();
  await expect(words('项目名称不能为空')).toHaveCount(1);
  await expectOverNothing(page, words('项目名称不能为空'));
  // the pointer rests on it
  await words('项目名称不能为空').hover();
  await box(page, 'key_name').fill('保存失败不丢失');
  await expect(words('项目名称不能为空')).toHaveCount(0);
  // the next of its faults is what it says now
  await expect(words('项目类别不能为空')).toHaveCount(1);
  await page.route('**/app?op=Add', (route) => route.abort());
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(words('网络')).toHaveCount(1);
  await expect(words('项目类别不能为空')).toHaveCount(0);
  await page.getByRole('tab', { name: '立项审批', exact: true }).click();
  await expect(page.getByRole('button', { name: '新建立项' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: '网络' })).toHaveCount(0);
  await page.context().close();
});

test('FORM-06 SUB-03 a submit goes to what is wrong first on the page, be it in a row above a field', async ({ browser, baseURL }) => {
  const applicant = await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD);
  const id = await applyFor(applicant, NAMES[0]!, '460.00', {
    ...{ _event: undefined, scale: '', proposal: '' },
    _subtables: { 'initiation_fund.initiation_entity': [{ op: 'Add', fund_source: 1, note: '自筹', fund_ready: 1 }] },
  });
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await page.goto(`/main/form/initiation/Modify/${id}?myCode=zb`);
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await expect(said(page)).toContainText('第 1 行：资金来源－金额不能为空');
  await expect(cell(page, 0, 'price')).toBeFocused();
  await expect(field(page, 'scale')).toContainText('不能为空');
  await page.context().close();
});

test('FORM-07 FIELD-03 what is typed is taken in any usual form, or kept and told at its field, in fields, rows and filters', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await openNew(page);
  for (const [typed, shown] of [
    ['１２００', '1,200.00'],
    ['1,200.00', '1,200.00'],
    ['¥ 1,200.00 ', '1,200.00'],
    ['1200万', '1,200.00'],
    ['1.2亿元', '12,000.00'],
  ] as const) {
    await type(page, 'est_price', typed);
    await expect(box(page, 'est_price'), typed).toHaveValue(shown);
  }
  await type(page, 'est_price', 'abc');
  await expect(box(page, 'est_price')).toHaveValue('abc');
  await expect(field(page, 'est_price')).toContainText('估算总投资请填写数字，不能含有其他字符');
  await type(page, 'est_price', '-12');
  await expect(box(page, 'est_price')).toHaveValue('−12.00');
  await expect(field(page, 'est_price')).toContainText('估算总投资最小值是 0.00 万元');
  await expect(said(page)).toHaveCount(0);
  for (const typed of ['20270115', '2027/1/15', '2027.1.15', '2027年1月15日', '２０２７－１－１５']) {
    await type(page, 'plan_begin', typed);
    await expect(box(page, 'plan_begin'), typed).toHaveValue('2027-01-15');
  }
  await type(page, 'plan_begin', '明年一月');
  await expect(box(page, 'plan_begin')).toHaveValue('明年一月');
  await expect(field(page, 'plan_begin')).toContainText('2027-01-15');
  await type(page, 'key_name', '键入原样保留');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(said(page)).toHaveCount(1);
  await expect(box(page, 'est_price')).toBeFocused();
  await expect(box(page, 'plan_begin')).toHaveValue('明年一月');
  await cell(page, 0, 'price').fill('300万');
  await page.keyboard.press('Tab');
  await expect(cell(page, 0, 'price')).toHaveValue('300.00');
  await cell(page, 0, 'price').fill('三百');
  await page.keyboard.press('Tab');
  await expect(cell(page, 0, 'price')).toHaveValue('三百');
  await expect(page.getByRole('button', { name: '第 1 行：资金来源－金额请填写数字格式，不能含有字符' })).toBeVisible();

  await toInitiations(page);
  await page.getByRole('button', { name: '筛选条件' }).click();
  const panel = page.getByRole('form', { name: '筛选条件' });
  await panel.getByRole('button', { name: /更多/ }).click();
  const [from] = await panel.getByPlaceholder('起').all();
  await from!.fill('一百');
  await panel.getByRole('button', { name: '查询' }).click();
  await expect(panel.getByRole('alert')).toContainText('请填写数字');
  await expect(from!).toHaveValue('一百');
});

test('FORM-01 the first save of a new record leaves one where one was, typing on; the sum in words leads to its cell', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await openNew(page);
  await type(page, 'key_name', '首次保存后继续填写');
  await type(page, 'est_price', '1000');
  const scale = box(page, 'scale');
  await scale.fill('两座');
  const down = () => page.locator('[data-scroll]:visible').evaluate((main) => main.scrollTop);
  const before = await down();
  expect(before).toBeGreaterThan(0);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('保存成功')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: '首次保存后继续填写' })).toBeVisible();
  await expect(scale).toBeFocused();
  expect(Math.abs((await down()) - before)).toBeLessThan(40);
  await page.keyboard.type('冷库');
  await expect(scale).toHaveValue(/冷库/);
  await cell(page, 0, 'price').fill('460');
  await expect(page.getByText('估算总投资 1,000.00 万元，合计 460.00 万元，相差 540.00 万元')).toBeVisible();

  const name = '合计不符';
  const funds = { 'initiation_fund.initiation_entity': [{ op: 'Add', fund_source: 1, price: '460' }] };
  await applyFor(await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD), name, '1000', { _event: undefined, _subtables: funds });
  await openDraft(page, name);
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await expect(page.getByText(/合计 460.00\s万元，应为 1,000.00\s万元/).first()).toBeVisible();
  await expect(cell(page, 0, 'price')).toBeFocused();
  await expect(cell(page, 0, 'price')).toBeInViewport();
});

test('FORM-01 rows stand under the heading that names them, once', async ({ browser, baseURL }) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await openNew(page);
  await expect(page.getByRole('heading', { name: /^资金来源/ })).toHaveCount(1);
  const order = await page.locator('h2:visible').allTextContents();
  expect(order.findIndex((text) => text.startsWith('资金来源'))).toBeLessThan(order.indexOf('附件'));
  const table = (await page.getByRole('region', { name: '资金来源', exact: true }).boundingBox())!;
  const files = (await page.getByRole('heading', { name: '附件' }).boundingBox())!;
  expect(table.y).toBeLessThan(files.y);
});

test('FILE-01 one upload at a time in all fields, and no save beside it', async ({ browser, baseURL }) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await openNew(page);
  let release: () => void = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/app?op=Upload', async (route) => {
    await held;
    await route.continue();
  });
  await field(page, 'proposal').locator('input[type=file]').setInputFiles(PDF);
  await expect(field(page, 'proposal').getByRole('progressbar')).toBeVisible();
  await field(page, 'legal_opinion')
    .locator('input[type=file]')
    .setInputFiles({ ...PDF, name: '法律意见书.pdf' });
  await expect(field(page, 'legal_opinion')).toContainText('附件正在上传，请勿操作');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(field(page, 'proposal')).toContainText('附件正在上传，请勿操作');
  release();
  await expect(page.getByRole('link', { name: PDF.name })).toBeVisible();
  await expect(field(page, 'proposal')).not.toContainText('请勿操作');
  await field(page, 'legal_opinion')
    .locator('input[type=file]')
    .setInputFiles({ ...PDF, name: '法律意见书.pdf' });
  await expect(page.getByRole('link', { name: '法律意见书.pdf' })).toBeVisible();
});

test('R4 WIRE-11 a save that fails keeps what was typed and says what to do; the next one takes the complaint away', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await openNew(page);
  await type(page, 'key_name', '保存失败不丢失');
  await type(page, 'est_price', '77');
  const save = page.getByRole('button', { name: '保存', exact: true });
  const fail = async (how: { code: number; remark?: string } | 'network') => {
    await page.route('**/app?op=Add', (route) =>
      how === 'network' ? route.abort() : route.fulfill({ json: { remark: '', duration: 1, ...how } }),
    );
    await save.click();
  };
  for (const [how, words] of [
    [{ code: 103 }, '正在处理'],
    [{ code: 331 }, '数据库错误'],
    [{ code: 331, remark: '$disk_full' }, '磁盘空间已满'],
    ['network', '网络'],
  ] as const) {
    await fail(how);
    await expect(said(page)).toHaveCount(1);
    await expect(said(page)).toContainText(words);
    await expect(said(page)).toContainText('您填写的内容都还在');
    await expect(box(page, 'key_name')).toHaveValue('保存失败不丢失');
    await expect(box(page, 'est_price')).toHaveValue('77.00');
    await page.unroute('**/app?op=Add');
  }
  // what the server alone knows is told at its fields, all of it
  await page.route('**/app?op=Add', (route) => {
    const data = (name: string) => ({ field: { zh_CN: name, en_US: name }, field_name: name });
    const errors = ['invest_subject_entity', 'manager_entity'].map((name) => ({
      code: 315,
      remark: '$referenceMissing',
      data: data(name),
    }));
    return route.fulfill({ json: { code: 315, remark: '$referenceMissing', data: { ...errors[0]!.data, errors }, duration: 1 } });
  });
  await save.click();
  for (const name of ['invest_subject_entity', 'manager_entity'])
    await expect(field(page, name)).toContainText('所选的记录不存在或无权查看');
  await expect(said(page)).toHaveCount(1);
  await expect(box(page, 'invest_subject_entity')).toBeFocused();
  await page.unroute('**/app?op=Add');
  // what is typed while it is on its way stays
  let release: () => void = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  const sent: string[] = [];
  await page.route('**/app?op=Add', async (route) => {
    sent.push(route.request().postData() ?? '');
    if (sent.length === 1)
      return route.fulfill({ status: 503, headers: { 'retry-after': '2' }, json: { code: 103, remark: '$busy', duration: 1 } });
    await held;
    await route.continue();
  });
  await save.click();
  const line = page.getByRole('status').filter({ hasText: '正在排队' });
  await expect(line).toBeVisible();
  await expect(said(page)).toHaveCount(0);
  // a busy server began nothing of it: the same is sent again by itself
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toBe(sent[0]);
  await expect(line).toHaveCount(0);
  await box(page, 'place').fill('滨江');
  release();
  await expect(page.getByText('保存成功')).toBeVisible();
  await expect(said(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: '保存失败不丢失' })).toBeVisible();
  await expect(box(page, 'place')).toHaveValue('滨江');
});
