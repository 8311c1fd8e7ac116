import { expect, type Page } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { filed, signIn } from '../support/beside.ts';
import { hasShown, windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('DESK-03 FLOW-05 my applications by how they stand: who has each since when, hurried from there, with its limit said', async ({
  browser,
  baseURL,
}) => {
  const about = `我的泊位${Date.now() % 1_000_000}`;
  await filed(baseURL!, `${about}在办`);
  const back = await filed(baseURL!, `${about}退回`);
  const ended = await filed(baseURL!, `${about}否决`);
  const decide = async (who: string, id: number, _event: number, remark: string) =>
    expect(await (await signIn(baseURL!, who)).call('/app', 'Modify', { cloud: 'initiation', id, _event, remark })).toMatchObject({
      code: 200,
    });
  await decide('depthead', back, 22, '请补充报价');
  await decide('depthead', ended, 21, '同意');
  await decide('investmgr', ended, 33, '不符合规划');
  const page = await windowFor(browser, await signIn(baseURL!, 'applicant'));
  await page.goto('/main/todo?tab=mine&myCode=zb');
  await page.getByRole('textbox', { name: '事项、单号' }).fill(about);
  await expect(page.locator('[data-row]')).toHaveCount(3);
  await expect(group(page, '等您处理')).toContainText(`${about}退回`);
  await expect(group(page, '等您处理')).toContainText('郑岚：请补充报价');
  await expect(group(page, '办理中')).toContainText('部门负责人审核　郑岚');
  await expect(group(page, '办理中')).toContainText(/刚刚|已停 \d+ 分钟/);
  await expect(group(page, '已办结')).toContainText('已否决');
  await isReachable(page, 'my applications');
  await expect(page.getByRole('button', { name: '发起申请' })).toBeVisible();

  // through all groups by the keyboard
  for (const _ of [1, 2]) await page.keyboard.press('ArrowDown');
  await expect(group(page, '办理中').locator('[data-row]')).toBeFocused();
  await group(page, '办理中').getByRole('button', { name: '催办' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('每人 10 分钟内只催一次');
  await expect(dialog.getByRole('checkbox', { name: '郑岚' })).toBeChecked();
  await isReachable(page, 'hurrying from the list');
  await dialog.getByRole('button', { name: '催办 1 人' }).click();
  await hasShown(page, '已催办 郑岚');
  await expect(group(page, '办理中')).toContainText(/催过/);
  // too soon: it says so
  await group(page, '办理中').getByRole('button', { name: '催办' }).click();
  await hasShown(page, '10 分钟内已催办过');
  await expect(dialog).toHaveCount(0);

  await group(page, '等您处理').getByRole('button', { name: '修改重报' }).click();
  await expect(page.locator('[data-place="key_name"] input')).toBeEditable();
});

test('FLOW-06 DESK-03 what waits is narrowed and grouped, in the address; nothing found says how to see all again', async ({
  browser,
  baseURL,
}) => {
  const name = `筛选的泊位${Date.now() % 1_000_000}`;
  await filed(baseURL!, name);
  const page = await windowFor(browser, await signIn(baseURL!, 'depthead'));
  await page.goto('/main?myCode=zb');
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText(/460\.00/);
  const filters = page.getByRole('group', { name: '筛选' });
  await filters.getByRole('button', { name: '按时限分组' }).click();
  await expect(page).toHaveURL(/by=due/);
  await expect(page.getByRole('heading', { name: /^没有时限/ })).toBeVisible();
  await expect(row).toBeVisible();
  await isReachable(page, 'by due date');
  await filters.getByRole('button', { name: '已超时' }).click();
  await expect(page).toHaveURL(/late=1/);
  await expect(row).toHaveCount(0);
  await expect(page.getByText('没有符合的事项')).toBeVisible();
  await page.getByRole('button', { name: '清除筛选' }).click();
  await expect(row).toBeVisible();
  await filters.getByRole('button', { name: '加急' }).click();
  await expect(page).toHaveURL(/urgent=1/);
  await expect(row).toHaveCount(0);
  await page.goto('/main/todo?kind=initiation&myCode=zb');
  await expect(row).toBeVisible();
  await page.goto('/main/todo?kind=project&myCode=zb');
  await expect(page.getByText('没有符合的事项')).toBeVisible();
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto('/main?myCode=zb');
  await page.getByRole('checkbox', { name: `选择 ${name}` }).check();
  const side = (await page.getByRole('complementary', { name: /^批量办理/ }).boundingBox())!;
  const list = (await row.boundingBox())!;
  expect(side.y + side.height).toBeLessThanOrEqual(list.y + 1);
});
