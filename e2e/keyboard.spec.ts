import { expect, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { applyFor } from './support/initiation.ts';
import { windowFor } from './support/people.ts';
import { test } from './support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const NAME = `只用键盘${Date.now() % 100_000}`;

/** Where the keyboard stands: the page as a whole, nowhere, or a control by its words. */
const where = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLElement;
    if (at === document.body) return 'nowhere';
    return at.getAttribute('role') === 'tabpanel' ? 'page' : at.getAttribute('aria-label') || at.textContent;
  });

/** Goes on by Tab until the button has the keyboard, and presses it. */
async function tabTo(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  const isThere = () => button.evaluate((one) => one === document.activeElement);
  for (let steps = 0; steps < 8 && !(await isThere()); steps++) await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
}

test('FRAME-06 FLOW-02 by keyboard alone: a save leaves it on its button, a submit and a decision on the page, and what waits next is under it', async ({
  browser,
  baseURL,
}) => {
  const applicant = await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD);
  await applyFor(applicant, `${NAME}一`, '450');
  const id = await applyFor(applicant, `${NAME}二`, '460', { _event: undefined });
  const page = await windowFor(browser, applicant);
  await page.goto(`/main/form/initiation/Modify/${id}?myCode=zb`);
  await page.getByRole('textbox', { name: '建设地点' }).fill('港区二期');
  await page.keyboard.press('Control+Enter');
  await tabTo(page, '保存');
  await expect(page.getByText('保存成功')).toBeVisible();
  await expect(page.getByRole('button', { name: '保存', exact: true })).toBeFocused();
  await page.goto(`/main/form/initiation/Show/${id}?myCode=zb`);
  await expect(page.getByRole('region', { name: '办理' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await tabTo(page, '提交');
  await expect(page.getByRole('button', { name: '提交', exact: true })).toHaveCount(0);
  await expect.poll(() => where(page)).toBe('page');
  await page.context().close();

  const head = await windowFor(browser, await Person.signIn(baseURL!, 'depthead', 'demo', PASSWORD));
  await head.goto('/main?myCode=zb');
  await head.getByRole('textbox', { name: '事项、单号' }).focus();
  await head.keyboard.type(NAME);
  await expect(head.locator('[data-row]')).toHaveCount(2);
  await head.keyboard.press('ArrowDown');
  await expect(head.locator('[data-row]:focus')).toHaveCount(1);
  await head.keyboard.press('Enter');
  await expect(head.getByRole('region', { name: '办理' })).toBeVisible();
  await expect.poll(() => where(head)).toBe('page');
  await head.keyboard.press('Control+Enter');
  await expect(head.getByLabel('意见', { exact: true })).toBeFocused();
  await head.keyboard.type('可行。');
  await tabTo(head, '同意');
  await expect(head).toHaveURL(/\/Show\//);
  const next = head.getByRole('region', { name: '下一项待办' });
  await expect(next.getByRole('button').first()).toBeFocused();
  await tabTo(head, '返回待办');
  await expect(head.getByRole('tab', { name: /待我处理/ })).toBeVisible();
  await expect(head.locator('[data-row]').filter({ hasText: NAME })).toHaveCount(1);
  await head.keyboard.press('ArrowDown');
  await expect(head.locator('[data-row]:focus')).toHaveCount(1);
  await head.context().close();
});

test('FILE-01 Enter on what uploads a file asks for the file, as Space does', async ({ browser, baseURL }) => {
  const page = await windowFor(browser, await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD));
  // heard from the beginning: what is told to listen only as the key goes down is too late
  let asked = 0;
  page.on('filechooser', () => {
    asked += 1;
  });
  await page.goto('/main/form/initiation/Add?myCode=zb');
  const upload = page.getByRole('button', { name: '上传项目建议书' });
  for (const [key, times] of [
    ['Enter', 1],
    ['Space', 2],
    ['Enter', 3],
  ] as const) {
    await upload.focus();
    await page.keyboard.press(key);
    await expect.poll(() => asked).toBe(times);
  }
  await page.context().close();
});

test('FRAME-12 a question that destroys begins at Cancel, and gives the keyboard back to what was pressed', async ({
  browser,
  baseURL,
}) => {
  const applicant = await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD);
  const id = await applyFor(applicant, `${NAME}三`, '460', { _event: undefined });
  const page = await windowFor(browser, applicant);
  await page.goto(`/main/form/initiation/Show/${id}?myCode=zb`);
  const remove = page.getByRole('button', { name: '删除', exact: true });
  await remove.focus();
  await page.keyboard.press('Enter');
  const asked = page.getByRole('dialog');
  await expect(asked.getByRole('button', { name: '取消', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(asked).toHaveCount(0);
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  await expect(remove).toBeFocused();
  await page.context().close();
});
