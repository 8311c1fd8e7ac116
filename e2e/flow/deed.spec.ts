import { expect } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { windowFor } from '../support/people.ts';
import { samples } from '../support/samples.ts';
import { test } from '../support/test.ts';

const shown = samples();
const WORDS = {
  zh_CN: {
    submit: '提交',
    limit: /^办理时限/,
    asks: /另有 1 件事项、金额都相同的申请/,
    goOn: '仍要提交',
    cancel: '取消',
    warned: /另有 1 件金额相同/,
  },
  en_US: {
    submit: 'Submit',
    limit: /^Time limit/,
    asks: /1 more with the same subject and amount/,
    goOn: /Submit/,
    cancel: 'Cancel',
    warned: /1 more with this amount/,
  },
} as const;

/** Somebody reviews: he who applies cannot do it himself. */
test.beforeAll(async () => {
  const one = async (cloud: string, fields: object) =>
    (await shown.admin.call('/app', 'Page', { cloud, page: 1, rows: 1, filters: JSON.stringify({ fields }) })).rows![0]!;
  const [person, role] = [await one('user', { login_name: 'depthead' }), await one('role', { code: 'sample_reviewer' })];
  const all = [...(person.role_entities as { id: number }[]).map(({ id }) => id), role.id];
  const given = await shown.admin.call('/app', 'Modify', { cloud: 'user', id: person.id, role_entities: `,${all.join()},` });
  expect(given.code, given.remark).toBe(200);
});

const filled = async (key_name: string, amount: string): Promise<number> => {
  const sites = await shown.admin.call('/app', 'Page', { cloud: 'sample_site', page: 1, rows: 1 });
  const answer = await shown.admin.call('/app', 'Add', {
    ...{ cloud: 'sample_flow', key_name, amount, witnesses: `,${shown.admin.user.id},` },
    _subtables: JSON.stringify({ 'sample_share.flow_entity': [{ op: 'Add', site_entity: sites.rows![0]!.id, amount }] }),
  });
  expect(answer.code, answer.remark).toBe(200);
  return Number(answer.data?.id);
};

for (const [locale, amount] of [
  ['zh_CN', '71'],
  ['en_US', '72'],
] as const)
  test(`META-01 FLOW-02 what an event carries out asks before it and warns with it, ${locale}`, async ({ browser }) => {
    const words = WORDS[locale];
    const name = `更换避雷器 ${locale}`;
    await filled(name, amount);
    const id = await filled(name, amount);
    const page = await windowFor(browser, shown.admin, locale);
    await page.goto(`/main/form/sample_flow/Modify/${id}`);
    const bar = page.locator('[data-bar]');
    await page.getByLabel(words.limit).fill('2030-01-01 09:00');
    await page.getByLabel(words.limit).press('Tab');
    await bar.getByRole('button', { name: words.submit, exact: true }).focus();
    await page.keyboard.press('Enter');
    const asked = page.getByRole('dialog').filter({ hasText: words.asks });
    await expect(asked).toBeVisible();
    await expect(asked.getByRole('button', { name: words.goOn })).toBeFocused();
    await isReachable(page, 'what an event asks', 1);
    await asked.getByRole('button', { name: words.cancel }).click();
    await expect(asked).toHaveCount(0);
    await expect(bar.getByRole('button', { name: words.submit, exact: true })).toBeFocused();
    // nothing is decided, and nothing is lost
    await expect(bar.getByRole('button', { name: words.submit, exact: true })).toBeEnabled();
    expect((await shown.admin.call('/app', 'Get', { cloud: 'sample_flow', id })).data?.review_state).toMatchObject({ id: 0 });
    await bar.getByRole('button', { name: words.submit, exact: true }).click();
    await asked.getByRole('button', { name: words.goOn }).click();
    await expect(page.getByText(words.warned).filter({ visible: true })).toBeVisible();
    await isReachable(page, 'what an event warns of');
    expect((await shown.admin.call('/app', 'Get', { cloud: 'sample_flow', id })).data?.review_state).toMatchObject({ id: 2 });
  });
