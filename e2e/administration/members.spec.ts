import { expect } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { windowFor, windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const ROLES = '/cloud/app/sys/user/api/RoleApi';

test('ADMIN-01 a role is given to several by the keyboard, with what is to be minded said before, and taken again on a phone', async ({
  browser,
  baseURL,
}) => {
  const admin = await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD);
  const stamp = String(Date.now()).slice(-6);
  const name = `档案${stamp}`;
  const id = Number(
    (await admin.call('/app', 'Add', { cloud: 'role', code: `files${stamp}`, key_name: name, name_en: `Files ${stamp}` })).data.id,
  );
  const people = (await admin.call('/app', 'List', { cloud: 'user', fields: 'key_name,login_name,role_entities' })).rows as unknown as {
    id: number;
    key_name: string;
    login_name: string;
    role_entities: { id: number }[];
  }[];
  const of = (login: string) => people.find(({ login_name }) => login_name === login)!;
  const [finance, legal] = [of('finance'), of('legal')];
  const duty = { cloud: 'duty', key_name: `不得兼任${stamp}`, name_en: `Not both ${stamp}` };
  const [first] = finance.role_entities;
  const made = await admin.call('/app', 'Add', { ...duty, first_role_entities: `,${first!.id},`, second_role_entities: `,${id},` });
  expect(made.code, JSON.stringify(made)).toBe(200);
  const members = async () =>
    ((await admin.call('/app', 'Page', { cloud: 'user', filters: { fields: { role_entities: `,${id},` } } })).rows as { id: number }[])
      .map((row) => row.id)
      .toSorted((a, b) => a - b);

  const page = await windowFor(browser, admin);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/main/auth?id=${id}`);
  await page.getByRole('tab', { name: /成员/ }).click();
  await expect(page.getByText('还没有人使用此角色')).toBeVisible();
  await page.getByRole('button', { name: '添加成员' }).focus();
  await page.keyboard.press('Enter');
  const seek = page.getByRole('combobox', { name: '查找人员' });
  for (const { key_name } of [finance, legal]) {
    await seek.fill(key_name);
    await expect(page.getByRole('option')).toHaveText([new RegExp(key_name)]);
    await seek.press('ArrowDown');
    await seek.press('Enter');
  }
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: `将“${name}”授予 2 人` });
  await expect(dialog).toContainText(`不得兼任${stamp}`);
  await isReachable(page, 'to whom a role is given');
  await dialog.getByRole('button', { name: '授予 2 人' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('rowheader', { name: finance.key_name })).toBeVisible();
  expect(await members()).toEqual([finance.id, legal.id].toSorted((a, b) => a - b));

  const phone = await windowOf(browser, baseURL!, 'admin', PASSWORD, 'en_US');
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto(`/main/auth?id=${id}`);
  await phone.getByRole('tab', { name: /Members/ }).click();
  await phone.getByRole('checkbox', { name: /^Choose all members/ }).check();
  await phone.getByRole('button', { name: 'Take from 2 people' }).click();
  const taking = phone.getByRole('dialog', { name: `Take “Files ${stamp}” from 2 people` });
  await isReachable(phone, 'from whom a role is taken');
  await taking.getByRole('button', { name: 'Take from 2 people' }).click();
  await expect(phone.getByText('Nobody has this role yet')).toBeVisible();
  expect(await members()).toEqual([]);
  await admin.call('/app', 'Delete', { cloud: 'duty', id: made.data.id });
});

test('ADMIN-01 whom it cannot be given to stays with why; the others have it', async ({ browser, baseURL }) => {
  const admin = await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD);
  const stamp = String(Date.now()).slice(-6);
  const id = Number((await admin.call('/app', 'Add', { cloud: 'role', code: `left${stamp}`, key_name: `留痕${stamp}` })).data.id);
  const page = await windowOf(browser, baseURL!, 'admin', PASSWORD);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/main/auth?id=${id}`);
  await page.getByRole('tab', { name: /成员/ }).click();
  await page.getByRole('button', { name: '添加成员' }).click();
  const own = (await admin.call('/sys', 'LoadNav')).data.user as { key_name: string };
  const people = (await admin.call('/app', 'List', { cloud: 'user', fields: 'key_name,login_name' })).rows as unknown as {
    key_name: string;
    login_name: string;
  }[];
  const seek = page.getByRole('combobox', { name: '查找人员' });
  for (const key_name of [own.key_name, people.find(({ login_name }) => login_name === 'safety')!.key_name]) {
    await seek.fill(key_name);
    await expect(page.getByRole('option')).toHaveText([new RegExp(key_name)]);
    await seek.press('ArrowDown');
    await seek.press('Enter');
  }
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: '授予 2 人' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 人已完成；以下 1 人没有改变');
  await expect(dialog.getByRole('listitem')).toContainText(own.key_name);
  await dialog.getByRole('button', { name: '关闭' }).last().click();
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  expect((await admin.call(ROLES, 'Load', { id })).code).toBe(200);
});
