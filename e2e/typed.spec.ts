import { type BrowserContext, expect, type Page, type Route } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { deskOf } from './support/people.ts';
import { test } from './support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const RESTORED = /^已恢复 .* 填写、尚未保存的内容/;

/** One machine on which people sit down one after the other, and a draft of the applicant's in the approval's table. */
let context: BrowserContext;
let page: Page;
let applicant: Person;
let id: number;
let name: string;
test.beforeEach(async ({ browser, baseURL }, { title }) => {
  applicant = await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD);
  name = `暂存 ${title.split(' ').at(-1)!.slice(-12)}`;
  const made = await applicant.call('/app', 'Add', { cloud: 'initiation', key_name: name, est_price: '460' });
  id = Number(made.data.id);
  context = await browser.newContext({ baseURL: baseURL! });
  page = await deskOf(context, baseURL!, 'applicant', PASSWORD);
});
test.afterEach(async () => {
  // nothing was begun where no time was left
  if (!context) return;
  await context.close();
  const { rows } = await applicant.call('/app', 'List', { cloud: 'initiation', fields: 'key_name' });
  const made = rows.filter((row) => Number(row.id) === id || /暂存$/.test(String(row.key_name))).map((row) => row.id);
  await applicant.call('/app', 'Delete', { cloud: 'initiation', id: `,${made.join(',')},` });
});

const edit = (at = page) => at.goto(`/main/form/initiation/Modify/${id}?myCode=zb`);
const field = (what: string, at = page) => at.locator(`[data-place="${what}"]`).locator('input, textarea').first();
const opinion = (at = page) => at.getByLabel('意见', { exact: true });
const button = (label: string, at = page) => at.getByRole('button', { name: label, exact: true });
const stored = async (field_name: string) =>
  (await applicant.call('/app', 'Get', { cloud: 'initiation', id, fields: field_name })).data[field_name];

test('FORM-11 an edit with its rows and the opinion outlives a reload, Back and Forward, and a closed tab, until it is discarded', async () => {
  await edit();
  await field('key_name').fill('改过的名称');
  await button('添加资金来源').click();
  const price = page.locator('[data-place="initiation_fund.initiation_entity"] [data-place$="/price"] input').first();
  await price.fill('333');
  await opinion().fill('请尽快安排');
  await page.reload();
  await expect(page.getByText(RESTORED)).toBeVisible();
  await expect(field('key_name')).toHaveValue('改过的名称');
  await expect(price).toHaveValue('333.00');
  await expect(opinion()).toHaveValue('请尽快安排');

  await page.goto(`/main/form/initiation/Show/${id}`);
  await expect(page.getByText('填写的修改还没有保存')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.getByRole('button', { name: '继续修改' }).click();
  await expect(field('key_name')).toHaveValue('改过的名称');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.goForward();
  await expect(field('key_name')).toHaveValue('改过的名称');

  await page.getByRole('tab', { selected: true }).first().press('Delete');
  await expect(page.getByText(/未保存的内容已暂存，再次打开时恢复/)).toBeVisible();
  await edit();
  await expect(field('key_name')).toHaveValue('改过的名称');
  await button('丢弃').click();
  await expect(field('key_name')).toHaveValue(name);
  await page.reload();
  await expect(field('key_name')).toHaveValue(name);
  await expect(page.getByText(RESTORED)).toHaveCount(0);
  await expect(opinion()).toHaveValue('请尽快安排');
});

test('FORM-11 a new record outlives its window and the browser, and is gone from the machine once it is saved', async ({ baseURL }) => {
  await page.goto('/main/form/initiation/Add?myCode=zb');
  await field('key_name').fill('新立项的暂存');
  await page.goBack();
  await page.goForward();
  await expect(field('key_name')).toHaveValue('新立项的暂存');
  await page.close();
  page = await deskOf(context, baseURL!, 'applicant', PASSWORD);
  await page.goto('/main/list/initiation?myCode=zb');
  await page
    .getByRole('button', { name: '新建立项申请' })
    .or(page.getByRole('button', { name: /^新[建增]/ }))
    .first()
    .click();
  await expect(page.getByText(RESTORED)).toBeVisible();
  await expect(field('key_name')).toHaveValue('新立项的暂存');
  await button('保存').click();
  await expect(page).toHaveURL(/\/main\/form\/initiation\/Modify\/\d+/);
  await expect(field('key_name')).toHaveValue('新立项的暂存');
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('fw.draft')))).toEqual([]);
  await page.goto('/main/form/initiation/Add?myCode=zb');
  await expect(field('key_name')).toHaveValue('');
});

test('LIST-09 a filter that is half typed is there again after a reload', async () => {
  await page.goto('/main/list/initiation?myCode=zb');
  await page.getByRole('button', { name: '筛选条件' }).click();
  const panel = page.getByRole('form', { name: '筛选条件' });
  await panel.getByRole('textbox').first().fill('未查询');
  await page.reload();
  await expect(panel.getByRole('textbox').first()).toHaveValue('未查询');
  await panel.getByRole('button', { name: '重置' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: '筛选条件' })).toBeVisible();
  await expect(panel).toHaveCount(0);
});

test('FORM-11 two windows on one record: the second is told, both keep what was typed, and both come back', async ({ baseURL }) => {
  await edit();
  await field('key_name').fill('第一个窗口');
  await expect.poll(() => drafts(page)).toBe(1);
  const second = await context.newPage();
  await edit(second);
  await expect(second.getByText('另一个窗口里也有这条记录未保存的内容')).toBeVisible();
  await expect(field('key_name', second)).toHaveValue(name);
  await field('key_name', second).fill('第二个窗口');
  await expect.poll(() => drafts(page)).toBe(2);
  await expect(page.getByText('另一个窗口里也有这条记录未保存的内容')).toBeVisible();
  await second.reload();
  await expect(field('key_name', second)).toHaveValue('第二个窗口');
  await expect(field('key_name')).toHaveValue('第一个窗口');

  await page.close();
  await second.close();
  page = await deskOf(context, baseURL!, 'applicant', PASSWORD);
  await edit();
  await expect(field('key_name')).toHaveValue('第二个窗口');
  await button('换成那一份').click();
  await expect(field('key_name')).toHaveValue('第一个窗口');
  await button('换成那一份').click();
  await expect(field('key_name')).toHaveValue('第二个窗口');
});
const drafts = (at: Page) => at.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('/form/')).length);

test('AUTH-19 a domain switched in another window closes nothing: what is typed can be saved once the domain is back', async () => {
  await edit();
  await field('key_name').fill('切换之前');
  const second = await context.newPage();
  await second.goto('/main?myCode=zb');
  await second.getByRole('button', { name: /账户/ }).click();
  await second.getByRole('menuitem', { name: '纽约公开数据' }).click();
  await expect(second).toHaveURL(/\/main\/todo/);
  const told = page.getByRole('dialog', { name: '已在另一个窗口切换到“纽约公开数据”' });
  await expect(told).toContainText('还没有保存');
  await page.keyboard.press('Control+s');
  await told.getByRole('button', { name: '切换回远山集团' }).click();
  await expect(told).toBeHidden();
  await expect(field('key_name')).toHaveValue('切换之前');
  await button('保存').click();
  await expect(page.getByText('保存成功')).toBeVisible();
  expect(await stored('key_name')).toBe('切换之前');
});

test('AUTH-13 signing out in another window covers what is typed, shows it to nobody else, and the same person goes on', async () => {
  await edit();
  await field('key_name').fill('退出之前');
  const second = await context.newPage();
  await second.goto('/Home');
  await second.locator('summary').click();
  await expect(second.getByText('还没有保存，退出登录后会丢弃')).toBeVisible();
  await second.getByRole('button', { name: '退出登录' }).click();
  const dialog = page.getByRole('dialog', { name: '您在另一个窗口退出了登录' });
  await expect(dialog).toBeVisible();
  await expect(field('key_name')).toBeHidden();

  await signIn(second, 'depthead');
  await expect(second).toHaveURL(/\/main\/board\/desktop/);
  await expect(dialog).toBeVisible();
  expect(await second.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('fw.tabs')))).toHaveLength(1);
  await second.close();

  await dialog.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(field('key_name')).toHaveValue('退出之前');
  await button('保存').click();
  await expect(page.getByText('保存成功')).toBeVisible();
  expect(await stored('key_name')).toBe('退出之前');
});

async function signIn(at: Page, username: string): Promise<void> {
  await at.getByLabel('企业账户').fill('demo');
  await at.getByLabel('账号', { exact: true }).fill(username);
  await at.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await at.keyboard.press('Enter');
}

test('AUTH-13 what one person typed is never shown to the next on the same machine, and is there when he is back', async ({ baseURL }) => {
  await edit();
  await field('key_name').fill('只给本人看');
  await expect.poll(() => drafts(page)).toBe(1);
  await page.close();
  page = await deskOf(context, baseURL!, 'admin', PASSWORD);
  await page.goto(`/main/form/initiation/Show/${id}?myCode=zb`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText('还没有保存')).toHaveCount(0);
  await page.close();
  page = await deskOf(context, baseURL!, 'applicant', PASSWORD);
  await edit();
  await expect(field('key_name')).toHaveValue('只给本人看');
});

test('AUTH-12 FORM-11 a lost network and an ended session keep everything typed, and the save goes through afterwards', async () => {
  await edit();
  await field('key_name').fill('断网之前');
  await page.route('**/app?op=Modify', (route) => route.abort());
  await button('保存').click();
  await expect(page.getByRole('alert').filter({ hasText: '网络' })).toBeVisible();
  await page.reload();
  await expect(field('key_name')).toHaveValue('断网之前');
  await page.unroute('**/app?op=Modify');

  const token = await page.evaluate(() => (JSON.parse(sessionStorage.getItem('fw.session')!) as { token: string }).token);
  // the session ends while the save is on its way, whether the page hears of the end before or not
  const ended = async (route: Route) => {
    await page.request.post('/sys?op=Logout', { headers: { token }, form: { _os: 'web' } });
    await route.continue();
  };
  await page.route('**/app?op=Modify', ended, { times: 1 });
  await button('保存').click();
  const dialog = page.getByRole('dialog', { name: '登录已过期' });
  await dialog.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('保存成功')).toBeVisible();
  expect(await stored('key_name')).toBe('断网之前');
});

test('FORM-11 what is restored stands on the version it was typed on: who saved meanwhile is told, and stays unless one insists', async () => {
  await edit();
  await field('key_name').fill('旧版本上的修改');
  await expect.poll(() => drafts(page)).toBe(1);
  await applicant.call('/app', 'Modify', { cloud: 'initiation', id, necessity: '他人同时写的' });
  await page.reload();
  await expect(field('key_name')).toHaveValue('旧版本上的修改');
  await expect(page.getByText(/^您于 .+ 在另一窗口保存了此记录，这里填写的内容仍在/)).toBeVisible();
  await expect(field('necessity')).toHaveValue('他人同时写的');
  await button('保存').click();
  await expect.poll(() => stored('key_name')).toBe(name);
  await button('保留我的修改').click();
  await button('保存').click();
  await expect(page.getByText('保存成功')).toBeVisible();
  expect([await stored('key_name'), await stored('necessity')]).toEqual(['旧版本上的修改', '他人同时写的']);
});

const FUNDS = 'initiation_fund.initiation_entity';
const cell = (row: number, name: string) =>
  page.locator(`[data-place="${FUNDS}"] tbody tr`).nth(row).locator(`[data-place$="/${name}"]`).locator('input, textarea').first();
const rowsOf = async (of: number) => {
  const shown = await applicant.call('/app', 'Show', { cloud: 'initiation', id: of });
  return (shown.data._subtables as Record<string, { id: number; note: string; price: string }[]>)[FUNDS]!;
};

test('R4 both changed one row and the other deleted the next: who keeps his changes saves them upon what the other wrote', async () => {
  const change = (rows: object[]) => applicant.call('/app', 'Modify', { cloud: 'initiation', id, _subtables: { [FUNDS]: rows } });
  await change(['一', '二', '三'].map((note) => ({ op: 'Add', fund_source: 1, note, price: '100' })));
  const [first, second, third] = await rowsOf(id);
  await edit();
  await cell(0, 'note').fill('我写的');
  await cell(1, 'note').fill('我也写的');
  await button('删除第 3 行').click();
  const others = await change([
    { op: 'Modify', id: first!.id, note: '他人写的', price: '160' },
    { op: 'Delete', id: second!.id },
    { op: 'Delete', id: third!.id },
  ]);
  expect(others.code, others.remark).toBe(200);
  await page.keyboard.press('Control+s');
  await button('保留我的修改').focus();
  await page.keyboard.press('Enter');
  await expect(button('保留我的修改')).toHaveCount(0);
  await expect(cell(0, 'note')).toHaveValue('我写的');
  await expect(cell(0, 'price')).toHaveValue('160.00');
  await expect(cell(1, 'note')).toHaveValue('我也写的');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('保存成功')).toBeVisible();
  const saved = (await rowsOf(id)).map(({ note, price }) => [note, Number(price)]);
  expect(saved).toEqual([
    ['我写的', 160],
    ['我也写的', 100],
  ]);
});

test('FORM-11 rows that are typed while a new record is being saved are typed on in the saved one', async () => {
  await page.goto('/main/form/initiation/Add?myCode=zb');
  await field('key_name').fill('保存途中的暂存');
  await cell(0, 'note').fill('先写的');
  let answer: () => void = () => undefined;
  await page.route('**/app?op=Add', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  const asked = page.waitForRequest('**/app?op=Add');
  await button('保存').click();
  await asked;
  await cell(0, 'note').fill('改写的');
  await button('添加资金来源').click();
  await cell(1, 'note').fill('后写的');
  answer();
  await expect(page).toHaveURL(/\/main\/form\/initiation\/Modify\/\d+/);
  await expect(cell(0, 'note')).toHaveValue('改写的');
  await expect(cell(1, 'note')).toHaveValue('后写的');
  const made = Number(/\d+$/.exec(new URL(page.url()).pathname)![0]);
  expect((await rowsOf(made)).map(({ note }) => note)).toEqual(['先写的']);
  await button('保存').click();
  await expect.poll(async () => (await rowsOf(made)).map(({ note }) => note)).toEqual(['改写的', '后写的']);
});

test('AUTH-13 who signs out by choice is asked, and leaves nothing typed on the machine', async () => {
  await edit();
  await expect(field('key_name')).toHaveValue(name);
  await page.getByRole('button', { name: /账户/ }).click();
  const out = page.getByRole('menuitem', { name: '退出登录' });
  // at once: between the key and the way out nothing of the page has time for anything
  await out.evaluate((item: HTMLElement) => {
    const input = document.querySelector<HTMLInputElement>('[data-place="key_name"] input')!;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, '退出就丢弃');
    input.dispatchEvent(new Event('input', { bubbles: true }));
    item.click();
  });
  const asked = page.getByRole('dialog', { name: '有未保存的内容' });
  await expect(asked).toContainText(name);
  await asked.getByRole('button', { name: '继续填写' }).click();
  await expect(field('key_name')).toHaveValue('退出就丢弃');
  await page.getByRole('button', { name: /账户/ }).click();
  await out.click();
  await asked.getByRole('button', { name: '丢弃并退出' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await drafts(page)).toBe(0);
});

test('FILE-01 a file on its way is asked about before its page is closed or left, and nothing else is', async () => {
  await page.goto('/Home');
  await page.getByRole('link', { name: /资本性项目/ }).click();
  await page.getByRole('navigation', { name: '菜单' }).getByText('立项审批').click();
  await page.getByText(name, { exact: true }).first().click();
  await button('修改').click();
  let answer: () => void = () => undefined;
  await page.route('**/app?op=Upload', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  const file = {
    name: '建议书.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
  };
  await page.locator('[data-place="proposal"] input[type=file]').setInputFiles(file);
  const asked = page.getByRole('dialog', { name: '有内容会丢失' });
  await page.getByRole('tab', { selected: true }).first().press('Delete');
  await asked.getByRole('button', { name: '继续填写' }).click();
  await page.evaluate(() => history.go(-4));
  await asked.getByRole('button', { name: '继续填写' }).click();
  await expect(page).toHaveURL(new RegExp(`/main/form/initiation/Modify/${id}`));
  answer();
  await expect(page.getByRole('link', { name: file.name })).toBeVisible();
  await page.getByRole('tab', { selected: true }).first().press('Delete');
  await expect(page).not.toHaveURL(/Modify/);
});
