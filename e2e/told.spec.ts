import { expect } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { applyFor } from './support/initiation.ts';
import { hasShown, listens, windowFor } from './support/people.ts';
import { test } from './support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const signIn = (url: string, username: string) => Person.signIn(url, username, 'demo', PASSWORD);

test('DESK-02 DESK-03 what is copied to one is counted by the bell, which leads to a list of it; once opened it is read', async ({
  browser,
  baseURL,
}) => {
  const name = `堆场照明改造${Date.now() % 100_000}`;
  const viewer = await signIn(baseURL!, 'viewer');
  const head = await signIn(baseURL!, 'depthead');
  const id = await applyFor(await signIn(baseURL!, 'applicant'), name, '460.00');
  // what other journeys left with him
  const { todo, read, notices } = (await viewer.call('/sys', 'Counts')).data as Record<'todo' | 'read' | 'notices', number>;
  const before = todo + read + notices;
  const decision = { cloud: 'initiation', id, _event: 21, copies: `,${viewer.user.id},` };
  expect(await head.call('/app', 'Modify', decision)).toMatchObject({ code: 200 });

  const page = await windowFor(browser, viewer);
  await page.goto('/main?myCode=zb');
  const bell = page.getByRole('button', { name: /^提醒/ });
  // it counts system messages too, until they were opened and are closed again
  const line = page.getByRole('button', { name: /^查看全部系统消息/ });
  await line.click();
  await expect(page.getByRole('heading', { name: '系统消息' })).toBeVisible();
  await line.click();
  await expect(bell).toHaveText(String(before + 1));
  await bell.click();
  await page.getByRole('button', { name: /^待阅/ }).click();
  await expect(page.getByRole('tab', { name: /^抄送我的/ })).toHaveAttribute('aria-selected', 'true');
  const row = page.getByRole('listitem').filter({ hasText: name });
  await row.getByRole('button', { name: '查看', exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.getByRole('navigation', { name: '菜单' }).getByText('待办').click();
  await expect(page.getByText('没有未读的抄送')).toBeVisible();
  await expect(bell).toHaveText(before ? String(before) : '');
  await page.getByRole('radio', { name: '已读' }).click();
  await expect(row).toBeVisible();
});

test('FLOW-09 how long a record has been with somebody goes on while its page stands open', async ({ browser, baseURL }) => {
  const applicant = await signIn(baseURL!, 'applicant');
  const id = await applyFor(applicant, `泊位疏浚${Date.now() % 100_000}`, '460.00');
  const page = await windowFor(browser, applicant);
  await page.clock.install();
  await page.goto(`/main/form/initiation/Show/${id}?myCode=zb`);
  await expect(page.getByText('刚刚到达')).toBeVisible();
  // the page's clock may be behind the server's by what a busy machine took to open it
  await page.clock.fastForward(180_000);
  await expect(page.getByText(/到达，已停留 [1-3] 分钟/)).toBeVisible();
});

test('FLOW-09 what was done before the channel listened is on the open page once it does', async ({ browser, baseURL }) => {
  const applicant = await signIn(baseURL!, 'applicant');
  const id = await applyFor(applicant, `航道灯浮${Date.now() % 100_000}`, '460.00');
  const page = await windowFor(browser, applicant);
  let listens = (): void => undefined;
  const decided = new Promise<void>((resolve) => {
    listens = resolve;
  });
  await page.routeWebSocket(/mqtt/, async (socket) => {
    await decided;
    socket.connectToServer();
  });
  await page.goto(`/main/form/initiation/Show/${id}?myCode=zb`);
  await expect(
    page
      .getByText(/刚刚到达|到达，已停留/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await (await signIn(baseURL!, 'depthead')).call('/app', 'Modify', { cloud: 'initiation', id, _event: 21, remark: '已核实际水深' });
  listens();
  await expect(page.getByText('已核实际水深').filter({ visible: true })).toBeVisible({ timeout: 30_000 });
  await page.context().close();
});

test('FLOW-04 an opinion that was typed upon a to-do which another window decided stays to be read until it is given up', async ({
  browser,
  baseURL,
}) => {
  const name = `道路大修${Date.now() % 100_000}`;
  const id = await applyFor(await signIn(baseURL!, 'applicant'), name, '460.00');
  const head = await signIn(baseURL!, 'depthead');
  const page = await windowFor(browser, head);
  await page.goto('/main?myCode=zb');
  const row = page.getByRole('listitem').filter({ hasText: name });
  await row.getByRole('button', { name: '审批', exact: true }).click();
  await page.getByLabel('意见', { exact: true }).fill('资金来源再核一遍');
  expect(await head.call('/app', 'Modify', { cloud: 'initiation', id, _event: 21, remark: '同意' })).toMatchObject({ code: 200 });
  await page.reload();
  const left = page.getByRole('status').filter({ hasText: '没有发出：资金来源再核一遍' });
  await expect(left).toBeVisible();
  await left.getByRole('button', { name: '丢弃' }).click();
  await expect(left).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(left).toHaveCount(0);
  await page.context().close();
});

test('FLOW-04 a choice that comes too late turns the page to how it is now, which says once what happened', async ({
  browser,
  baseURL,
}) => {
  const applicant = await signIn(baseURL!, 'applicant');
  const head = await signIn(baseURL!, 'depthead');
  for (const choice of ['同意', '退回']) {
    const name = `迟到的办理${Date.now() % 100_000}`;
    const id = await applyFor(applicant, name, '460.00');
    const page = await windowFor(browser, head);
    // the channel tells nothing: the page still shows the to-do
    await page.routeWebSocket(/mqtt/, () => undefined);
    await page.goto('/main?myCode=zb');
    const row = page.getByRole('listitem').filter({ hasText: name });
    await row.getByRole('button', { name: '审批', exact: true }).click();
    await page.getByLabel('意见', { exact: true }).fill('再核一遍');
    const button = page.getByRole('button', { name: choice, exact: true });
    await expect(button).toBeVisible();
    expect(await head.call('/app', 'Modify', { cloud: 'initiation', id, _event: 21, remark: '同意' })).toMatchObject({ code: 200 });
    await button.click();
    await expect(page.getByText(/^该待办您已办理（同意），目前处于“投资部审查”/)).toBeVisible();
    await expect(button).toHaveCount(0);
    await expect(page.getByText(/轮到您/).filter({ visible: true })).toHaveCount(0);
    await expect(page.getByText('没有发出：再核一遍')).toBeVisible();
    const said = await page.evaluate(() =>
      (window as unknown as { shown: string[] }).shown.filter((one) => /^(已由|没有操作权限)/.test(one)),
    );
    expect(said).toEqual([]);
    await page.context().close();
  }
});

test('FLOW-04 who signs while another signer’s save comes first is told so, and it stays there until he has chosen again', async ({
  browser,
  baseURL,
}) => {
  const name = `同时会签${Date.now() % 100_000}`;
  const id = await applyFor(await signIn(baseURL!, 'applicant'), name, '460.00');
  const decide = async (who: string, rest: Record<string, unknown>) =>
    expect(await (await signIn(baseURL!, who)).call('/app', 'Modify', { cloud: 'initiation', id, ...rest })).toMatchObject({ code: 200 });
  await decide('depthead', { _event: 21 });
  await decide('investmgr', { _event: 31, remark: '同意', review_no: 'PS-7' });
  const page = await windowFor(browser, await signIn(baseURL!, 'legal'));
  // the channel tells nothing: the page still shows the version before
  await page.routeWebSocket(/mqtt/, () => undefined);
  await page.goto(`/main/form/initiation/Review/${id}?myCode=zb`);
  await page.getByLabel('意见', { exact: true }).fill('合同已核');
  await decide('finance', { _event: 41, remark: '同意', finance_price: '455.00' });
  const agree = page.getByRole('button', { name: '同意', exact: true });
  await agree.click();
  const told = page.getByRole('alert').filter({ hasText: /^周敏 于 .* 先保存了此记录.*您的操作没有提交/ });
  await expect(told).toBeVisible();
  await expect(page.getByText('455.00', { exact: false }).filter({ visible: true }).first()).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByLabel('意见', { exact: true })).toHaveValue('合同已核');
  await expect(told).toBeVisible();
  await agree.click();
  await expect(
    page
      .getByText(/已同意|已提交|还差/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await expect(told).toHaveCount(0);
  await page.context().close();
});

test('FLOW-09 while nobody knows how a record was handled, its page does not say that it was not submitted', async ({
  browser,
  baseURL,
}) => {
  const applicant = await signIn(baseURL!, 'applicant');
  const id = await applyFor(applicant, `护岸加固${Date.now() % 100_000}`, '460.00');
  const page = await windowFor(browser, applicant);
  await page.route('**/flow?op=Process', (route) => route.abort());
  await page.goto(`/main/form/initiation/Show/${id}?myCode=zb`);
  const process = page.getByRole('tabpanel', { name: '办理过程' });
  await expect(process.getByRole('alert')).toBeVisible();
  await expect(page.getByText('还没有提交')).toHaveCount(0);
  await page.unroute('**/flow?op=Process');
  await process.getByRole('button', { name: '重试' }).click();
  await expect(process.getByText('提交', { exact: true })).toBeVisible();
  await page.context().close();
});

test('LIST-07 LIST-08 FORM-02 deleting a record says that it goes to the recycle bin, where who may delete finds it, and nobody else', async ({
  browser,
  baseURL,
}) => {
  const applicant = await signIn(baseURL!, 'applicant');
  const name = `作废的草稿${Date.now() % 100_000}`;
  const { data } = await applicant.call('/app', 'Add', { cloud: 'initiation', key_name: name });
  const page = await windowFor(browser, applicant);
  await page.goto(`/main/form/initiation/Show/${data.id}?myCode=zb`);
  await page.getByRole('button', { name: '删除', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(name) });
  await expect(dialog).toContainText('将移入回收站');
  await dialog.getByRole('button', { name: '删除', exact: true }).click();
  await hasShown(page, `已删除“${name}”`);

  await page.goto('/main/list/initiation?myCode=zb');
  await page.getByRole('toolbar', { name: '列表操作' }).getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '回收站' }).click();
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText(String(applicant.user.key_name));
  // a draft is its writer's: another's bin does not name it
  const other = await windowFor(browser, await signIn(baseURL!, 'depthead'));
  await other.goto(`/main/bin/initiation?_key_word=${name}&myCode=zb`);
  await expect(other.getByText(/没有权限查看这个列表|没有找到/).filter({ visible: true })).toBeVisible();
  await expect(other.getByText(name).filter({ visible: true })).toHaveCount(0);
});

/** Has the wire decide a step, as somebody at another desk does. */
const decideAs = async (url: string, who: string, id: number, rest: Readonly<Record<string, unknown>>): Promise<void> => {
  const person = await signIn(url, who);
  expect(await person.call('/app', 'Modify', { cloud: 'initiation', id, ...rest })).toMatchObject({ code: 200 });
};

test('DESK-03 FLOW-09 the preview beside my applications says what others said of it while it stands open', async ({
  browser,
  baseURL,
}) => {
  const applicant = await signIn(baseURL!, 'applicant');
  const name = `护栏更换${Date.now() % 100_000}`;
  const id = await applyFor(applicant, name, '460.00');
  const page = await windowFor(browser, applicant);
  await page.goto('/main?myCode=zb');
  await page.getByRole('tab', { name: '我的申请' }).click();
  const row = page.getByRole('listitem').filter({ hasText: name });
  await row.click();
  const preview = page.getByRole('complementary', { name: '事项预览' });
  await expect(preview).toContainText('部门负责人审核');
  await decideAs(baseURL!, 'depthead', id, { _event: 21, remark: '护栏已现场查看' });
  await expect(row).toContainText('投资部审查');
  await expect(preview).toContainText('护栏已现场查看');
  await decideAs(baseURL!, 'investmgr', id, { _event: 31, remark: '编号已登记', review_no: 'PS-8' });
  await expect(preview).toContainText('编号已登记');
  await page.context().close();
});

test('FLOW-03 the foot of a member’s page counts the votes of the others while it stands open', async ({ browser, baseURL }) => {
  const id = await applyFor(await signIn(baseURL!, 'applicant'), `跨海通道${Date.now() % 100_000}`, '5600.00');
  await decideAs(baseURL!, 'depthead', id, { _event: 21 });
  await decideAs(baseURL!, 'investmgr', id, { _event: 31, review_no: 'PS-9' });
  await decideAs(baseURL!, 'finance', id, { _event: 41, finance_price: '5600.00' });
  for (const signer of ['legal', 'tech', 'safety']) await decideAs(baseURL!, signer, id, { _event: 41 });
  await decideAs(baseURL!, 'vicepres', id, { _event: 53 });
  const page = await windowFor(browser, await signIn(baseURL!, 'member3'));
  const listening = listens(page);
  await page.goto(`/main/form/initiation/Review/${id}?myCode=zb`);
  const foot = page.getByRole('region', { name: '办理' });
  await expect(foot).toContainText('已签 0/3，2 人赞成后转到总经理审批');
  await page.getByLabel('意见', { exact: true }).fill('收益可观');
  await listening;
  await decideAs(baseURL!, 'member1', id, { _event: 61 });
  await expect(foot).toContainText('已签 1/3，赞成后转到总经理审批');
  await decideAs(baseURL!, 'member2', id, { _event: 62, remark: '回报期太长' });
  await expect(foot).toContainText('已签 2/3，赞成后转到总经理审批');
  await expect(page.getByLabel('意见', { exact: true })).toHaveValue('收益可观');
  await page.context().close();
});

test('FLOW-04 of several who voted against each is told with his opinion, where and when; before it, what a vote against does', async ({
  browser,
  baseURL,
}) => {
  const applicant = await signIn(baseURL!, 'applicant');
  const name = `环岛连接${Date.now() % 100_000}`;
  const id = await applyFor(applicant, name, '5700.00');
  await decideAs(baseURL!, 'depthead', id, { _event: 21 });
  await decideAs(baseURL!, 'investmgr', id, { _event: 31, review_no: 'PS-12' });
  await decideAs(baseURL!, 'finance', id, { _event: 41, finance_price: '5700.00' });
  for (const signer of ['legal', 'tech', 'safety']) await decideAs(baseURL!, signer, id, { _event: 41 });
  await decideAs(baseURL!, 'vicepres', id, { _event: 53 });
  const member = await windowFor(browser, await signIn(baseURL!, 'member1'));
  await member.goto(`/main/form/initiation/Review/${id}?myCode=zb`);
  await expect(member.getByRole('region', { name: '办理' })).toContainText('2 人反对后退回申请人');
  await member.context().close();
  await decideAs(baseURL!, 'member1', id, { _event: 62, remark: '回报期太长' });
  await decideAs(baseURL!, 'member2', id, { _event: 62, remark: '地质条件不明' });
  const page = await windowFor(browser, applicant);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/main/form/initiation/Show/${id}?myCode=zb`);
    const strip = page.getByRole('status').filter({ hasText: '已退回' });
    await expect(strip.getByRole('listitem').filter({ visible: true })).toHaveText([/：回报期太长/, /：地质条件不明/]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/main?myCode=zb');
  await page.getByRole('listitem').filter({ hasText: name }).click();
  const why = page.getByRole('complementary', { name: '事项预览' });
  await expect(why).toContainText('回报期太长');
  await expect(why).toContainText('地质条件不明');
  // on paper there is nothing to search or choose with
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('textbox', { name: '事项、单号' })).toBeHidden();
  await expect(page.getByRole('tab', { name: '我的申请' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toContainText('待我处理');
  await page.context().close();
});

test('FLOW-04 DESK-03 a refused record says on its page and in my applications who refused it, where, when and why', async ({
  browser,
  baseURL,
}) => {
  const applicant = await signIn(baseURL!, 'applicant');
  const name = `旧仓改造${Date.now() % 100_000}`;
  const id = await applyFor(applicant, name, '460.00');
  await decideAs(baseURL!, 'depthead', id, { _event: 21 });
  await decideAs(baseURL!, 'investmgr', id, { _event: 31, review_no: 'PS-13' });
  await decideAs(baseURL!, 'finance', id, { _event: 41, finance_price: '460.00' });
  for (const signer of ['legal', 'tech', 'safety']) await decideAs(baseURL!, signer, id, { _event: 41 });
  await decideAs(baseURL!, 'vicepres', id, { _event: 55, remark: '与规划不符' });
  const page = await windowFor(browser, applicant);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/main/form/initiation/Show/${id}?myCode=zb`);
    const strip = page.getByRole('status').filter({ hasText: '与规划不符', visible: true });
    await expect(strip).toContainText('分管领导审批');
    expect((await strip.boundingBox())!.y).toBeLessThan(300);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/main?myCode=zb');
  await page.getByRole('tab', { name: '我的申请' }).click();
  await page.getByRole('listitem').filter({ hasText: name }).click();
  const why = page.getByRole('complementary', { name: '事项预览' });
  await expect(why.getByRole('heading', { name: '未通过原因' })).toBeVisible();
  await expect(why).toContainText('与规划不符');
  await page.context().close();
});

test('FLOW-09 what others did is told above the sums of a list, and can be closed', async ({ browser, baseURL }) => {
  const applicant = await signIn(baseURL!, 'applicant');
  const page = await windowFor(browser, await signIn(baseURL!, 'depthead'));
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const listening = listens(page);
    await page.goto('/main/list/project?myCode=zb');
    await listening;
    await applyFor(applicant, `护岸加固${Date.now() % 100_000}`, '460.00');
    const told = page.getByRole('region', { name: '通知' }).getByRole('status');
    await told.hover();
    const card = (await told.boundingBox())!;
    for (const bar of await page.locator('[data-bar], [role=row]:has([role=rowheader])').filter({ visible: true }).all())
      expect((await bar.boundingBox())!.y).toBeGreaterThanOrEqual(card.y + card.height);
    await told.getByRole('button', { name: '关闭' }).click();
    await expect(told).toHaveCount(0);
  }
  await page.context().close();
});

test('LIST-01 FLOW-09 a list that stands open shows what others did with its records, as the channel tells it', async ({
  browser,
  baseURL,
}) => {
  const name = `浮式起重${Date.now() % 100_000}`;
  const applicant = await signIn(baseURL!, 'applicant');
  const id = await applyFor(applicant, name, '460.00');
  const page = await windowFor(browser, applicant);
  const listening = listens(page);
  await page.goto('/main/list/initiation?myCode=zb');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('部门负责人审核');
  await listening;
  await decideAs(baseURL!, 'depthead', id, { _event: 21 });
  await expect(row).toContainText('投资部审查');
  await decideAs(baseURL!, 'investmgr', id, { _event: 33, remark: '与规划不符' });
  await expect(row).not.toContainText('投资部审查');
  await page.context().close();
});

test('LIST-01 FLOW-09 what nothing told of is there when the window comes back, and each minute while the channel is away', async ({
  browser,
  baseURL,
}) => {
  const name = `趸船锚泊${Date.now() % 100_000}`;
  const applicant = await signIn(baseURL!, 'applicant');
  const id = await applyFor(applicant, name, '460.00');
  const page = await windowFor(browser, applicant);
  await page.clock.install();
  await page.routeWebSocket(/mqtt/, (socket) => void socket.close());
  await page.goto('/main/list/initiation?myCode=zb');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('部门负责人审核');
  await decideAs(baseURL!, 'depthead', id, { _event: 21, remark: '已核锚链' });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(row).toContainText('投资部审查');
  await row.getByText(name).click();
  await expect(page.getByText('已核锚链').filter({ visible: true })).toBeVisible();
  await decideAs(baseURL!, 'investmgr', id, { _event: 33, remark: '与规划不符' });
  await page.clock.fastForward(61_000);
  await expect(page.getByText('与规划不符').filter({ visible: true }).first()).toBeVisible();
  await page.context().close();
});
