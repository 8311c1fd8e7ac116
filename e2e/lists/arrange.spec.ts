import { type Browser, expect, type Page } from '@playwright/test';
import type { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { signIn } from '../support/beside.ts';
import { hasShown, windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const WORDS = {
  zh_CN: {
    arrange: '调整看板',
    stage: '按阶段',
    news: '未读消息',
    num: '项目总数',
    shortcuts: '快捷方式',
    hide: (name: string) => `隐藏 ${name}`,
    show: (name: string) => `显示 ${name}`,
    move: (name: string) => `移动 ${name}（上下方向键）`,
    up: (name: string) => `上移 ${name}`,
    reset: '恢复默认',
    save: '保存',
  },
  en_US: {
    arrange: 'Arrange the board',
    stage: 'By stage',
    news: 'Unread messages',
    num: 'All projects',
    shortcuts: 'Shortcuts',
    hide: (name: string) => `Hide ${name}`,
    show: (name: string) => `Show ${name}`,
    move: (name: string) => `Move ${name} (arrow up, arrow down)`,
    up: (name: string) => `Move ${name} up`,
    reset: 'Reset',
    save: 'Save',
  },
} as const;
type Words = (typeof WORDS)[keyof typeof WORDS];

const DESK = '/main/board/desktop?myCode=zb';
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialogOf = (page: Page, words: Words) => page.getByRole('dialog', { name: words.arrange });

/** What was kept of it, taken back; a second try finds none of the first. */
async function forget(person: Person): Promise<void> {
  const { data } = await person.call('/sys', 'LoadReport', { cloud: 'desktop' });
  const { version } = data.layer as { version: number };
  if (version > 0) await person.call('/report', 'Arrange', { cloud: 'desktop', layer: '{}', version });
}

async function opened(page: Page, words: Words) {
  await page.getByRole('button', { name: words.arrange, exact: true }).click();
  const dialog = dialogOf(page, words);
  await expect(dialog).toBeVisible();
  return dialog;
}

async function save(page: Page, words: Words): Promise<void> {
  await dialogOf(page, words).getByRole('button', { name: words.save, exact: true }).click();
  await expect(dialogOf(page, words)).toHaveCount(0);
}

/** Parts in the order in which the dialog has them. */
const inDialog = (page: Page, words: Words) => dialogOf(page, words).getByRole('listitem').locator('.ellipsis');

async function arranges(browser: Browser, person: Person, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  await forget(person);
  const page = await windowFor(browser, person, locale, undefined, true);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(DESK);
  await expect(part(page, words.stage).locator('tfoot')).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(DESK);
  await expect(part(other, words.stage)).toBeVisible();
  // hidden: nothing is asked for it
  const dialog = await opened(page, words);
  await isReachable(page, `${locale} the dialog`);
  await dialog.getByRole('button', { name: words.hide(words.stage), exact: true }).click();
  await expect(dialog.getByRole('button', { name: words.show(words.stage), exact: true })).toBeVisible();
  // by keyboard, and by pointer
  const grip = dialog.getByRole('button', { name: words.move(words.num), exact: true });
  await grip.focus();
  await page.keyboard.press('ArrowDown');
  await expect(grip).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(inDialog(page, words).first()).toHaveText(words.num);
  await dialog
    .getByRole('button', { name: words.move(words.news), exact: true })
    .dragTo(dialog.getByRole('button', { name: words.move(words.num), exact: true }));
  await expect(inDialog(page, words).first()).toHaveText(words.news);
  const asked = page.waitForRequest(
    (request) => request.url().includes('/report?op=Index') && (request.postData() ?? '').includes('hidden'),
  );
  await save(page, words);
  expect(decodeURIComponent((await asked).postData()!)).toContain('["capex.b.desktop.stage"]');
  await expect(part(page, words.stage)).toHaveCount(0);
  const [news, num] = [await part(page, words.news).boundingBox(), await part(page, words.num).boundingBox()];
  expect(news!.y).toBe(num!.y);
  expect(news!.x).toBeLessThan(num!.x);
  await isReachable(page, `${locale} arranged`);
  // another window of his follows, and so does what he opens next
  await expect(part(other, words.stage)).toHaveCount(0);
  await other.close();
  await page.reload();
  await expect(part(page, words.num)).toBeVisible();
  await expect(part(page, words.stage)).toHaveCount(0);
  await phone(page, words);
  await page.context().close();
}

/** A phone has an order of its own; what is hidden is hidden there too. Then all is as it was. */
async function phone(page: Page, words: Words): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('region').first()).toHaveAccessibleName(words.shortcuts);
  const dialog = await opened(page, words);
  await dialog.getByRole('button', { name: words.up(words.news), exact: true }).click();
  await isReachable(page, 'the dialog on a phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await dialog.getByRole('button', { name: words.reset, exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(part(page, words.stage)).toBeVisible();
}

test('DESK-01 a person has a board in an order of his own and without what he hid, in both languages', async ({ browser, baseURL }) => {
  const person = await signIn(baseURL!, 'finance');
  await arranges(browser, person, 'zh_CN');
  await arranges(browser, person, 'en_US');
});

test('DESK-01 who has arranged a board in another window meanwhile is told so, and his next press counts', async ({ browser, baseURL }) => {
  const words = WORDS.zh_CN;
  const person = await signIn(baseURL!, 'finance');
  await forget(person);
  const page = await windowFor(browser, person, 'zh_CN', undefined, true);
  await page.goto(DESK);
  const dialog = await opened(page, words);
  await dialog.getByRole('button', { name: words.hide(words.num), exact: true }).click();
  const { data } = await person.call('/sys', 'LoadReport', { cloud: 'desktop' });
  const { version } = data.layer as { version: number };
  await person.call('/report', 'Arrange', { cloud: 'desktop', layer: '{"hidden":["capex.b.desktop.stage"]}', version });
  await dialog.getByRole('button', { name: words.save, exact: true }).click();
  await hasShown(page, '您已在其他窗口调整过此看板；再次保存将以这里为准');
  await expect(dialog).toBeVisible();
  await save(page, words);
  await expect(part(page, words.num)).toHaveCount(0);
  await expect(part(page, words.stage)).toBeVisible();
  await forget(person);
});

test('DESK-05 AUTH-10 a board that somebody chooses, or is given, is his first tab; what he may not see is passed over', async ({
  browser,
  baseURL,
}) => {
  const admin = await signIn(baseURL!, 'admin');
  const finance = await signIn(baseURL!, 'finance');
  const given = async (login: string) => {
    const { rows } = await admin.call('/app', 'List', { cloud: 'user', filters: JSON.stringify({ fields: { login_name: login } }) });
    return Number(rows[0]!.id);
  };
  const id = await given('finance');
  // he chooses: the next sign-in begins with it
  const page = await windowFor(browser, admin, 'zh_CN', undefined, true);
  await page.goto('/EI');
  const home = page.getByRole('button', { name: '作为我的桌面' });
  await home.click();
  await expect(home).toHaveAttribute('aria-pressed', 'true');
  await hasShown(page, '已设为桌面：下次登录后，进入其所在模块时首先打开');
  await isReachable(page, 'a board that is the desktop');
  await expect.poll(async () => (await signIn(baseURL!, 'admin')).user.board).toMatch(/^\/board\/EI/);
  const again = await windowFor(browser, await signIn(baseURL!, 'admin'), 'en_US', undefined, true);
  await again.goto('/main');
  await expect(again).toHaveURL(/\/main\/board\/EI/);
  await expect(again.getByRole('heading', { level: 1, name: 'Leadership view' })).toBeVisible();
  await expect(again.getByRole('button', { name: 'My desktop' })).toHaveAttribute('aria-pressed', 'false');
  // he gives: no address but that of a board, and what its receiver may not see falls back
  await again.goto(`/main/form/user/Modify/${id}?myCode=SYS`);
  const field = again.getByRole('textbox', { name: 'Desktop board' });
  await field.fill('https://example.com/board/desktop');
  await again.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(again.getByText('has to be the address of a board').first()).toBeVisible();
  await field.fill('/board/EI');
  await again.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await admin.call('/app', 'Get', { cloud: 'user', id, fields: 'board' })).data.board).toBe('/board/EI');
  const { user } = await signIn(baseURL!, 'finance');
  expect([user.board, (user.desktop as { url: string }).url]).toEqual(['', '/board/desktop?myCode=zb']);
  expect((await finance.call('/report', 'Index', { cloud: 'EI' })).code).toBe(312);
  const { data } = await admin.call('/app', 'Get', { cloud: 'user', id, fields: 'board,version' });
  await admin.call('/app', 'Modify', { cloud: 'user', id, version: Number(data.version), board: '' });
});
