import { expect, type Locator, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { applyFor } from './initiation.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
export const signIn = (url: string, username: string) => Person.signIn(url, username, 'demo', PASSWORD);

/** An application that waits for the head of its unit; `to: 'countersign'`: for the four who countersign. */
export async function filed(url: string, name: string, to: 'head' | 'countersign' = 'head'): Promise<number> {
  const id = await applyFor(await signIn(url, 'applicant'), name, '460.00');
  if (to === 'head') return id;
  const decide = async (who: string, _event: number, rest: Record<string, unknown> = {}) =>
    expect(
      await (await signIn(url, who)).call('/app', 'Modify', { cloud: 'initiation', id, _event, remark: '同意', ...rest }),
    ).toMatchObject({
      code: 200,
    });
  await decide('depthead', 21);
  await decide('investmgr', 31, { review_no: `R${id}` });
  return id;
}

/** Opens the item from the to-do page by its button. */
export async function openItem(page: Page, name: string, button: string): Promise<void> {
  await page.goto(button === '回复' ? '/main/todo?tab=answer&myCode=zb' : '/main?myCode=zb');
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

/** One act of the bar: its button where it has one, else its line of the menu. */
export async function fromMenu(page: Page, name: string, more = '更多'): Promise<Locator> {
  const bar = page.locator('[data-bar]');
  const button = bar.getByRole('button', { name, exact: true });
  await expect(button.or(bar.getByRole('button', { name: more, exact: true })).first()).toBeVisible();
  if (await button.isVisible()) return button;
  await bar.getByRole('button', { name: more, exact: true }).click();
  const line = page.getByRole('menuitem', { name: new RegExp(`^${name}\\s`) });
  // a popup measures itself off the screen before it has its place
  await expect(line).toBeInViewport();
  return line;
}

/** Finds a person by name in the dialog that stands open, and takes him. */
export async function choose(page: Page, ...names: string[]): Promise<void> {
  const dialog = page.getByRole('dialog');
  const box = dialog.getByRole('combobox');
  for (const name of names) {
    await box.fill(name);
    await box.press('Enter');
    await expect(dialog.locator('.ant-select-selection-item').filter({ hasText: name })).toBeVisible();
  }
  await box.press('Tab');
}

/** The process as it is told on screen. */
export const processOf = (page: Page): Locator => page.getByRole('list', { name: '办理过程' });
