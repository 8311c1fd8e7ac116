import { expect, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { hasShown, windowFor, windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
/** The role stands on a copy for readers of the screen; a pointer meets this one. */
const option = (page: Page, name: string) => page.locator('.ant-select-item-option').filter({ hasText: name, visible: true });
async function choose(page: Page, box: string | RegExp, name: string): Promise<void> {
  const combobox = page.getByRole('combobox', { name: box });
  // a list that is still closing goes from under the pointer
  await expect(async () => {
    await combobox.fill(name);
    await option(page, name).first().click({ timeout: 5_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(page.locator('.ant-select-item-option').filter({ visible: true })).toHaveCount(0);
}
const save = (page: Page, name = '保存') => page.getByRole('button', { name, exact: true }).click();
const seen = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words, visible: true }).first();

test('ADMIN-01 an administrator writes a rule, is warned as somebody gets the second role, saves, and reads him in the record of the rule', async ({
  browser,
  baseURL,
}) => {
  const admin = await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD);
  const page = await windowFor(browser, admin);
  await page.setViewportSize({ width: 1440, height: 900 });
  const stamp = String(Date.now()).slice(-6);
  const one = async (cloud: string, key_word: string) =>
    (await admin.call('/app', 'Page', { cloud, rows: 1, filters: { key_word } })).rows[0]!;
  const made = async (name: string, code: string) =>
    Number((await admin.call('/app', 'Add', { cloud: 'role', code, key_name: name, name_en: `${code} role` })).data.id);
  const [pays, confirms] = [`付款申请${stamp}`, `付款确认${stamp}`];
  const roles = [await made(pays, `pay${stamp}`), await made(confirms, `confirm${stamp}`)];
  const rule = `申请与确认分离${stamp}`;
  const login = `pays${stamp}`;
  const [domain] = (await admin.call('/app', 'List', { cloud: 'domain' })).rows;
  const person = {
    cloud: 'user',
    key_name: `周会计${stamp}`,
    name_en: `Zhou ${stamp}`,
    login_name: login,
    domain_entities: `,${domain!.id},`,
  };
  const user = Number((await admin.call('/app', 'Add', { ...person, role_entities: `,${roles[0]},` })).data.id);
  try {
    await page.goto('/main?myCode=SYS');
    await page.getByRole('navigation', { name: '菜单' }).getByText('不相容职责', { exact: true }).click();
    await expect(page).toHaveURL(/\/main\/list\/duty/);
    await page.getByRole('button', { name: '新建' }).first().click();
    await expect(page.getByText('同一个人不应同时承担一条规则的两项职责', { exact: false })).toBeVisible();
    await field(page, '规则名称').fill(rule);
    await field(page, '英文名称').fill(`Apply and confirm ${stamp}`);
    await choose(page, /^职责一的角色/, pays);
    await save(page);
    await expect(page.getByRole('alert').filter({ hasText: '职责二的角色', visible: true }).first()).toBeVisible();
    await choose(page, /^职责二的角色/, confirms);
    await field(page, '理由').fill('申请付款的人不得自己确认');
    await isReachable(page, 'a new rule of incompatible duties');
    await save(page);
    await hasShown(page, '保存成功');
    await expect(seen(page, '目前没有人违反此规则')).toBeVisible();

    await page.goto(`/main/list/user?_key=${login}`);
    await page.getByRole('row').filter({ hasText: login }).getByRole('button', { name: /更多/ }).click();
    await page.getByRole('menuitem', { name: '修改' }).click();
    await choose(page, '角色', confirms);
    const warning = seen(page, `保存后将违反不相容职责“${rule}”`);
    await expect(warning).toContainText(`“${pays}”与“${confirms}”`);
    await expect(warning).toContainText('申请付款的人不得自己确认');
    await isReachable(page, 'a person who would break a rule');
    await save(page);
    await expect.poll(async () => JSON.stringify((await one('user', login)).role_entities), { timeout: 90_000 }).toContain(confirms);

    const { id } = await one('duty', rule);
    await page.goto(`/main/form/duty/Show/${id}`);
    const against = page.getByRole('region', { name: '违反此规则的人' });
    await expect(against).toContainText('现有 1 人违反此规则');
    await isReachable(page, 'a rule that somebody breaks');
    await against.getByRole('button', { name: person.key_name }).click();
    await expect(seen(page, `违反不相容职责“${rule}”`)).toBeVisible();

    const english = await windowOf(browser, baseURL!, 'admin', PASSWORD, 'en_US');
    await english.setViewportSize({ width: 390, height: 844 });
    await english.goto(`/main/form/duty/Show/${id}`);
    await expect(english.getByRole('region', { name: 'Who breaks this rule' })).toContainText('People who break this rule now: 1');
    await english.goto(`/main/form/user/Show/${user}`);
    await expect(seen(english, `Incompatible duties, Apply and confirm ${stamp}`)).toBeVisible();
    expect(await english.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  } finally {
    const kept = await one('duty', rule);
    if (kept) await admin.call('/app', 'Delete', { cloud: 'duty', id: kept.id });
    await admin.call('/app', 'Modify', { cloud: 'user', id: user, role_entities: '' });
    for (const id of roles) await admin.call('/app', 'Delete', { cloud: 'role', id });
  }
});
