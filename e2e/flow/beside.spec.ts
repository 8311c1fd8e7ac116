import { expect } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { choose, filed, fromMenu, openItem, processOf, signIn } from '../support/beside.ts';
import { hasShown, windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const PDF = { name: '报价.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n') };
const named = (what: string) => `${what}${Date.now() % 1_000_000}`;

test('FLOW-05 FLOW-08 FORM-02 a colleague is asked for his opinion and answers; until then nothing is decided', async ({
  browser,
  baseURL,
}) => {
  const name = named('征询的泊位');
  await filed(baseURL!, name);
  const head = await windowFor(browser, await signIn(baseURL!, 'depthead'));
  await openItem(head, name, '审批');
  const bar = head.getByRole('region', { name: '办理', exact: true });

  // the menu by the keyboard: what is off is reached as well, and says why
  const more = bar.getByRole('button', { name: '更多', exact: true });
  await more.focus();
  await head.keyboard.press('Enter');
  await expect(head.getByRole('menuitem').first()).toBeFocused();
  await isReachable(head, 'the menu of the bar');
  await head.keyboard.press('End');
  await expect(head.getByRole('menuitem').last()).toBeFocused();
  await head.keyboard.press('Escape');
  await expect(more).toBeFocused();

  await bar.getByRole('button', { name: '征询', exact: true }).click();
  const dialog = head.getByRole('dialog');
  await dialog.getByRole('button', { name: '征询', exact: true }).click();
  await expect(dialog.getByText('请选择征询谁')).toBeVisible();
  await expect(dialog.getByText('请填写征询的问题')).toBeVisible();
  await isReachable(head, 'asking, refused');
  await choose(head, '周敏', '丁若兰');
  await dialog.getByRole('textbox', { name: /^征询的问题/ }).fill('资金来源可靠吗？');
  await dialog.locator('input[type=file]').setInputFiles(PDF);
  await expect(dialog.getByRole('link', { name: PDF.name })).toBeVisible();
  // closed by mistake: all of it is there again
  await dialog.getByRole('button', { name: '取消' }).click();
  await bar.getByRole('button', { name: '征询', exact: true }).click();
  await expect(dialog.getByRole('textbox', { name: /^征询的问题/ })).toHaveValue('资金来源可靠吗？');
  await expect(dialog.getByRole('link', { name: PDF.name })).toBeVisible();
  const asked: string[] = [];
  head.on('request', (request) => request.url().includes('op=Relay') && asked.push(request.url()));
  await dialog.getByRole('button', { name: '征询 2 人' }).dblclick();
  await hasShown(head, '已征询 周敏、丁若兰');
  expect(asked).toHaveLength(1);
  await expect(bar.getByText('等待 周敏、丁若兰 回复征询')).toBeVisible();
  await expect(bar.getByRole('button', { name: '同意', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await expect(processOf(head)).toContainText('征询： 资金来源可靠吗？');

  // who is asked already is not asked again, and what was typed stays
  await bar.getByRole('button', { name: '征询', exact: true }).click();
  await choose(head, '周敏');
  await dialog.getByRole('textbox', { name: /^征询的问题/ }).fill('再问一次');
  await dialog.getByRole('button', { name: '征询 1 人' }).click();
  await expect(dialog.getByText(/周敏.*在该记录上已有待办/)).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: /^征询的问题/ })).toHaveValue('再问一次');
  await dialog.getByRole('button', { name: '取消' }).click();

  // the one of the two answers, the other is not needed any more
  const finance = await windowFor(browser, await signIn(baseURL!, 'finance'));
  await finance.goto('/main/todo?tab=answer&myCode=zb');
  await expect(finance.getByRole('listitem').filter({ hasText: name })).toContainText('郑岚 征询：资金来源可靠吗？');
  await openItem(finance, name, '回复');
  const answer = finance.getByRole('region', { name: '回复征询' });
  await expect(answer).toContainText('郑岚 征询您的意见');
  await expect(answer).toContainText('资金来源可靠吗？');
  await expect(answer.getByRole('link', { name: PDF.name })).toBeVisible();
  await expect(finance.getByRole('button', { name: '同意', exact: true })).toHaveCount(0);
  await answer.getByRole('button', { name: '回复', exact: true }).click();
  await expect(answer.getByText('请填写回复')).toBeVisible();
  await expect(answer.getByRole('textbox', { name: '回复内容' })).toBeFocused();
  await isReachable(finance, 'answering, refused');
  await finance.keyboard.type('可靠，授信已批');
  await answer.locator('input[type=file]').setInputFiles({ ...PDF, name: '授信.pdf' });
  await expect(answer.getByRole('link', { name: '授信.pdf' })).toBeVisible();
  await answer.getByRole('button', { name: '回复', exact: true }).click();
  await hasShown(finance, '已回复 郑岚');
  await expect(finance.getByRole('region', { name: '下一项待办' })).toBeVisible();

  await expect(processOf(head)).toContainText('回复： 可靠，授信已批', { timeout: 90_000 });
  await expect(processOf(head).getByRole('link', { name: '授信.pdf' })).toBeVisible();
  await expect(bar.getByText('等待 丁若兰 回复征询')).toBeVisible();
  await (await fromMenu(head, '撤回征询')).click();
  await expect(dialog).toContainText('还没有回复：丁若兰');
  await dialog.getByRole('button', { name: '撤回征询', exact: true }).click();
  await expect(dialog.getByText('请填写撤回原因')).toBeVisible();
  await dialog.getByRole('textbox', { name: /^撤回原因/ }).fill('已有结论');
  await head.keyboard.press('Control+Enter');
  await hasShown(head, '已撤回征询');
  await expect(processOf(head)).toContainText('丁若兰，由您撤回');

  await head.getByLabel('意见', { exact: true }).fill('同意，资金可靠');
  await bar.locator('input[type=file]').setInputFiles({ ...PDF, name: '纪要.pdf' });
  await expect(bar.getByRole('link', { name: '纪要.pdf' })).toBeVisible();
  await bar.getByRole('button', { name: '同意', exact: true }).click();
  await hasShown(head, '已同意');
  await expect(processOf(head).getByRole('link', { name: '纪要.pdf' })).toBeVisible();
});

test('FLOW-05 FLOW-06 a to-do is passed on: the tab goes on, who gets it sees from whom and why, and it goes no further', async ({
  browser,
  baseURL,
}) => {
  const name = named('转办的泊位');
  await filed(baseURL!, name);
  const head = await windowFor(browser, await signIn(baseURL!, 'depthead'));
  await openItem(head, name, '审批');
  await (await fromMenu(head, '转办')).click();
  const dialog = head.getByRole('dialog');
  await choose(head, '孙浩然');
  await dialog.getByRole('textbox', { name: /^转办原因/ }).fill('出差一周');
  await dialog.getByRole('button', { name: '转办 1 人' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: /申请人/ })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: /^转办原因/ })).toHaveValue('出差一周');
  await dialog.getByTitle('孙浩然').locator('.ant-select-selection-item-remove').click();
  await choose(head, '吴越');
  await dialog.getByRole('button', { name: '转办 1 人' }).click();
  await hasShown(head, '已转给 吴越 办理');
  await expect(head.getByRole('region', { name: '下一项待办' })).toBeVisible();
  await expect(processOf(head)).toContainText('您 转给 吴越');

  const tech = await windowFor(browser, await signIn(baseURL!, 'tech'));
  await tech.goto('/main?myCode=zb');
  await expect(tech.getByRole('listitem').filter({ hasText: name })).toContainText('郑岚 转来：出差一周');
  await openItem(tech, name, '审批');
  const assign = await fromMenu(tech, '转办');
  await expect(assign).toHaveAttribute('aria-disabled', 'true');
  await expect(assign).toHaveAccessibleName(/转来的待办不能再转/);
  await assign.click({ force: true });
  await expect(tech.getByRole('dialog')).toHaveCount(0);
  await tech.keyboard.press('Escape');
  await tech.getByRole('button', { name: '同意', exact: true }).click();
  await hasShown(tech, '已同意');
});

test('FLOW-03 FLOW-05 signers are added before and after, and taken off again', async ({ browser, baseURL }) => {
  const name = named('加签的泊位');
  await filed(baseURL!, name);
  const head = await windowFor(browser, await signIn(baseURL!, 'depthead'));
  await openItem(head, name, '审批');
  const dialog = head.getByRole('dialog');
  await head.locator('[data-bar]').getByRole('button', { name: '加签', exact: true }).click();
  await dialog.getByRole('radio', { name: '与我同时签署' }).focus();
  await head.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: '在我之后办理' })).toBeChecked();
  await expect(dialog.getByText('您同意后先由他们签署，全部同意才到下一环节')).toBeVisible();
  await choose(head, '何苗');
  await dialog.getByRole('textbox', { name: /^加签原因/ }).fill('请看安全');
  await isReachable(head, 'adding signers');
  await dialog.getByRole('button', { name: '加签 1 人' }).click();
  await hasShown(head, '已加签 何苗');
  await expect(processOf(head)).toContainText('加签： 请看安全');

  await processOf(head).getByRole('button', { name: '减签 何苗' }).click();
  await expect(dialog).toContainText('何苗 将不再需要签署');
  await dialog.getByRole('button', { name: '减签', exact: true }).click();
  await expect(dialog.getByText('请填写减签原因')).toBeVisible();
  await dialog.getByRole('textbox', { name: /^减签原因/ }).fill('已电话确认');
  await dialog.getByRole('button', { name: '减签', exact: true }).click();
  await hasShown(head, '已减签 何苗');
  await expect(processOf(head)).toContainText('何苗，由 您 减签');

  // before me: my own to-do waits
  await head.locator('[data-bar]').getByRole('button', { name: '加签', exact: true }).click();
  await dialog.getByRole('radio', { name: '在我之前办理' }).click();
  await choose(head, '丁若兰');
  await dialog.getByRole('textbox', { name: /^加签原因/ }).fill('先看合规');
  await dialog.getByRole('button', { name: '加签 1 人' }).click();
  await hasShown(head, '已加签 丁若兰');
  await expect(head.getByRole('region', { name: '下一项待办' })).toBeVisible();
  const legal = await windowFor(browser, await signIn(baseURL!, 'legal'));
  await legal.goto('/main?myCode=zb');
  await expect(legal.getByRole('listitem').filter({ hasText: name })).toContainText('郑岚：先看合规');
  await openItem(legal, name, '审批');
  await legal.getByRole('button', { name: '同意', exact: true }).click();
  await hasShown(legal, '已同意');
  await openItem(head, name, '审批');
  await head.getByRole('button', { name: '同意', exact: true }).click();
  await hasShown(head, '已同意');
});

test('FLOW-05 who has applied hurries, gives it to read, and takes it back; each mistake is said in its dialog', async ({
  browser,
  baseURL,
}) => {
  const name = named('撤回的泊位');
  const id = await filed(baseURL!, name);
  const page = await windowFor(browser, await signIn(baseURL!, 'applicant'));
  await page.goto(`/main/form/initiation/Show/${id}?myCode=zb`);
  const bar = page.locator('[data-bar]');
  const dialog = page.getByRole('dialog');

  await (await fromMenu(page, '抄送')).click();
  await choose(page, '沈一鸣');
  await dialog.getByRole('button', { name: '抄送 1 人' }).click();
  await expect(dialog.getByText('请填写抄送说明')).toBeVisible();
  await dialog.getByRole('textbox', { name: /^抄送说明/ }).fill('供参考');
  await dialog.getByRole('button', { name: '抄送 1 人' }).click();
  await hasShown(page, '已抄送 沈一鸣');

  await bar.getByRole('button', { name: '催办', exact: true }).click();
  await expect(dialog.getByRole('checkbox', { name: '郑岚' })).toBeChecked();
  await isReachable(page, 'hurrying');
  await dialog.getByRole('checkbox', { name: '郑岚' }).uncheck();
  await dialog.getByRole('button', { name: /^催办 0 人/ }).click();
  await expect(dialog.getByText('请选择催办谁')).toBeVisible();
  await dialog.getByRole('checkbox', { name: '郑岚' }).check();
  await dialog.getByRole('button', { name: '请今天办理。' }).click();
  await dialog.getByRole('button', { name: '催办 1 人' }).click();
  await hasShown(page, '已催办 郑岚');
  await expect(processOf(page)).toContainText('催办');
  // what may not be done again stands in the menu, at rest
  await expect(bar.getByRole('button', { name: '催办', exact: true })).toBeHidden();
  const again = await fromMenu(page, '催办');
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  await expect(again).toHaveAccessibleName(/10 分钟内已催办过/);
  await page.keyboard.press('Escape');

  const head = await windowFor(browser, await signIn(baseURL!, 'depthead'));
  await head.goto('/main/message?myCode=zb');
  await expect(head.getByText('请今天办理。').first()).toBeVisible();
  await head
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click();
  await expect(head.getByRole('heading', { name, level: 1 })).toBeVisible();

  await bar.getByRole('button', { name: '撤回', exact: true }).click();
  await expect(dialog).toContainText('郑岚');
  await expect(dialog).toContainText('待办随即取消');
  await dialog.getByRole('button', { name: '撤回', exact: true }).click();
  await expect(dialog.getByText('请填写撤回原因')).toBeVisible();
  await isReachable(page, 'taking back');
  await dialog.getByRole('textbox', { name: /^撤回原因/ }).fill('金额要改');
  await dialog.getByRole('button', { name: '撤回', exact: true }).click();
  await hasShown(page, '已撤回到');
  await expect(bar.getByRole('button', { name: '提交', exact: true })).toBeVisible();
  await expect(processOf(page)).toContainText('郑岚，由您撤回');
});

test('FLOW-05 the last to decide takes it back from the page that follows; too late it says who was faster', async ({
  browser,
  baseURL,
}) => {
  const name = named('审批人撤回');
  const id = await filed(baseURL!, name);
  const head = await windowFor(browser, await signIn(baseURL!, 'depthead'));
  await openItem(head, name, '审批');
  await head.getByRole('button', { name: '同意', exact: true }).click();
  await hasShown(head, '已同意');
  const bar = head.locator('[data-bar]');
  await expect(head.getByRole('region', { name: '下一项待办' })).toBeVisible();
  await bar.getByRole('button', { name: '撤回', exact: true }).click();
  const dialog = head.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^撤回原因/ }).fill('漏看一项');
  const manager = await signIn(baseURL!, 'investmgr');
  const decide = { cloud: 'initiation', id, _event: 31, remark: '同意', review_no: `R${id}` };
  expect(await manager.call('/app', 'Modify', decide)).toMatchObject({ code: 200 });
  await dialog.getByRole('button', { name: '撤回', exact: true }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: /不是您送到这一步|已由|已有人/ })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: /^撤回原因/ })).toHaveValue('漏看一项');
});

test('FLOW-05 quality: on a phone it is a sheet from below, over which the decisions stay under the thumb', async ({
  browser,
  baseURL,
}) => {
  const name = named('掌上加签');
  await filed(baseURL!, name);
  const page = await windowFor(browser, await signIn(baseURL!, 'depthead'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/main?myCode=zb');
  await page.getByRole('listitem').filter({ hasText: name }).getByText(name).click();
  await page.locator('[data-bar]').getByRole('button', { name: '更多', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: '其他办理方式' });
  await expect(sheet.getByRole('menuitem')).toHaveCount(5);
  for (const line of await sheet.getByRole('menuitem').all()) expect((await line.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  const agree = sheet.getByRole('button', { name: '同意', exact: true });
  // it comes from below
  const foot = async () => agree.boundingBox().then((box) => box!.y + box!.height);
  await expect.poll(foot, { timeout: 10_000 }).toBeLessThanOrEqual(844);
  expect(await foot()).toBeGreaterThan(780);
  await isReachable(page, 'the sheet of the bar');
  await sheet.getByRole('menuitem', { name: /^抄送\s/ }).click();
  const dialog = page.getByRole('dialog', { name: /抄送/ });
  await choose(page, '沈一鸣');
  await dialog.getByRole('textbox', { name: /^抄送说明/ }).fill('供参考');
  await isReachable(page, 'giving to read, on a phone');
  await dialog.getByRole('button', { name: '抄送 1 人' }).click();
  await hasShown(page, '已抄送 沈一鸣');
  await page.locator('[data-bar]').getByRole('button', { name: '更多', exact: true }).click();
  await agree.click();
  await hasShown(page, '已同意');
});

test('I18N-01 FLOW-05 in English: asked, answered and told in English', async ({ browser, baseURL }) => {
  const name = named('English berth');
  const id = await filed(baseURL!, name);
  const head = await windowFor(browser, await signIn(baseURL!, 'depthead'), 'en_US');
  await head.goto(`/main/form/initiation/Review/${id}?myCode=zb`);
  const bar = head.locator('[data-bar]');
  await bar.getByRole('button', { name: 'Ask', exact: true }).click();
  const dialog = head.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(dialog.getByText('Please choose whom to ask')).toBeVisible();
  await choose(head, 'Zhou Min');
  await dialog.getByRole('textbox', { name: /^Your question/ }).fill('Is it funded?');
  await dialog.getByRole('button', { name: 'Ask (1)' }).click();
  await hasShown(head, 'You decide once all have answered');
  const assign = await fromMenu(head, 'Pass on', 'More');
  await expect(assign).toHaveAccessibleName(/Waiting for the answer of a colleague/);
  await head.keyboard.press('Escape');
  const finance = await windowFor(browser, await signIn(baseURL!, 'finance'), 'en_US');
  await finance.goto(`/main/form/initiation/Show/${id}?myCode=zb`);
  await finance.locator('[data-bar]').getByRole('button', { name: 'Answer', exact: true }).click();
  await finance.getByRole('textbox', { name: 'Your answer' }).fill('It is.');
  await finance.getByRole('button', { name: 'Answer', exact: true }).click();
  await hasShown(finance, 'Answered');
  await expect(finance.getByRole('list', { name: 'Process' })).toContainText('Answer: It is.');
});
