import { expect } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { windowFor, windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

test('Ctrl+K finds menus, records, people and nothing that one may not see; it opens what was found, in both languages', async ({
  browser,
  baseURL,
}) => {
  const admin = await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD);
  const stamp = String(Date.now()).slice(-6);
  const name = `查找岗位${stamp}`;
  const added = await admin.call('/app', 'Add', { cloud: 'post', key_name: name, code: `find${stamp}` });
  expect(added, JSON.stringify(added)).toMatchObject({ code: 200 });

  // who may not list posts finds none, and his colleagues all the same
  const staff = await Person.signIn(baseURL!, 'tech', 'demo', PASSWORD);
  expect((await staff.call('/app', 'Find', { key_word: stamp })).rows).toEqual([]);
  expect((await staff.call('/app', 'Find', { key_word: '郑岚' })).rows).toMatchObject([{ kind: 'person', key_name: '郑岚' }]);

  const page = await windowFor(browser, admin);
  await page.goto('/main/list/post');
  await expect(page.getByRole('button', { name: '搜索', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: '搜索单据、菜单、人员和附件名称' });
  await expect(box).toBeFocused();
  await box.fill('bm');
  await expect(page.getByRole('option', { name: '部门' }).first()).toBeVisible();
  await box.fill('zl');
  await expect(page.getByRole('option', { name: /郑岚/ }).first()).toBeVisible();
  await box.fill(stamp);
  const hit = page.getByRole('option', { name: new RegExp(name) });
  await expect(hit).toHaveAttribute('aria-selected', 'true');
  await isReachable(page, 'a search over everything');
  await box.press('Escape');
  await expect(box).toHaveCount(0);

  // what was typed stands again
  await page.keyboard.press('Control+k');
  await expect(box).toHaveValue(stamp);
  await expect(hit).toBeVisible();
  await box.press('Enter');
  await expect(page).toHaveURL(/\/main\/form\/post/);
  await expect(box).toHaveCount(0);
  // also for who presses Enter before the box has its keys
  await page.goBack();
  await expect(page).toHaveURL(/\/main\/list\/post/);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/main\/form\/post/);
  await expect(box).toHaveCount(0);

  const english = await windowOf(browser, baseURL!, 'admin', PASSWORD, 'en_US');
  await english.goto('/main/list/post');
  await english.getByRole('button', { name: 'Search', exact: true }).click();
  const words = english.getByRole('combobox', { name: 'Search records, menus, people and file names' });
  await words.fill(`nothing is called ${stamp}`);
  await expect(english.getByText(`Nothing found for "nothing is called ${stamp}"`)).toBeVisible();
  await words.fill(stamp);
  await expect(english.getByRole('option', { name: new RegExp(name) })).toBeVisible();
  await isReachable(english, 'a search over everything, in English');
  await words.press('Enter');
  await expect(english).toHaveURL(/\/main\/form\/post/);
});

test('what is typed right after Ctrl+K stands in the search, also while its room is still on the way', async ({ browser, baseURL }) => {
  const page = await windowOf(browser, baseURL!, 'tech', PASSWORD);
  let asked = false;
  await page.route(/\/Find-[^/]*\.js$/, async (route) => {
    asked = true;
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await page.goto('/main/todo');
  await expect(page.getByRole('button', { name: '搜索', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('llck', { delay: 110 });
  const box = page.getByRole('combobox', { name: '搜索单据、菜单、人员和附件名称' });
  await expect(box).toBeFocused();
  await page.keyboard.type('x');
  await expect(box).toHaveValue('llckx');
  expect(asked).toBe(true);
});
