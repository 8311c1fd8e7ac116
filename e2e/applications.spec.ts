import { expect, type Page, test } from '@playwright/test';
import { wallAt } from '#protocol/wire/clock.ts';
import { hasShown, windowOf } from './support/people.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const DRAFT = '新能源重卡二期';
const PDF = {
  name: '项目建议书.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
};
// a journey of one draft: it is submitted at its end
test.describe.configure({ mode: 'serial' });

const toInitiations = async (page: Page) => {
  await page.goto('/main?myCode=zb');
  await page.getByRole('navigation', { name: '菜单' }).getByText('立项审批').click();
};

test('FLOW-02 a draft is submitted from where it is looked at; what is missing is said in the top bar, beside nothing one needs', async ({
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
    const under = (await said.boundingBox())!;
    await expect(page.locator('[data-place="proposal"]:visible')).toContainText('不能为空');
    for (const needed of [page.locator('[data-place="proposal"]:visible'), page.getByRole('button', { name: '提交', exact: true })])
      expect((await needed.boundingBox())!.y).toBeGreaterThanOrEqual(under.y + under.height);
    expect(under.y + under.height).toBeLessThanOrEqual(56);
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
  await page.goto('/main?myCode=zb');
  await page.getByRole('tab', { name: '我的申请' }).click();
  const row = page.getByRole('listitem').filter({ hasText: DRAFT });
  await expect(row).toContainText('部门负责人审核　郑岚');
  const hours = [0, 3_600_000].map((ago) => wallAt(Date.now() - ago, 'Asia/Shanghai').slice(5, 13));
  await expect(row).toContainText(new RegExp(hours.join('|')));

  const head = await windowOf(browser, baseURL!, 'depthead', PASSWORD, 'zh_CN', 'America/New_York');
  await head.goto('/main?myCode=zb');
  await expect(head.getByRole('listitem').filter({ hasText: DRAFT })).toContainText(/已停 \d+ (秒|分钟)/);
  await head.getByRole('listitem').filter({ hasText: DRAFT }).getByRole('button', { name: '审批', exact: true }).click();
  await head.getByLabel('意见', { exact: true }).fill('请补充合同');
  const deciding = head.url();
  await head.getByRole('button', { name: '不同意', exact: true }).click();
  await hasShown(head, '已不同意，交回 孙浩然 修改');
  await head.goto(deciding);
  await expect(head.getByText('该待办您已办理')).toBeVisible();
  await page.getByRole('tab', { name: '我已处理' }).click();
  await page.getByRole('tab', { name: '我的申请' }).click();
  await expect(row).toContainText('已退回，待你修改');
});
