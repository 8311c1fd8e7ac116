import { expect } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { applyFor } from '../support/initiation.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

test('ADMIN-12 what somebody holds is handed on: refused to who lacks the role, then to who has it, and disabling offers it first', async ({
  browser,
  baseURL,
}) => {
  const signIn = (username: string) => Person.signIn(baseURL!, username, 'demo', PASSWORD);
  const [applicant, head, admin] = [await signIn('applicant'), await signIn('depthead'), await signIn('admin')];
  const stamp = Date.now() % 100_000;
  const [goes, stays] = [`移交的泊位${stamp}`, `留下的泊位${stamp}`];
  for (const name of [goes, stays]) {
    const id = await applyFor(applicant, name, '460.00');
    expect(await head.call('/app', 'Modify', { cloud: 'initiation', id, _event: 21, remark: '同意' })).toMatchObject({ code: 200 });
  }
  const one = async (cloud: string, key_word: string) =>
    (await admin.call('/app', 'Page', { cloud, rows: 1, filters: { key_word } })).rows[0]!;
  const receiver = await one('user', 'viewer');
  const roleOf = async (code: string) =>
    (await admin.call('/app', 'List', { cloud: 'role', filters: { fields: { code } } })).rows.map(({ id }) => Number(id));

  const page = await windowFor(browser, admin);
  await page.goto('/main/list/user?_key=investmgr');
  await page.getByRole('row').filter({ hasText: 'investmgr' }).getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '账号管理' }).click();
  await page.getByRole('checkbox', { name: `选择“${goes}”` }).check();
  await isReachable(page, 'what somebody holds');
  await page.getByRole('button', { name: '移交所选 1 项…' }).click();
  const dialog = page.getByRole('dialog');
  const hand = dialog.getByRole('button', { name: '移交 1 项' });
  await hand.click();
  await expect(dialog.getByText('请选择接手人')).toBeVisible();
  await expect(dialog.getByText('请填写移交原因')).toBeVisible();
  await isReachable(page, 'handing over');
  await dialog.getByRole('combobox', { name: '接手人' }).fill(String(receiver.key_name));
  // its role stands on a copy for readers of the screen; a pointer meets this one
  await page
    .locator('.ant-select-item-option')
    .filter({ hasText: String(receiver.key_name), visible: true })
    .first()
    .click();
  await dialog.getByRole('textbox', { name: '移交原因' }).fill('调岗');
  await hand.click();
  await expect(dialog.getByText(/由流程指定的人员办理，目前没有其他人可以接手/)).toBeVisible();

  const had = (receiver.role_entities as { id: number }[]).map(({ id }) => id);
  const give = (roles: readonly number[]) =>
    admin.call('/app', 'Modify', { cloud: 'user', id: Number(receiver.id), role_entities: `,${roles.join()},` });
  expect(await give([...had, ...(await roleOf('investmgr'))])).toMatchObject({ code: 200 });
  try {
    await hand.click();
    await expect(page.getByText('已移交 1 项待办')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: `选择“${goes}”` })).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: `选择“${stays}”` })).toBeVisible();

    const successor = await windowFor(browser, await signIn('viewer'));
    await successor.goto('/main?myCode=zb');
    await successor.getByRole('listitem').filter({ hasText: goes }).first().click();
    // to whom it goes is told why, where he looks at it first
    await expect(
      successor
        .getByText(/：调岗$/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    await successor.keyboard.press('Enter');
    await expect(successor.getByText(/移交给/).first()).toBeVisible();
    await expect(successor.getByText('调岗').filter({ visible: true }).first()).toBeVisible();
  } finally {
    await give(had);
  }

  await page.getByRole('button', { name: '停用账号' }).click();
  await dialog.getByRole('button', { name: '先移交待办…' }).click();
  await expect(dialog.getByText(stays)).toBeVisible();
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(dialog).toHaveCount(0);
});
