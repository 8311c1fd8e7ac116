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

/** What lacks of the rows and columns that a list has in its sheet: runs in the page. */
function lacking(): string[] {
  const box = document.querySelector('[role=grid]')!;
  const sheet = box.getBoundingClientRect();
  const heads = [...box.querySelectorAll('[role=columnheader]')].map((head) => head.getBoundingClientRect());
  const rows = [...box.querySelectorAll('[role=row][id]')]
    .map((row) => ({ row, at: Number(row.getAttribute('aria-rowindex')), is: row.getBoundingClientRect() }))
    .filter(({ is }) => is.bottom > heads[0]!.bottom && is.top < sheet.bottom);
  const faults = rows.flatMap(({ at }, nth) => (nth > 0 && at !== rows[nth - 1]!.at + 1 ? [`a gap before row ${at}`] : []));
  if (!rows[0] || rows[0].is.top > heads[0]!.bottom + 1) faults.push('no row below the heads');
  if (!rows.length || (rows.at(-1)!.is.bottom < sheet.bottom - 20 && rows.at(-1)!.at !== 1001)) faults.push('no row at the foot');
  for (const { row, at } of rows) {
    const cells = new Map([...row.querySelectorAll('[role=gridcell]')].map((cell) => [cell.getAttribute('aria-colindex'), cell]));
    heads.slice(1, -1).forEach(({ left, right }, nth) => {
      if (right <= sheet.left || left >= sheet.right) return;
      const cell = cells.get(String(nth + 2));
      if (!cell || Math.abs(cell.getBoundingClientRect().left - left) > 1) faults.push(`row ${at} lacks column ${nth}`);
    });
    const said = /第 (\d+) 行/.exec(row.textContent!);
    if (said && Number(said[1]) !== at - 1) faults.push(`row ${at} says ${said[0]}`);
  }
  return faults;
}

test('LIST-04 all rows and columns in sight are there after a long way in each direction, by turns and by jumps', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await openLarge(page, { rows: 1000 });
  const grid = page.getByRole('grid');
  const whole = () => expect.poll(() => page.evaluate(lacking), { timeout: 10_000 }).toEqual([]);
  const turn = async (x: number, y: number, times: number) => {
    for (let nth = 0; nth < times; nth += 1) {
      await page.mouse.wheel(x, y);
      await page.waitForTimeout(20);
    }
    await whole();
  };
  await page.mouse.move(800, 450);
  await turn(0, 36, 12);
  await turn(0, 300, 15);
  await turn(300, 0, 8);
  await turn(0, -300, 8);
  await turn(-300, 0, 4);
  await turn(250, 650, 6);
  const jumps = [
    { left: 0, top: 30_000 },
    { left: 2500, top: 12_000 },
    { left: 99_999, top: 99_999 },
    { left: 0, top: 0 },
  ];
  for (const jump of jumps) {
    await grid.evaluate((box, to) => box.scrollTo(to), jump);
    await whole();
  }
  await grid.focus();
  await page.keyboard.press('End');
  await expect(grid.locator('[aria-rowindex="1001"]')).toBeVisible();
  await whole();
  for (let nth = 0; nth < 25; nth += 1) await page.keyboard.press('ArrowUp');
  await whole();
  await page.keyboard.press('Home');
  await expect(grid.locator('[aria-rowindex="2"]')).toBeVisible();
  await whole();
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
