import { expect, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { wallAt } from '#protocol/wire/clock.ts';
import { isReachable } from './support/axe.ts';
import { draftFor } from './support/initiation.ts';
import { hasShown, listens, windowOf } from './support/people.ts';
import { test } from './support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
/** Another one each time: a second try begins anew. */
const DRAFT = `新能源重卡三期 ${String(Date.now() % 100_000).padStart(5, '0')}`;
const PDF = {
  name: '项目建议书.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
};
// a journey of one draft: it is submitted at its end
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ baseURL }) => {
  await draftFor(await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD), DRAFT, '180');
});

const toInitiations = async (page: Page) => {
  await page.goto('/main?myCode=zb');
  await page.getByRole('navigation', { name: '菜单' }).getByText('立项审批').click();
};

/** Its line in a list of the to-do page; the bell's messages, which may still be closing, name it too. */
const lineOf = (page: Page) => page.getByRole('listitem').filter({ hasText: DRAFT, has: page.locator('[data-row]') });

test('FLOW-02 a draft is submitted from where it is looked at; what is missing is said over nothing that one needs', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await toInitiations(page);
    await page.getByText(DRAFT, { exact: true }).first().click();
    await expect(page.getByText('部门负责人审核').last()).toBeVisible();
    await page.setViewportSize(size);
    await page.getByRole('button', { name: '提交', exact: true }).click();
    const said = page.getByRole('alert').filter({ hasText: '项目建议书' });
    await expect(said).toBeVisible();
    const card = (await said.boundingBox())!;
    await expect(page.locator('[data-place="proposal"]:visible')).toContainText('不能为空');
    const needed = [page.locator('[data-place="proposal"]:visible'), page.getByRole('button', { name: '提交', exact: true })];
    for (const box of await Promise.all([...needed, page.getByRole('banner')].map(async (one) => (await one.boundingBox())!)))
      expect(box.y >= card.y + card.height || box.y + box.height <= card.y).toBe(true);
    await expect(page.locator('[data-place="proposal"] input[type=file]')).toBeAttached();
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator('[data-place="proposal"] input[type=file]').setInputFiles(PDF);
  await expect(page.getByRole('link', { name: PDF.name })).toBeVisible();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('保存成功')).toBeVisible();
});

test('LIST-07 DESK-03 a row offers to submit and says to whom it goes; my applications say where it is, on the company’s clock', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD, 'zh_CN', 'America/New_York');
  await toInitiations(page);
  await page.getByRole('button', { name: new RegExp(DRAFT) }).click();
  await page.getByRole('menuitem', { name: '提交' }).click();
  await expect(page.getByRole('dialog', { name: new RegExp(DRAFT) })).toContainText('将转到部门负责人审核：郑岚');
  await page.getByRole('dialog').getByRole('button', { name: '提交', exact: true }).click();
  await hasShown(page, '已提交，转到部门负责人审核：郑岚');
  const listening = listens(page);
  await page.goto('/main?myCode=zb');
  await page.getByRole('tab', { name: '我的申请' }).click();
  const row = lineOf(page);
  await expect(row).toContainText('部门负责人审核　郑岚');
  const hours = [0, 3_600_000].map((ago) => wallAt(Date.now() - ago, 'Asia/Shanghai').slice(5, 13));
  await expect(row).toContainText(new RegExp(hours.join('|')));

  const head = await windowOf(browser, baseURL!, 'depthead', PASSWORD, 'zh_CN', 'America/New_York');
  await head.goto('/main?myCode=zb');
  const waiting = lineOf(head);
  await expect(waiting).toContainText(/刚刚|已停 \d+ 分钟/);
  await expect(waiting).toContainText(/立项审批 LX-\d{4}-\d{3}/);
  // the arrows work from where one stands when the page comes, Enter opens, one step leads to the opinion
  await head.keyboard.press('ArrowDown');
  await expect(head.locator('[data-row]:focus')).toHaveCount(1);
  await isReachable(head, 'to-dos');
  await waiting.getByRole('button').first().focus();
  await head.keyboard.press('Enter');
  await expect(head.getByRole('region', { name: '办理' })).toBeVisible();
  await isReachable(head, 'a record to decide');
  await head.getByRole('button', { name: '跳到办理（Ctrl+Enter）' }).focus();
  await head.keyboard.press('Enter');
  await head.keyboard.type('请补充合同');
  const deciding = head.url();

  // the applicant has the record open, and hears of it there
  await row.getByRole('button', { name: '查看', exact: true }).click();
  await expect(page.getByText('部门负责人审核：郑岚')).toBeVisible();
  await listening;
  await head.getByRole('button', { name: '退回', exact: true }).click();
  await hasShown(head, '已退回，交回 孙浩然 修改');
  await expect(head.getByRole('region', { name: '下一项待办' })).toBeVisible();
  await head.goto(deciding);
  await expect(head.getByText('该待办您已办理（退回），目前处于“申请”')).toBeVisible();
  await hasShown(page, '您的申请被退回');
  await expect(page.getByRole('status').filter({ hasText: '轮到您：申请' })).toContainText('郑岚：请补充合同');
  await expect(page.getByRole('button', { name: '提交', exact: true })).toBeVisible();
});

test('FLOW-04 DESK-02 what was sent back says so wherever it stands, by whom and why, and is sent on from there', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await toInitiations(page);
  await expect(page.getByRole('row').filter({ hasText: DRAFT })).toContainText('已退回，待您修改');
  await page.getByRole('button', { name: /^提醒/ }).click();
  const mine = page.getByRole('region', { name: '我的消息' });
  await expect(mine).toContainText('郑岚退回：请补充合同');
  await isReachable(page, 'messages');
  await mine.getByRole('button', { name: new RegExp(DRAFT) }).click();
  await expect(page.getByRole('status').filter({ hasText: '轮到您：申请' })).toContainText('郑岚：请补充合同');
  await page.getByRole('navigation', { name: '菜单' }).getByText('待办').click();
  const row = lineOf(page);
  await expect(row).toContainText('已退回');
  await expect(row).toContainText('郑岚：请补充合同');
  await page.getByRole('tab', { name: '我的申请' }).click();
  await expect(row).toContainText('已退回，待您修改');
  await page.getByRole('tab', { name: '待我处理' }).click();
  await row.getByRole('button', { name: '修改', exact: true }).click();
  await expect(page.locator('[data-place="key_name"] input')).toBeEditable();
  // the record that was looked at is the one that is edited: one tab
  await expect(page.getByRole('tablist', { name: '打开的页面' }).getByRole('tab', { name: new RegExp(DRAFT.slice(0, 6)) })).toHaveCount(1);
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await hasShown(page, '已提交，转到部门负责人审核：郑岚');
});

test('FLOW-03 on a phone: a card opens with a tap, every button is as large as a thumb, and what was decided leads to the next', async ({
  browser,
  baseURL,
}) => {
  const head = await windowOf(browser, baseURL!, 'depthead', PASSWORD, 'en_US');
  await head.setViewportSize({ width: 390, height: 844 });
  await head.goto('/main?myCode=zb');
  await lineOf(head).getByRole('button').first().click();
  const bar = head.getByRole('region', { name: 'Decision' });
  await expect(bar).toContainText('With “Approve” it goes to Investment department');
  await bar.getByLabel('Opinion').click();
  for (const button of await bar.getByRole('button').all())
    expect((await button.boundingBox())!.height, (await button.textContent()) ?? '').toBeGreaterThanOrEqual(44);
  expect((await bar.boundingBox())!.y).toBeGreaterThan(560);
  await isReachable(head, 'deciding on a phone');
  await bar.getByRole('button', { name: 'Approve', exact: true }).click();
  await hasShown(head, 'Approve: done. Now at Investment department');
  await expect(head.getByRole('button', { name: 'Back to the to-dos' })).toBeVisible();
});
