import { type Browser, expect, type Locator } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { signIn } from '../support/beside.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const WORDS = {
  zh_CN: {
    ...{ open: '选择角色', there: '可选', taken: '已选', seekThere: '在可选中查找', seekTaken: '在已选中查找', ok: '确定', cancel: '取消' },
    ...{ take: '加入已选', give: '移出已选', added: '新加 2 项', roles: ['财务', '法务'], all: (side: string) => `全选${side}` },
  },
  en_US: {
    ...{ open: 'Choose Roles', there: 'Available', taken: 'Chosen', seekThere: 'Find among those available', ok: 'OK', cancel: 'Cancel' },
    ...{ seekTaken: 'Find among those chosen', take: 'Choose those ticked', give: 'Take out those ticked', added: '2 new' },
    ...{ roles: ['Finance', 'Legal'], all: (side: string) => `Tick all: ${side}` },
  },
} as const;

const lines = (side: Locator) => side.getByRole('list').getByRole('listitem');

async function transfers(browser: Browser, url: string, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const page = await windowFor(browser, await signIn(url, 'admin'), locale);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/main/form/user/Add?myCode=SYS');
  const dialog = page.getByRole('dialog');
  const sideOf = (name: string) => dialog.getByRole('region', { name, exact: true });
  const [there, taken] = [sideOf(words.there), sideOf(words.taken)];
  const tickAll = (side: Locator, name: string) => side.getByRole('checkbox', { name: words.all(name), exact: true });
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  const chosen = page.locator('[data-place="role_entities"] .ant-select-selection-item');
  await page.getByRole('button', { name: words.open }).click();
  await expect(lines(there).first()).toBeVisible();
  const all = await lines(there).count();
  expect((await dialog.boundingBox())!.width).toBe(525);
  await isReachable(page, `transfer picker ${locale}`);

  await test.step('a keyword narrows what there is; all of it is ticked and taken', async () => {
    for (const role of words.roles) {
      await there.getByRole('textbox', { name: words.seekThere }).fill(role);
      await expect(lines(there)).toHaveCount(1);
      await expect(lines(there)).toContainText(role);
      await tickAll(there, words.there).check();
      await press(words.take);
      await expect(lines(taken).filter({ hasText: role })).toHaveCount(1);
    }
    await expect(dialog.getByText(words.added)).toBeVisible();
    await there.getByRole('textbox', { name: words.seekThere }).fill('');
    await expect(lines(there)).toHaveCount(all - 2);
  });

  await test.step('so does one of what is chosen, of which all goes back', async () => {
    await taken.getByRole('textbox', { name: words.seekTaken }).fill(words.roles.at(-1)!);
    await expect(lines(taken)).toHaveCount(1);
    await taken.getByRole('textbox', { name: words.seekTaken }).fill('');
    await expect(lines(taken)).toHaveCount(2);
    await tickAll(taken, words.taken).check();
    await press(words.give);
    await expect(lines(taken)).toHaveCount(0);
    await expect(lines(there)).toHaveCount(all);
  });

  await test.step('what stands there at the confirmation is chosen, of what is cancelled nothing', async () => {
    for (const role of words.roles) await lines(there).filter({ hasText: role }).getByRole('checkbox').check();
    await press(words.take);
    await expect(lines(taken)).toHaveCount(2);
    await press(words.ok);
    await expect(dialog).toHaveCount(0);
    await expect(chosen).toHaveCount(2);
    for (const role of words.roles) await expect(chosen.filter({ hasText: role })).toHaveCount(1);
    await page.getByRole('button', { name: words.open }).click();
    await expect(lines(taken)).toHaveCount(2);
    await tickAll(taken, words.taken).check();
    await press(words.give);
    await press(words.cancel);
    await expect(chosen).toHaveCount(2);
  });
  await page.context().close();
}

for (const locale of ['zh_CN', 'en_US'] as const)
  test(`PAGES-05 several are chosen between two sides of 525 px: by keyword, all of a side, confirmed or not; ${locale}`, async ({
    browser,
    baseURL,
  }) => {
    await transfers(browser, baseURL!, locale);
  });
