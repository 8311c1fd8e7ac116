import { type Browser, expect, type Page } from '@playwright/test';
import { openListed } from './support/lists.ts';
import { hasShown, shareWindows, windowOf } from './support/people.ts';
import { test } from './support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const PDF = {
  name: '项目建议书.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
};

/** Everyone who has to do with a case, each in a window of his own, which stays open from one case to the next as in an office. */
class Desk {
  private readonly windows = new Map<string, Page>();
  constructor(
    private readonly browser: Browser,
    private readonly url: string,
  ) {}

  async close(): Promise<void> {
    for (const page of this.windows.values()) await page.context().close();
  }

  async of(username: string): Promise<Page> {
    const open = this.windows.get(username);
    if (open) return open;
    const page = await windowOf(this.browser, this.url, username, PASSWORD);
    this.windows.set(username, page);
    return page;
  }

  /** Opens the item from the to-do page, as its holder does in the morning. */
  async open(username: string, name: string): Promise<Page> {
    const page = await this.of(username);
    await page.goto('/main?myCode=zb');
    const row = page.getByRole('listitem').filter({ hasText: name });
    await row.getByRole('button', { name: '审批', exact: true }).click();
    await expect(page.getByRole('region', { name: '办理' })).toBeVisible();
    return page;
  }

  /** Opens it and takes a choice, with an opinion. */
  async decide(username: string, name: string, choice: string, opinion = ''): Promise<void> {
    const page = await this.open(username, name);
    if (opinion) await page.getByLabel('意见', { exact: true }).fill(opinion);
    await page.getByRole('button', { name: choice, exact: true }).click();
    await hasShown(page, `已${choice}`);
  }

  /** Nothing of this case waits for him. */
  async isClear(username: string, name: string): Promise<void> {
    const page = await this.of(username);
    await page.goto('/main?myCode=zb');
    await expect(page.getByRole('tab', { name: /待我处理/ })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: name })).toHaveCount(0);
  }

  async submitDraft(name: string): Promise<void> {
    const page = await this.of('applicant');
    await page.goto('/main?myCode=zb');
    await page.getByRole('navigation', { name: '菜单' }).getByText('立项审批').click();
    await openListed(page, name);
    await page.getByRole('button', { name: '修改', exact: true }).click();
    await page.locator('[data-place="proposal"] input[type=file]').setInputFiles(PDF);
    await expect(page.getByRole('link', { name: PDF.name })).toBeVisible();
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await hasShown(page, '已提交');
  }

  async investigate(name: string): Promise<void> {
    const page = await this.open('investmgr', name);
    await page.getByRole('region', { name: '本环节由您填写' }).getByLabel('评审编号').fill('PS-2026-01');
    await page.getByRole('button', { name: '同意并发起会签', exact: true }).click();
    await hasShown(page, '已同意并发起会签');
  }

  async toExecutive(name: string): Promise<void> {
    await this.submitDraft(name);
    await this.decide('depthead', name, '同意');
    await this.investigate(name);
    for (const signer of ['finance', 'legal', 'tech', 'safety']) await this.decide(signer, name, '同意', '已核对，无异议。');
    await this.decide('vicepres', name, '同意');
  }

  async inLedger(name: string, amount: string): Promise<void> {
    const page = await this.of('applicant');
    await page.goto('/main?myCode=zb');
    await page.getByRole('navigation', { name: '菜单' }).getByText('项目台账').click();
    await page
      .getByRole('searchbox')
      .first()
      .or(page.getByPlaceholder(/项目名称/))
      .first()
      .fill(name);
    await page.keyboard.press('Enter');
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(amount);
  }
}

// a case takes a dozen people a page load each
test.describe.configure({ mode: 'serial', timeout: 900_000 });
shareWindows(import.meta.url);

let desk: Desk;
test.beforeAll(({ browser, baseURL }) => {
  desk = new Desk(browser, baseURL!);
});
test.afterAll(() => desk?.close());

test('FLOW-01 FLOW-02 FLOW-06 below 1,000: seven people, and the project stands in the ledger', async () => {
  await desk.toExecutive('北港堆场自动化改造');
  await desk.isClear('president', '北港堆场自动化改造');
  await desk.inLedger('北港堆场自动化改造', '999.99');
});

test('FLOW-01 on 1,000: the president decides', async () => {
  await desk.toExecutive('长桥枢纽铁路专用线');
  await desk.isClear('member1', '长桥枢纽铁路专用线');
  await desk.decide('president', '长桥枢纽铁路专用线', '批准');
  await desk.inLedger('长桥枢纽铁路专用线', '1,000.00');
});

test('FLOW-03 on 5,000: the committee votes two of three, then the president; all twelve people', async () => {
  await desk.toExecutive('北港多式联运枢纽');
  await desk.decide('member1', '北港多式联运枢纽', '赞成');
  await desk.decide('member3', '北港多式联运枢纽', '赞成');
  await desk.isClear('member2', '北港多式联运枢纽');
  await desk.decide('president', '北港多式联运枢纽', '批准');
  await desk.inLedger('北港多式联运枢纽', '5,000.00');
});

test('FLOW-03 FLOW-04 FLOW-09 with a return and a veto of the countersignature', async () => {
  const name = '滨江基地三号库';
  await desk.submitDraft(name);
  await desk.decide('depthead', name, '同意');
  const investment = await desk.open('investmgr', name);
  const number = investment.getByRole('region', { name: '本环节由您填写' }).getByLabel('评审编号');
  // what a way on asks for says so before it is missing, and the opinion says for whom it is not free
  await expect(number).toHaveAttribute('aria-required', 'true');
  const opinion = investment.getByLabel('意见', { exact: true });
  await expect(opinion).toHaveAttribute('placeholder', '填写意见（退回、否决时必填）');
  await number.fill('PS-2026-09');
  await investment.getByLabel('意见', { exact: true }).fill('请核实用地手续。');
  await investment.getByRole('button', { name: '退回', exact: true }).click();
  await investment
    .getByRole('dialog', { name: '退回到' })
    .getByText(/部门负责人审核/)
    .click();
  await investment.getByRole('dialog', { name: '退回到' }).getByRole('button', { name: '退回' }).click();
  await hasShown(investment, '已退回，交回部门负责人审核：郑岚');
  await desk.decide('depthead', name, '同意', '用地手续齐全。');
  // what was typed went with the return
  await desk.open('investmgr', name);
  await expect(number).toHaveValue('PS-2026-09');
  await desk.investigate(name);
  const finance = await desk.open('finance', name);
  await expect(finance.getByRole('region', { name: '办理' })).toContainText('已签 0/4，全部同意后转到分管领导审批');
  await finance.getByRole('button', { name: '退回', exact: true }).click();
  await expect(finance.getByText('退回时必须填写意见')).toBeVisible();
  // what was missing is at hand, and who agrees need not say why
  await finance.getByRole('button', { name: '已核对，无异议。' }).click();
  const figures = finance.getByRole('region', { name: '本环节由您填写' });
  await figures.getByLabel('财务核定总投资').fill('4999.99');
  const sent: string[] = [];
  finance.on('request', (request) => void (request.url().includes('op=Modify') && sent.push(request.url())));
  await finance.getByRole('button', { name: '同意', exact: true }).dblclick();
  await hasShown(finance, '已同意，已签 1/4');
  await expect(finance.getByText(/^已同意/)).toHaveCount(1);
  expect(sent).toHaveLength(1);
  const legal = await desk.open('legal', name);
  await expect(legal.getByRole('region', { name: '办理' })).toContainText('已签 1/4，全部同意后转到分管领导审批');
  // finance's figures are finance's
  await expect(legal.getByRole('region', { name: '本环节由您填写' })).toHaveCount(0);
  const price = legal.locator('[data-place="finance_price"]');
  await expect(price).toContainText('4,999.99');
  await expect(price).toContainText('由财务会签填写');
  await legal.getByRole('button', { name: '退回', exact: true }).click();
  await expect(legal.getByText('退回时必须填写意见')).toBeVisible();
  await legal.getByLabel('意见', { exact: true }).fill('合同主体需要明确。');
  await legal.getByRole('button', { name: '退回', exact: true }).click();
  const dialog = legal.getByRole('dialog', { name: '退回到' });
  await dialog.getByText(/投资部审查/).click();
  const returned = legal.waitForRequest(/op=Modify/);
  await dialog.getByRole('button', { name: '退回' }).click();
  // a return goes the way of every decision: one call, upon the to-do and the version that were read
  const form = new URLSearchParams((await returned).postData() ?? '');
  for (const part of ['_event', 'back_id', 'todo', 'version', '_rid', 'remark']) expect(form.get(part), part).toBeTruthy();
  await hasShown(legal, '已退回，交回投资部审查：许静');
  await desk.isClear('tech', name);
  await desk.investigate(name);
  for (const signer of ['finance', 'legal', 'tech', 'safety']) await desk.decide(signer, name, '同意', '无异议。');
  await desk.decide('vicepres', name, '同意');
  const president = await desk.open('president', name);
  await expect(president.getByRole('list', { name: '办理过程' })).toContainText('合同主体需要明确。');
  await desk.decide('president', name, '批准');
  await desk.inLedger(name, '4,999.99');
});
