import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { choose, fromMenu } from '../support/beside.ts';
import { dataFolder, type EmptyPlatform, startOwn } from '../support/empty-platform.ts';
import { applyFor, draftFor } from '../support/initiation.ts';
import { hasShown, windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const root = new URL('../..', import.meta.url).pathname;
const PDF = {
  name: '项目建议书.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
};
const NAME = '西港集装箱泊位';
const HANDED = '东港辅助泊位';
/** Seconds that the investment department has before its leader is told. */
const PATIENCE = 10;

/** Who reads the pages in English. */
const ENGLISH = new Set(['depthead', 'finance', 'legal', 'safety', 'vicepres', 'member1', 'president']);
/** How the pages say what each window looks for. */
const WORDS = {
  zh_CN: { open: '审批', answer: '回复', bar: '办理', process: '办理过程', opinion: '意见', more: '更多', steps: '审批环节' },
  en_US: {
    open: 'Review',
    answer: 'Answer',
    bar: 'Decision',
    process: 'Process',
    opinion: 'Opinion',
    more: 'More',
    steps: 'Approval steps',
  },
} as const;

/** The product whose investment department has little time: whoever has it too long, his leader is told. Answers its main file. */
function impatient(folder: string): string {
  cpSync(`${root}dist/server`, folder, { recursive: true });
  const suite = `${folder}/suites/capex/suite.js`;
  const now = readFileSync(suite, 'utf8');
  const later = now.replace(
    /(value: "3",\s+key_name: "[^"]+",)(?=[\s\S]{0,200}?code: "investmgr")/,
    `$1 timeout: { hours: ${PATIENCE / 3600}, do: "escalate" },`,
  );
  expect(later === now, 'the step is written otherwise in the build').toBe(false);
  writeFileSync(suite, later);
  return `${folder}/main.js`;
}

/** Everyone at his own window, in his language, with what he sees of the case. */
class Office {
  private readonly pages = new Map<string, Page>();
  constructor(
    private readonly browser: Browser,
    private readonly url: string,
  ) {}

  person = (who: string): Promise<Person> => Person.signIn(this.url, who, 'demo', PASSWORD);
  words = (who: string) => WORDS[ENGLISH.has(who) ? 'en_US' : 'zh_CN'];

  async of(who: string): Promise<Page> {
    const page = this.pages.get(who) ?? (await windowFor(this.browser, await this.person(who), ENGLISH.has(who) ? 'en_US' : 'zh_CN'));
    this.pages.set(who, page);
    return page;
  }

  /** The item on his to-do page. */
  async row(who: string, tab = ''): Promise<Locator> {
    const page = await this.of(who);
    await page.goto(tab ? `/main/todo?tab=${tab}&myCode=zb` : '/main?myCode=zb');
    return page.getByRole('listitem').filter({ hasText: NAME });
  }

  /** Opens the item from the to-do page. */
  async open(who: string): Promise<{ page: Page; bar: Locator; process: Locator; dialog: Locator }> {
    const { open, bar, process } = this.words(who);
    await (await this.row(who)).getByRole('button', { name: open, exact: true }).click();
    const page = await this.of(who);
    const at = page.getByRole('region', { name: bar, exact: true });
    await expect(at).toBeVisible();
    return { page, bar: at, process: page.getByRole('list', { name: process }), dialog: page.getByRole('dialog') };
  }

  /** Opens it and decides: what is said of it then, and what the process tells. */
  async decide(who: string, choice: string, shown: string, opinion = ''): Promise<void> {
    const { page, process } = await this.open(who);
    if (opinion) await page.getByLabel(this.words(who).opinion, { exact: true }).fill(opinion);
    await page.getByRole('button', { name: choice, exact: true }).click();
    await hasShown(page, shown);
    if (opinion) await expect(process).toContainText(opinion);
  }
}

/** Sent to the head of the unit, taken back before anybody read it, and sent again. */
async function submits(office: Office, id: number): Promise<void> {
  const page = await office.of('applicant');
  const bar = page.locator('[data-bar]');
  const process = page.getByRole('list', { name: '办理过程' });
  const submit = async () => {
    await bar.getByRole('button', { name: '提交', exact: true }).click();
    await hasShown(page, '已提交，转到部门负责人审核：郑岚');
  };
  await page.goto(`/main/form/initiation/Modify/${id}?myCode=zb`);
  await page.locator('[data-place="proposal"] input[type=file]').setInputFiles(PDF);
  await expect(page.getByRole('link', { name: PDF.name })).toBeVisible();
  await submit();
  await page.goto(`/main/form/initiation/Show/${id}?myCode=zb`);
  await bar.getByRole('button', { name: '撤回', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('郑岚');
  await dialog.getByRole('textbox', { name: /^撤回原因/ }).fill('漏写一个附件');
  await dialog.getByRole('button', { name: '撤回', exact: true }).click();
  await hasShown(page, '已撤回到“申请”');
  await expect(process).toContainText('郑岚，由您撤回');
  await expect(process).toContainText('漏写一个附件');
  await expect(await office.row('depthead')).toHaveCount(0);
  await page.goto(`/main/form/initiation/Modify/${id}?myCode=zb`);
  await submit();
}

/** The head asks finance, has safety sign after him, and passes his own part on. */
async function headAsks(office: Office): Promise<void> {
  const { page, bar, process, dialog } = await office.open('depthead');
  await bar.getByRole('button', { name: 'Ask', exact: true }).click();
  await choose(page, 'Zhou Min');
  await dialog.getByRole('textbox', { name: /^Your question/ }).fill('Is it funded?');
  await dialog.getByRole('button', { name: 'Ask (1)' }).click();
  await hasShown(page, 'Asked Zhou Min. You decide once all have answered');
  await expect(bar).toContainText('Waiting for the answer of Zhou Min');
  await expect(bar.getByRole('button', { name: 'Approve', exact: true })).toHaveAttribute('aria-disabled', 'true');

  await (await office.row('finance', 'answer')).getByRole('button', { name: 'Answer', exact: true }).click();
  const finance = await office.of('finance');
  await finance.getByRole('textbox', { name: 'Your answer' }).fill('It is, from our own means.');
  await finance.getByRole('button', { name: 'Answer', exact: true }).click();
  await hasShown(finance, 'Answered Zheng Lan');
  await expect(process).toContainText('Answer: It is, from our own means.');

  await bar.getByRole('button', { name: 'Add signers', exact: true }).click();
  await dialog.getByRole('radio', { name: 'After me' }).click();
  await choose(page, 'He Miao');
  await dialog.getByRole('textbox', { name: /^Why they sign/ }).fill('Fire safety of the yard');
  await dialog.getByRole('button', { name: 'Add signers (1)' }).click();
  await hasShown(page, 'Added He Miao');
  await expect(process).toContainText('Fire safety of the yard');

  await (await fromMenu(page, 'Pass on', 'More')).click();
  await choose(page, 'Wu Yue');
  await dialog.getByRole('textbox', { name: /^Why you pass it on/ }).fill('Away for a week');
  await dialog.getByRole('button', { name: 'Pass on (1)' }).click();
  await hasShown(page, 'Passed on to Wu Yue');
  await expect(process).toContainText('You passed it on to Wu Yue');
}

/** The one to whom it was passed decides, then who was added: not before. */
async function unitSigns(office: Office): Promise<void> {
  await expect(await office.row('safety')).toHaveCount(0);
  await expect(await office.row('tech')).toContainText('郑岚 转来：Away for a week');
  await office.decide('tech', '同意', '已同意', '技术可行');
  await expect(await office.row('safety')).toContainText('Fire safety of the yard');
  await office.decide('safety', 'Approve', 'Now at Investment department: Xu Jing', 'Safe as planned');
}

/** Nobody does anything: then it is late, and the leader is told once. */
async function isLate(office: Office): Promise<void> {
  await expect(await office.row('investmgr')).toHaveCount(1);
  const leader = await office.of('president');
  const told = leader.getByRole('listitem').filter({ hasText: NAME });
  await leader.goto('/main/message?myCode=zb');
  // the clock looks every minute; the page follows by itself
  await expect(told).toHaveCount(1, { timeout: 300_000 });
  await expect(told).toContainText('Late');
  await expect(await office.row('investmgr')).toContainText(/超时/);
  const { page, process } = await office.open('investmgr');
  await expect(page.getByRole('status').filter({ hasText: '轮到您：投资部审查' })).toContainText(/超时/);
  await expect(process).toContainText(/超时/);
}

/** All that the head of investment holds goes to a successor. */
async function handsOver(office: Office): Promise<void> {
  const admin = await office.person('admin');
  const find = async (cloud: string, filters: object) => (await admin.call('/app', 'Page', { cloud, rows: 1, filters })).rows[0]!;
  const successor = await find('user', { key_word: 'viewer' });
  const role = await find('role', { fields: { code: 'investmgr' } });
  const roles = [...(successor.role_entities as { id: number }[]).map(({ id }) => id), Number(role.id)];
  const given = await admin.call('/app', 'Modify', { cloud: 'user', id: Number(successor.id), role_entities: `,${roles.join()},` });
  expect(given).toMatchObject({ code: 200 });

  const page = await office.of('admin');
  await page.goto('/main/list/user?_key=investmgr');
  await page.getByRole('row').filter({ hasText: 'investmgr' }).getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '账号管理' }).click();
  for (const name of [NAME, HANDED]) await expect(page.getByRole('checkbox', { name: `选择“${name}”` })).toBeVisible();
  await page.getByRole('button', { name: '移交 2 项待办…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: '接手人' }).fill('林晓');
  await page.locator('.ant-select-item-option').filter({ hasText: '林晓', visible: true }).first().click();
  await dialog.getByRole('textbox', { name: '移交原因' }).fill('调岗');
  await dialog.getByRole('button', { name: '移交 2 项' }).click();
  await hasShown(page, '已移交 2 项待办');
  await expect(await office.row('investmgr')).toHaveCount(0);
  await expect(await office.row('viewer')).toHaveCount(1);
}

/** Who took over calls for the countersignatures. */
async function calls(office: Office): Promise<void> {
  const { page, process } = await office.open('viewer');
  await expect(process).toContainText('系统管理员 将 许静 的待办移交给 您');
  await page.getByRole('region', { name: '本环节由您填写' }).getByLabel('评审编号').fill('PS-2026-77');
  await page.getByRole('button', { name: '同意并发起会签', exact: true }).click();
  await hasShown(page, '已同意并发起会签，转到专业会签');
}

/** Legal is away: who acts for her is chosen by herself. */
async function goesAway(office: Office): Promise<void> {
  const page = await office.of('legal');
  await page.goto('/main/profile?tab=away');
  const form = page.getByRole('form', { name: 'Plan an absence' });
  await form.getByRole('combobox', { name: 'Agent' }).fill('Luo');
  await page.locator('.ant-select-item-option').first().click();
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await form.getByRole('textbox', { name: 'From' }).fill(day(-1));
  await form.getByRole('textbox', { name: 'Until' }).fill(day(5));
  await page.keyboard.press('Tab');
  await form.getByRole('textbox', { name: 'Note' }).fill('Annual leave');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Who acts for me' })).toContainText('Annual leave');
}

/** One of four agrees, the agent of another objects for her: the signatures of all are void, and it is back with who called for them. */
async function vetoed(office: Office): Promise<void> {
  await office.decide('finance', 'Approve', 'Approve: done. 1 of 4 signed', 'Funds are there');
  const { page, bar, process, dialog } = await office.open('member2');
  await expect(page.getByRole('status').filter({ hasText: '轮到您代丁若兰办理：专业会签' })).toBeVisible();
  await expect(bar).toContainText('代 丁若兰 办理');
  await page.getByLabel('意见', { exact: true }).fill('合同主体需要明确');
  await page.getByRole('button', { name: '退回', exact: true }).click();
  await dialog.getByText(/投资部审查/).click();
  await dialog.getByRole('button', { name: '退回' }).click();
  await hasShown(page, '已退回，交回投资部审查：林晓');
  await expect(process).toContainText('您 代 丁若兰');
  await expect(process).toContainText('合同主体需要明确');
  await expect(await office.row('tech')).toHaveCount(0);
  await expect(await office.row('viewer')).toContainText('合同主体需要明确');
}

/** All four, one of them by her agent. */
async function countersigned(office: Office): Promise<void> {
  await office.decide('finance', 'Approve', 'Approve: done. 1 of 4 signed');
  await office.decide('member2', '同意', '已同意，已签 2/4', '主体已明确');
  await office.decide('tech', '同意', '已同意，已签 3/4');
  await office.decide('safety', 'Approve', 'Now at Executive in charge: Chen Liqun');
}

async function decided(office: Office): Promise<void> {
  await office.decide('vicepres', 'Approve', 'Now at Investment committee', 'Worth it');
  await office.decide('member1', 'In favour', '1 of 3 signed');
  await office.decide('member3', '赞成', '已赞成，转到总经理审批：贺云舟');
  await expect(await office.row('member2')).toHaveCount(0);
  await office.decide('president', 'Approve', 'It ends as “Approved”', 'Go ahead');
}

/** Who applied reads all of it, and the project stands in the ledger. */
async function isTold(office: Office, id: number): Promise<void> {
  const page = await office.of('applicant');
  await page.goto(`/main/form/initiation/Show/${id}?myCode=zb`);
  const process = page.getByRole('list', { name: '办理过程' });
  const said = ['漏写一个附件', 'Is it funded?', 'Fire safety of the yard', '郑岚 转给 吴越', '系统管理员 将 许静 的待办移交给 林晓'];
  for (const words of [...said, '罗素琴 代 丁若兰', '合同主体需要明确', 'Go ahead']) await expect(process).toContainText(words);
  const { rows } = await (await office.person('applicant')).call('/app', 'Page', {
    cloud: 'project',
    rows: 9,
    filters: { key_word: NAME },
  });
  expect(rows).toHaveLength(1);
}

test('FLOW-01 FLOW-03 FLOW-05 FLOW-06 FLOW-07 all seven steps with all that may happen on the way, half of the windows in English', async ({
  browser,
}) => {
  // a dozen people a page load each, and a minute of waiting
  test.setTimeout(1_500_000);
  const { folder, remove } = dataFolder();
  const own = `${root}dist/impatient-${process.pid}`;
  let server: EmptyPlatform | undefined;
  try {
    server = await startOwn(folder, { DEMO: '1', DEMO_PASSWORD: PASSWORD }, { main: impatient(own) });
    const office = new Office(browser, server.url);
    const id = await draftFor(await office.person('applicant'), NAME, '5000.00');
    const other = await applyFor(await office.person('applicant'), HANDED, '600.00');
    const agreed = { cloud: 'initiation', id: other, _event: 21, remark: '同意' };
    expect(await (await office.person('depthead')).call('/app', 'Modify', agreed)).toMatchObject({ code: 200 });
    await test.step('1 submitted, taken back, submitted again', () => submits(office, id));
    await test.step('2 asked, answered, a signer added, passed on', () => headAsks(office));
    await test.step('2 signed by both', () => unitSigns(office));
    await test.step('4 one of those who will sign goes away', () => goesAway(office));
    await test.step('3 too late: the leader is told', () => isLate(office));
    await test.step('3 handed over with all else', () => handsOver(office));
    await test.step('3 countersignatures called for', () => calls(office));
    await test.step('4 a veto by her agent', () => vetoed(office));
    await test.step('3 called for again', () => calls(office));
    await test.step('4 countersigned', () => countersigned(office));
    await test.step('5 6 7 decided', () => decided(office));
    await test.step('the process tells it all, and the ledger has it', () => isTold(office, id));
  } finally {
    await server?.stop();
    rmSync(own, { recursive: true, force: true });
    remove();
  }
});
