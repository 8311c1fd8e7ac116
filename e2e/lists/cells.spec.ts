import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { signIn } from '../support/beside.ts';
import { pasteInto } from '../support/paste.ts';
import { hasShown, windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const WORDS = {
  zh_CN: {
    cells: '在单元格中编辑',
    bar: '单元格编辑',
    changed: (n: number) => `${n} 行有修改`,
    save: (n: number) => `保存 ${n} 行`,
    saved: (n: number) => `已保存 ${n} 行`,
    empty: '不能为空',
    close: '退出编辑',
    mine: /^保留我的/,
    clear: '清除筛选',
    kind: '参股',
  },
  en_US: {
    cells: 'Edit in cells',
    bar: 'Editing in cells',
    changed: (n: number) => `Rows changed: ${n}`,
    save: (n: number) => `Save (${n})`,
    saved: (n: number) => `Rows saved: ${n}`,
    empty: 'cannot be empty',
    close: 'Leave editing',
    mine: /^Keep mine/,
    clear: 'Clear the filters',
    kind: 'Associate',
  },
} as const;

async function three(person: Person, stamp: string): Promise<number[]> {
  const ids: number[] = [];
  for (const at of [1, 2, 3]) {
    const form = { cloud: 'invest_subject', code: `C${at}${stamp}`, key_name: `格${at}${stamp}`, kind: 3 };
    const { code, data } = await person.call('/app', 'Add', form);
    expect(code).toBe(200);
    ids.push(Number(data.id));
  }
  return ids;
}

const grid = (page: Page): Locator => page.getByRole('grid');
const bar = (page: Page, words: { bar: string }): Locator => page.getByRole('region', { name: words.bar });
const cell = (page: Page, row: number, name: string): Locator =>
  grid(page).locator(`[role=row][aria-rowindex="${row + 2}"] [role=gridcell][id$="-${name}"]`);

async function editing(browser: Browser, person: Person, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const stamp = `${String(Date.now()).slice(-6)}${locale.slice(0, 1)}`;
  const ids = await three(person, stamp);
  const nameOf = async (at: number) => (await person.call('/app', 'Get', { cloud: 'invest_subject', id: ids[at]! })).data.name_en;
  const page = await windowFor(browser, person, locale);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/main/list/invest_subject?_key=${stamp}`);
  await page.getByRole('button', { name: words.cells, exact: true }).click();
  await expect(page).toHaveURL(/_cells=1/);
  await expect(cell(page, 0, 'name_en')).toHaveAttribute('aria-readonly', 'false');
  await expect(cell(page, 0, 'code')).toHaveAttribute('aria-readonly', 'true');
  await expect(grid(page)).toHaveAccessibleDescription(/Esc/);
  await expect(grid(page).locator('[role=gridcell]:not([aria-colindex])')).toHaveCount(0);
  await isReachable(page, `cells ${locale}`);

  // letters begin, Enter goes down, Escape takes back
  await cell(page, 0, 'name_en').click();
  await page.keyboard.type('One');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Two');
  await page.keyboard.press('Escape');
  await expect(bar(page, words)).toContainText(words.changed(1));
  await page.keyboard.press('Control+ArrowUp');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+d');
  await expect(bar(page, words)).toContainText(words.changed(3));
  await page.keyboard.press('Control+z');
  await expect(bar(page, words)).toContainText(words.changed(1));

  // a block from a spreadsheet lies over what stands there; a choice is named
  await cell(page, 1, 'name_en').click();
  await pasteInto(grid(page), [
    ['Second', words.kind === 'Associate' ? 'Associate' : '参股单位'],
    ['Third', ''],
  ]);
  await expect(cell(page, 1, 'kind')).toContainText(words.kind);
  await expect(bar(page, words)).toContainText(words.changed(3));
  await cell(page, 2, 'kind').click();
  await expect(page.getByText(words.empty).first()).toBeVisible();
  await isReachable(page, `cells with an error ${locale}`);
  await page.keyboard.press('Control+z');
  await cell(page, 1, 'name_en').click();
  await pasteInto(grid(page), [['Second'], ['Third']]);

  // it lies there after a reload; what another saved meanwhile is chosen at its cell
  await page.waitForTimeout(600);
  expect((await person.call('/app', 'Modify', { cloud: 'invest_subject', id: ids[1]!, name_en: 'Theirs' })).code).toBe(200);
  // another page of the same table has cells of its own, and takes up and drops nothing
  await page.goto('/main/group/invest_subject?_cells=1');
  await expect(bar(page, words)).toContainText('F2');
  await page.goto(`/main/list/invest_subject?_key=${stamp}&_cells=1`);
  await expect(bar(page, words)).toContainText(words.changed(3));
  await page.reload();
  await expect(bar(page, words)).toContainText(words.changed(3));
  await expect(cell(page, 1, 'name_en')).toHaveAttribute('data-told', 'theirs');
  await cell(page, 1, 'name_en').click();
  await expect(page.getByText('Theirs').first()).toBeVisible();
  await isReachable(page, `cells with a conflict ${locale}`);
  await bar(page, words)
    .getByRole('button', { name: words.save(3) })
    .click();
  await expect(bar(page, words)).toContainText(words.changed(1));
  expect([await nameOf(0), await nameOf(1), await nameOf(2)]).toEqual(['One', 'Theirs', 'Third']);
  await cell(page, 1, 'name_en').click();
  await page.getByRole('button', { name: words.mine }).click();

  // a cell that is typed in is left when it is saved
  await cell(page, 0, 'name_en').click();
  await page.keyboard.type('Won');
  await bar(page, words)
    .getByRole('button', { name: words.save(2) })
    .click();
  await hasShown(page, words.saved(2));
  await expect(grid(page).locator('[data-editor]')).toHaveCount(0);
  expect([await nameOf(0), await nameOf(1)]).toEqual(['Won', 'Second']);

  // what is typed is saved also where the list shows nothing any more
  await cell(page, 2, 'name_en').click();
  await page.keyboard.type('Last');
  await page.keyboard.press('Enter');
  await page.getByRole('search').getByRole('textbox').fill(`${stamp}-none`);
  await expect(page.getByRole('button', { name: words.clear })).toBeVisible();
  await isReachable(page, `cells of an empty list ${locale}`);
  await bar(page, words)
    .getByRole('button', { name: words.save(1) })
    .click();
  await hasShown(page, words.saved(1));
  expect(await nameOf(2)).toBe('Last');
  await bar(page, words).getByRole('button', { name: words.close }).click();
  await expect(page).not.toHaveURL(/_cells/);
  await page.context().close();
}

test('LIST-04 SUB-04 rows are edited in their cells: keys, fill-down, a block, undo, a draft and a choice between two values', async ({
  browser,
  baseURL,
}) => {
  const person = await signIn(baseURL!, 'investmgr');
  await editing(browser, person, 'zh_CN');
});

test('LIST-04 the same in English; who may not change records is offered no cells', async ({ browser, baseURL }) => {
  await editing(browser, await signIn(baseURL!, 'investmgr'), 'en_US');
  const page = await windowFor(browser, await signIn(baseURL!, 'applicant'));
  await page.goto('/main/list/invest_subject');
  await expect(grid(page)).toBeVisible();
  await expect(page.getByRole('button', { name: WORDS.zh_CN.cells, exact: true })).toHaveCount(0);
  await page.context().close();
});
