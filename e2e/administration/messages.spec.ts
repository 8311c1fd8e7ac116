import { expect } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { applyFor } from '../support/initiation.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

test('ADMIN-10 DESK-03 the message centre: all that was told, what of it is unread, and what administrators publish; read where it is opened', async ({
  browser,
  baseURL,
}) => {
  const stamp = Date.now() % 100_000;
  const names = [`消息的道路${stamp}`, `消息的桥${stamp}`] as const;
  const [applicant, head, admin] = await Promise.all(
    ['applicant', 'depthead', 'admin'].map((who) => Person.signIn(baseURL!, who, 'demo', PASSWORD)),
  );
  for (const name of names) {
    const id = await applyFor(applicant!, name, '460.00');
    const returned = await head!.call('/app', 'Modify', { cloud: 'initiation', id, _event: 22, remark: `请补充${name}` });
    expect(returned.code).toBe(200);
  }
  const notice = { key_name: `停机${stamp}`, remark: `周五停机${stamp}`, remark_en: `Down on Friday ${stamp}` };
  const written = await admin!.call('/app', 'Add', { cloud: 'message', ...notice, begin_date: '2020-01-01', end_date: '2999-12-31' });
  expect(written.code).toBe(200);

  const page = await windowFor(browser, applicant!);
  await page.goto('/main');
  await page.getByRole('button', { name: '账户' }).click();
  await page.getByRole('menuitem', { name: '消息中心' }).click();
  await expect(page).toHaveURL(/\/main\/message/);
  const sheet = page.getByRole('tabpanel', { name: '消息中心' });
  const row = (name: string) => sheet.getByRole('listitem').filter({ hasText: name });
  for (const name of names) await expect(row(name)).toContainText(`郑岚退回：请补充${name}`);
  await isReachable(page, 'the message centre');

  // one is read by opening it; the address carries what is looked for
  await sheet.getByRole('tab', { name: /^未读消息/ }).click();
  await sheet.getByPlaceholder('搜索事项').fill(names[0]);
  await expect(row(names[1])).toHaveCount(0);
  await expect(page).toHaveURL(/tab=unread/);
  await row(names[0]).getByRole('button').click();
  await expect(page.getByText('轮到您：申请').filter({ visible: true })).toBeVisible();
  await page.goBack();
  await expect(sheet.getByText('没有找到')).toBeVisible();
  await sheet.getByRole('button', { name: '清除关键词' }).click();
  await expect(row(names[1])).toBeVisible();
  await expect(row(names[0])).toHaveCount(0);

  // the rest at once
  await sheet.getByRole('button', { name: '全部标为已读' }).click();
  await expect(sheet.getByText('没有未读消息')).toBeVisible();
  await expect(sheet.getByRole('button', { name: '全部标为已读' })).toHaveCount(0);

  await sheet.getByRole('tab', { name: /^系统消息/ }).click();
  await expect(sheet.getByRole('article').filter({ hasText: notice.remark })).toContainText('2020-01-01 至 2999-12-31');
  await isReachable(page, 'system messages');
  // they stand below what waits, and lead here (DESK-03)
  await page.goto('/main/todo');
  const announced = page.getByRole('region', { name: '公告' });
  await announced.getByRole('button', { name: notice.key_name }).click();
  const led = sheet.locator('article[aria-current=true]');
  await expect(led).toContainText(notice.remark);
  await expect(led).toBeInViewport({ ratio: 1 });
  await expect(led).toBeFocused();
  await page.context().close();

  const phone = await windowFor(browser, applicant!, 'en_US');
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto('/main/message?tab=system');
  await expect(phone.getByRole('heading', { name: 'Message centre', exact: true })).toBeVisible();
  await expect(phone.getByRole('article').filter({ hasText: notice.remark_en })).toBeVisible();
  await phone.getByRole('tab', { name: 'All messages' }).click();
  await expect(phone.getByRole('listitem').filter({ hasText: names[0] })).toBeVisible();
  await isReachable(phone, 'the message centre on a phone');
  expect((await admin!.call('/app', 'Delete', { cloud: 'message', id: written.data?.id ?? 0 })).code).toBe(200);
});
