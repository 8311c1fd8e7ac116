import { expect, type Page } from '@playwright/test';

/** Opens a record from the list that is on screen, by its name: found by searching, wherever what was made since has put it. */
export async function openListed(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: /^搜索/ }).fill(name);
  await expect(page).toHaveURL(/_key=/);
  await page.getByText(name, { exact: true }).first().click();
}
