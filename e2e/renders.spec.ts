import { expect, type Page } from '@playwright/test';
import { openLarge } from './support/large.ts';
import { windowOf } from './support/people.ts';
import { countRenders, type Renders, takeRenders } from './support/renders.ts';
import { test } from './support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

/** Where a page was drawn. The frame has a life of its own: messages turn, counts come. */
const placesOf = (counts: Record<string, number>): string[] =>
  Object.keys(counts)
    .filter((place) => place !== 'frame')
    .sort();

/** What a key draws, once the first one has said to the tab that there is unsaved work. */
async function afterKey(page: Page, place: string): Promise<Renders> {
  await page.locator(`[data-place="${place}"] input`).focus();
  await page.keyboard.type('1');
  await takeRenders(page);
  await page.keyboard.type('2');
  return takeRenders(page);
}

test('FORM-08 quality: a key in a form of 80 fields draws its field and what follows from it, nothing else', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await countRenders(page);
  await openLarge(page, 'form');
  expect(await page.locator('[data-place]').count()).toBe(80);
  const plain = await afterKey(page, 'f11');
  expect(placesOf(plain.drawn)).toEqual(['f11']);
  expect(placesOf(plain.made)).toEqual([]);
  const summed = await afterKey(page, 'f1');
  expect(placesOf(summed.drawn)).toEqual(['c1', 'c2', 'c4', 'c5', 'f1', 'f74']);
  expect(placesOf(summed.made)).toEqual([]);
  await page.locator('[data-place="f4"] input').fill('2');
  const product = await afterKey(page, 'f3');
  expect(placesOf(product.drawn)).toEqual(['c3', 'f3']);
  await expect(page.locator('[data-place="c1"]')).toContainText('12.00');
});

test('LIST-04 quality: scrolling draws the rows that come, and none that stands there already', async ({ browser, baseURL }) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await countRenders(page);
  await openLarge(page, { rows: 1000 });
  await page.mouse.move(800, 450);
  await takeRenders(page);
  await page.mouse.wheel(0, 360);
  const rows = page.locator('[role=row][id]');
  await expect(rows.last()).toHaveAttribute('aria-rowindex', /^[45]\d$/);
  const { drawn, made } = await takeRenders(page);
  expect(placesOf(drawn).filter((place) => place !== 'page')).toEqual([]);
  expect(placesOf(made).length).toBeLessThanOrEqual(12);
});

test('LIST-07 in a list that is wider than its sheet the actions of a row stand below their head, however far it is scrolled', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await openLarge(page, { rows: 1000 });
  const edges = async (role: 'columnheader' | 'gridcell') => {
    const { x, width } = (await page
      .getByRole('row')
      .nth(role === 'gridcell' ? 3 : 0)
      .getByRole(role)
      .last()
      .boundingBox())!;
    return [Math.round(x), Math.round(width)];
  };
  expect(await edges('gridcell')).toEqual(await edges('columnheader'));
  await page.mouse.move(800, 450);
  await page.mouse.wheel(1500, 0);
  await expect(page.getByRole('row').nth(3).getByRole('gridcell').nth(1)).not.toHaveAttribute('aria-colindex', '2');
  expect(await edges('gridcell')).toEqual(await edges('columnheader'));
});

test('LIST-07 quality: choosing a row draws that row, and the menu of a row is made when it is asked for', async ({ browser, baseURL }) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await countRenders(page);
  await openLarge(page, { rows: 50 });
  const row = page.locator('[role=row][id]').nth(3);
  await takeRenders(page);
  await row.getByRole('checkbox').click();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  const { drawn } = await takeRenders(page);
  expect(placesOf(drawn).filter((place) => place !== 'page' && place !== 'head')).toEqual([await row.getAttribute('id')]);
  await row.getByRole('button', { name: /更多/ }).click();
  await expect(page.getByRole('menuitem', { name: '查看' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: '查看' })).toBeHidden();
  await row.getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '查看' }).click();
  await expect(page.getByRole('tab', { selected: true })).toContainText('第 4 行');
});
