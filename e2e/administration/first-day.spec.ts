import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { codes, keyOf } from '../support/codes.ts';
import { dataFolder, type EmptyPlatform, startEmpty } from '../support/empty-platform.ts';
import { pasteInto } from '../support/paste.ts';
import { hasShown, noteShown } from '../support/people.ts';
import { test } from '../support/test.ts';

/** The people of a company that begins: name, account, department, role. */
const PEOPLE = [
  ['孙浩然', 'sunhaoran', '港口公司', '立项申请人'],
  ['郑岚', 'zhenglan', '港口公司', '单位负责人'],
  ['许静', 'xujing', '投资发展部', '投资管理'],
  ['周敏', 'zhoumin', '职能管理部', '财务会签'],
  ['何川', 'hechuan', '职能管理部', '法务会签'],
  ['吕峰', 'lvfeng', '职能管理部', '技术会签'],
  ['冯雪', 'fengxue', '职能管理部', '安环会签'],
  ['沈岳', 'shenyue', '投资发展部', '分管领导'],
  ['高远', 'gaoyuan', '投资发展部', '总经理'],
  ['陶然', 'taoran', '投资发展部', '投资委员会委员'],
  ['罗琳', 'luolin', '职能管理部', '投资委员会委员'],
  ['谢安', 'xiean', '港口公司', '投资委员会委员'],
] as const;
const PASSWORD = 'north-7-Crane';
const PROJECT = '北港二期堆场';
const PDF = {
  name: '项目建议书.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
};

const data = dataFolder();
let server: EmptyPlatform;
let office: Office;
test.beforeAll(async ({ browser }) => {
  server = await startEmpty(data.folder, { gives: true });
  office = new Office(browser);
});
test.afterAll(async () => {
  await office?.close();
  await server?.stop();
  data.remove();
});
test.describe.configure({ mode: 'serial', timeout: 900_000 });

const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true }).filter({ visible: true });
const place = (page: Page, name: string): Locator => page.locator(`[data-place="${name}"]:visible`);
const option = (page: Page, name: string): Locator =>
  page.locator('.ant-select-item-option').filter({ hasText: name, visible: true }).first();

/** What was opened to choose from has gone: it would be met instead of the next. */
const isShut = (page: Page) => expect(page.locator('.ant-select-item-option').filter({ visible: true })).toHaveCount(0);

/** Everybody at a desk of his own, in a window that stays open through the day. */
class Office {
  private readonly windows = new Map<string, Page>();
  constructor(private readonly browser: Browser) {}

  async close(): Promise<void> {
    for (const page of this.windows.values()) await page.context().close();
  }
  async window(): Promise<Page> {
    const context = await this.browser.newContext({ baseURL: server.url, locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
    await noteShown(context);
    return context.newPage();
  }
  /** Signed in through the page, once. */
  async of(username: string): Promise<Page> {
    const open = this.windows.get(username);
    if (open) return open;
    const page = await this.window();
    this.windows.set(username, page);
    await this.signIn(page, username);
    await expect(page).not.toHaveURL(/\/login/);
    return page;
  }
  async signIn(page: Page, username: string): Promise<void> {
    await page.goto('/login');
    await field(page, '企业账户').fill('anheng');
    await field(page, '账号').fill(username);
    await field(page, '密码').fill(PASSWORD);
    await page.getByRole('button', { name: '登录', exact: true }).click();
  }
  /** Decides what waits for him. */
  async decide(username: string, choice: string, filled: Readonly<Record<string, string>> = {}): Promise<void> {
    const page = await this.of(username);
    await page.goto('/main/todo?myCode=zb');
    const item = page.getByRole('listitem').filter({ hasText: PROJECT });
    await item.getByRole('button', { name: '审批', exact: true }).click();
    await expect(page.getByRole('region', { name: '办理' })).toBeVisible();
    for (const [name, text] of Object.entries(filled))
      await page.getByRole('region', { name: '本环节由您填写' }).getByLabel(name).fill(text);
    await page.getByRole('button', { name: choice, exact: true }).click();
    // the toast goes, and 已同意 stands in the step's count too: what was decided has no bar any more
    await expect(page.getByRole('region', { name: '办理' })).toHaveCount(0);
  }
}

async function pasteRows(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  await page.getByRole('button', { name: '粘贴多行' }).click();
  const dialog = page.getByRole('dialog').first();
  await pasteInto(dialog.getByRole('textbox', { name: '粘贴内容' }), rows);
  await dialog.getByRole('button', { name: `核对 ${rows.length - 1} 行` }).click();
  await expect(dialog.getByText(`${rows.length - 1} 行，没有发现错误`)).toBeVisible();
  await dialog.getByRole('button', { name: `保存 ${rows.length - 1} 行` }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('E15 ADMIN-12 an empty platform gets its administrator, three departments and twelve people', async () => {
  const page = await office.window();
  await page.goto('/');
  for (const [name, text] of [
    ['初始化码', server.code!],
    ['企业名称', '安恒投资集团'],
    ['企业账户', 'anheng'],
    ['姓名', '林一'],
    ['账号', 'linyi'],
    ['密码', PASSWORD],
    ['确认密码', PASSWORD],
  ] as const)
    await field(page, name).fill(text);
  await page.getByRole('button', { name: '完成初始化' }).click();
  await expect(page.getByRole('heading', { level: 2, name: '平台已建立' })).toBeVisible();
  await page.context().close();

  const admin = await office.of('linyi');
  await admin.goto('/main/tree/department?myCode=SYS');
  await pasteRows(admin, [
    ['部门编码', '部门名称', '英文名称', '上级部门'],
    ['11', '投资发展部', 'Investment', '安恒投资集团'],
    ['12', '职能管理部', 'Functions', '安恒投资集团'],
    ['13', '港口公司', 'Port company', '安恒投资集团'],
  ]);
  await expect(admin.getByRole('treeitem', { name: /^港口公司/ })).toHaveAttribute('aria-level', '2');

  await admin.goto('/main/list/user?myCode=SYS');
  await pasteRows(admin, [
    ['姓名', '登录账号', '所属部门', '角色', '可用核算域'],
    ...PEOPLE.map(([name, login, department, role]) => [name, login, department, `员工、${role}`, '安恒投资集团']),
  ]);
  await admin.goto('/main/list/invest_subject?myCode=zb');
  await pasteRows(admin, [
    ['主体编码', '主体名称', '主体类别', '对应部门'],
    ['A01', '安恒港口', '二级单位', '港口公司'],
  ]);
});

test('ADMIN-12 AUTH-15 everybody comes in by the link that the administrator made', async () => {
  const admin = await office.of('linyi');
  await admin.goto('/main/list/user?myCode=SYS');
  await admin.getByRole('combobox', { name: '每页条数' }).click();
  await option(admin, '50 条').click();
  const rows = admin.getByRole('row').filter({ hasText: '待进入' });
  await expect(rows).toHaveCount(PEOPLE.length);
  for (const row of await rows.all()) await row.getByRole('checkbox').click();
  await admin.getByRole('region', { name: '已选记录' }).getByRole('button', { name: '生成登录链接' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: '生成登录链接' }).click();
  await expect(dialog.getByRole('textbox')).toHaveCount(PEOPLE.length);
  const links = await Promise.all((await dialog.getByRole('textbox').all()).map((box) => box.inputValue()));
  await dialog.getByRole('button', { name: '关闭' }).last().click();
  for (const link of links) {
    const page = await office.window();
    await page.goto(link);
    await field(page, '密码').fill(PASSWORD);
    await field(page, '确认密码').fill(PASSWORD);
    await page.getByRole('button', { name: '设置密码' }).click();
    await expect(page.getByRole('heading', { level: 2, name: '密码已设置' })).toBeVisible();
    await page.context().close();
  }
  await admin.reload();
  await expect(admin.getByText('待进入')).toHaveCount(0);

  await admin.goto('/main/tree/department?myCode=SYS');
  await admin.getByRole('treeitem', { name: /^港口公司/ }).click();
  await admin.getByRole('button', { name: '修改', exact: true }).click();
  for (const [name, person] of [
    ['部门负责人', '郑岚'],
    ['分管领导', '沈岳'],
  ] as const) {
    await admin.getByRole('combobox', { name }).fill(person);
    await option(admin, person).click();
  }
  await admin.getByRole('button', { name: '保存', exact: true }).click();
  await expect(admin.getByText('保存成功').first()).toBeVisible();
});

test('ADMIN-01 ADMIN-02 what a role will see is read before it is saved, with the rows of this company', async () => {
  const admin = await office.of('linyi');
  await admin.goto(`/main/list/role?myCode=SYS&_key=${encodeURIComponent('财务会签')}`);
  await admin
    .getByRole('row', { name: /财务会签/ })
    .getByRole('button', { name: /更多/ })
    .click();
  await admin.getByRole('menuitem', { name: '授权' }).click();
  await admin.getByRole('checkbox', { name: '投资主体：新建', exact: true }).check();
  const effect = admin.getByRole('region', { name: '保存后会怎样' });
  await expect(effect).toContainText('1 人使用此角色');
  await expect(effect).toContainText('新建　投资主体，1 人');
  await admin.getByRole('button', { name: '保存 1 处更改' }).click();
  await expect(admin.getByText('已保存，下次请求即生效')).toBeVisible();
});

test('ADMIN-01 ADMIN-02 a role of this company is made: it shows fields of the rows of one department, to who gets it', async () => {
  const admin = await office.of('linyi');
  await admin.goto('/main/list/role?myCode=SYS');
  await admin.getByRole('button', { name: '新建', exact: true }).click();
  await admin.getByRole('textbox', { name: '角色编码' }).fill('deptreader');
  await admin.getByRole('textbox', { name: '角色名称' }).fill('部门人员查阅');
  await admin.getByRole('button', { name: '保存', exact: true }).click();
  await expect(admin.getByText('保存成功').first()).toBeVisible();
  await admin.goto(`/main/list/role?myCode=SYS&_key=deptreader`);
  await admin
    .getByRole('row', { name: /部门人员查阅/ })
    .getByRole('button', { name: /更多/ })
    .click();
  await admin.getByRole('menuitem', { name: '授权' }).click();
  await admin.getByRole('checkbox', { name: '用户：查看', exact: true }).check();
  await admin.getByRole('combobox', { name: '用户的数据范围' }).selectOption('本部门');
  await admin.getByRole('button', { name: /^保存 \d+ 处更改$/ }).click();
  await expect(admin.getByText('已保存，下次请求即生效')).toBeVisible();
  await give(admin, 'xiean', '部门人员查阅');
  await give(admin, 'luolin', '部门人员查阅');
  // everybody finds his colleagues; what their accounts are called is shown to who is of the port, and not to who is of another department
  for (const [username, names] of [
    ['xiean', /sunhaoran/],
    ['luolin', /^(?!.*sunhaoran)/],
  ] as const) {
    const page = await office.of(username);
    await page.goto(`/main/list/user?_key=${encodeURIComponent('孙浩然')}`);
    await expect(page.getByRole('row').filter({ hasText: '孙浩然' })).toHaveText([names]);
  }
});

/** Gives somebody one role more. */
async function give(admin: Page, username: string, role: string): Promise<void> {
  await admin.goto(`/main/list/user?myCode=SYS&_key=${username}`);
  await admin.getByRole('row').filter({ hasText: username }).getByRole('button', { name: /更多/ }).click();
  await admin.getByRole('menuitem', { name: '修改' }).click();
  await admin.getByRole('combobox', { name: '角色' }).fill(role);
  await option(admin, role).click();
  await admin.keyboard.press('Escape');
  await admin.getByRole('button', { name: '保存', exact: true }).click();
  await expect(admin.getByText('保存成功').first()).toBeVisible();
}

test('AUTH-01 the administrator protects the own account by a second factor, which the next sign-in asks for', async () => {
  const admin = await office.of('linyi');
  await admin.goto('/main/profile?tab=security');
  await admin.getByRole('button', { name: '开启' }).click();
  await field(admin, '密码').fill(PASSWORD);
  await admin.keyboard.press('Enter');
  await expect(admin.getByRole('img', { name: '验证器二维码' })).toBeVisible();
  const next = codes(await keyOf(admin));
  await field(admin, '验证码').fill(await next(admin));
  await admin.keyboard.press('Enter');
  await admin.getByRole('button', { name: '我已保存' }).click();
  await expect(admin.getByText('还剩 10 / 10 个')).toBeVisible();

  const page = await office.window();
  await office.signIn(page, 'linyi');
  await field(page, '验证码').fill(await next(page));
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/\/login/);
  await page.context().close();
});

/** Types into a field of the application, or chooses there. */
async function type(page: Page, name: string, text: string): Promise<void> {
  await place(page, name).locator('input, textarea').first().fill(text);
  await page.keyboard.press('Tab');
}
async function choose(page: Page, name: string, text: string): Promise<void> {
  const combobox = place(page, name).getByRole('combobox').first();
  await combobox.click();
  if (text) await combobox.pressSequentially(text);
  await option(page, text).click();
  await isShut(page);
}

test('FLOW-01 FLOW-02 FORM-01 an application is typed and goes through the seven steps of this company; who leaves in the middle is refused', async () => {
  const applicant = await office.of('sunhaoran');
  await applicant.goto('/main?myCode=zb');
  await applicant.getByRole('navigation', { name: '菜单' }).getByText('立项审批').click();
  await applicant.getByRole('button', { name: '新建立项' }).first().click();
  for (const [name, text] of [
    ['key_name', PROJECT],
    ['place', '北港作业区'],
    ['mobile', '13800002617'],
    ['est_price', '5200'],
    ['plan_begin', '2027-03-01'],
    ['plan_end', '2027-12-31'],
    ['plan_year', '2027'],
    ['scale', '堆场一座'],
    ['necessity', '现有堆场周转不足'],
  ] as const)
    await type(applicant, name, text);
  for (const [name, text] of [
    ['project_type', ''],
    ['invest_subject_entity', '安恒港口'],
    ['industry', ''],
    ['construct_nature', ''],
    ['benefit_type', ''],
    ['province_entity', '江苏'],
  ] as const)
    await choose(applicant, name, text);
  await place(applicant, 'in_year_plan').getByText('是', { exact: true }).click();
  await place(applicant, 'content_kinds').getByRole('checkbox').first().check();
  const fund = applicant.getByRole('region', { name: '资金来源', exact: true }).locator('tbody tr').first();
  await fund.getByRole('combobox').first().click();
  await option(applicant, '').click();
  await isShut(applicant);
  await fund.locator('[data-place$="/note"] input').fill('自筹');
  await fund.locator('[data-place$="/price"] input').fill('5200');
  await place(applicant, 'proposal').locator('input[type=file]').setInputFiles(PDF);
  await expect(applicant.getByRole('link', { name: PDF.name })).toBeVisible();
  await applicant.getByRole('button', { name: '提交', exact: true }).click();
  await expect(applicant.getByText('已提交').first()).toBeVisible();

  await office.decide('zhenglan', '同意');
  await office.decide('xujing', '同意并发起会签', { 评审编号: 'PS-2026-01' });
  await office.decide('zhoumin', '同意');
  await office.decide('lvfeng', '同意');
  await office.decide('fengxue', '同意');

  // who still has to sign leaves: what he holds goes to a colleague who has the role as well, and his next call is refused
  const leaver = await office.of('hechuan');
  await leaver.goto('/main/todo?myCode=zb');
  await expect(leaver.getByRole('listitem').filter({ hasText: PROJECT })).toBeVisible();
  const admin = await office.of('linyi');
  await give(admin, 'luolin', '法务会签');
  await admin.goto('/main/list/user?myCode=SYS&_key=hechuan');
  await admin.getByRole('row').filter({ hasText: 'hechuan' }).getByRole('button', { name: /更多/ }).click();
  await admin.getByRole('menuitem', { name: '账号管理' }).click();
  await admin.getByRole('button', { name: '停用账号' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: '先移交待办…' }).click();
  await dialog.getByRole('combobox', { name: '接手人' }).fill('罗琳');
  await option(admin, '罗琳').click();
  await dialog.getByRole('textbox', { name: '移交原因' }).fill('离职');
  await dialog.getByRole('button', { name: '移交 1 项' }).click();
  await hasShown(admin, '已移交 1 项待办');
  await admin.getByRole('button', { name: '停用账号' }).click();
  await dialog.getByRole('button', { name: '停用账号' }).click();
  await expect(admin.getByRole('button', { name: '启用账号' })).toBeVisible();
  await leaver.reload();
  await expect(leaver).toHaveURL(/\/login/);

  await office.decide('luolin', '同意');
  await office.decide('shenyue', '同意');
  await office.decide('taoran', '赞成');
  await office.decide('xiean', '赞成');
  await office.decide('gaoyuan', '批准');
  await applicant.goto('/main/list/project?myCode=zb');
  await expect(applicant.getByRole('row').filter({ hasText: PROJECT })).toContainText('5,200.00');
});
